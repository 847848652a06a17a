#!/usr/bin/env bash
# Sets up, builds, and shows Pliant at work. With arguments: sets up and hands them to `pliant`, whose output is all there is on
# standard output.
set -euo pipefail
caller=$PWD
cd "$(dirname "$0")"
source scripts/setup.sh

if [ $# -gt 0 ]; then
    build_command
    command="$PWD/$build_folder/pliant"
    cd "$caller"  # so that paths mean what they mean where the person stands
    exec "$command" "$@"
fi

frames=60
build_command
mkdir -p out
echo
echo "== A cloth of 512 x 512 particles on the best Vulkan device, $frames frames"
"$build_folder/pliant" simulate large-cloth --frames $frames --out out/large-cloth.pc2 --out out/large-cloth.obj | tee out/simulate.txt
echo
echo "== The same on the CPU, compared bit by bit, 30 frames"
"$build_folder/pliant" compare large-cloth --frames 30 --picture out/compare.png | tee out/compare.txt
echo
echo "== A picture: a cloth that falls over a ball and touches itself"
"$build_folder/pliant" render drape --size 96 --frames 62 --distance 2.7 --out out/drape.png
echo
echo "Done. $(head -1 out/simulate.txt): $(grep -o '[0-9.]* ms per frame' out/simulate.txt);" \
     "$(grep -o '[0-9]* of [0-9]* particles differ' out/compare.txt) between GPU and CPU."
echo "  out/drape.png         a picture; ./run.sh render flag --out flag.mp4 makes a movie where ffmpeg is installed"
echo "  out/compare.png       the large cloth by GPU and CPU, and between them where they differ: nowhere"
echo "  out/large-cloth.obj   its last frame, for any 3D program"
echo "  out/large-cloth.pc2   its motion: a point cache for Blender (Mesh Cache modifier) or Houdini"
echo "To touch it, open the viewer: ./run.sh view cloth; to play with it: ./run.sh view pinball"
echo "Next: ./run.sh --help, ./run.sh devices, ./test.sh"
