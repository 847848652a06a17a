#!/bin/sh
# Opens the program in a window, resizes, hides and shows it, and presses Escape. Its exit status is the program's.
"$@" &
program=$!
trap 'kill $program 2>/dev/null' EXIT
window=$(timeout 60 xdotool search --sync --onlyvisible --name '^your_renderer$') || exit 1
for size in "300 200" "640 480" "111 333"; do
    sleep 0.3
    xdotool windowsize "$window" $size || exit 1
done
sleep 0.3
xdotool windowunmap "$window" || exit 1
sleep 0.3
xdotool windowmap "$window" || exit 1
sleep 0.3
xdotool key --window "$window" Escape || exit 1
wait $program
