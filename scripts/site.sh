#!/usr/bin/env bash
# The guides and the reference of all headers as one site, every link looked up.   scripts/site.sh [FOLDER]
# FOLDER is out/site unless said otherwise; a site that is there already is replaced, anything else is left alone.
set -euo pipefail
tree=$(cd "$(dirname "$0")/.." && pwd)
case "${1:-}" in
    -h | --help) sed -n '2,3s/^# //p' "$0"; exit ;;
    -*) echo "scripts/site.sh: there is no option '$1'; FOLDER is all that it takes" >&2; exit 2 ;;
esac
folder=$(realpath -m -- "${1:-$tree/out/site}")
cd "$tree"
source scripts/setup.sh
packages=(python3 doxygen mkdocs mkdocs-material)
if [ -e "$folder" ] && [ ! -e "$folder/pliant-site" ]; then
    echo "scripts/site.sh: '$folder' is already there, and is no site" >&2
    exit 2
fi
install_packages

mkdir -p "$(dirname "$folder")"
part=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$part"' EXIT
python3 scripts/site/reference.py "$part/reference"
python3 scripts/site/pages.py "$part/pages"
mv "$part/reference/html" "$part/pages/api"
cp scripts/site/start.md "$part/pages/reference.md"
cp scripts/site/site.css "$part/pages/"
if ! PLIANT_PAGES=$part/pages mkdocs build --strict --config-file scripts/site/mkdocs.yml --site-dir "$part/site" \
    > "$part/log" 2>&1; then
    grep -v INFO "$part/log" >&2
    exit 1
fi
rm "$part/site/404.html"  # knows its pages by a server's root alone
python3 scripts/site/links.py "$part/site"
touch "$part/site/pliant-site"
chmod 755 "$part/site"

[ ! -e "$folder" ] || mv "$folder" "$part/before"
mv "$part/site" "$folder"
echo "$folder/index.html; or: python3 -m http.server --directory $folder, which lets the search work"
