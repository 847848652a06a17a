#!/bin/sh
# Opens the program in a window, resizes, hides and shows it, and presses Escape. Its exit status is the program's. What it waits
# for are states that it sees: the program writes into its title how large the pictures are that it draws.
"$@" &
program=$!
trap 'kill $program 2>/dev/null' EXIT

# wait_for TITLE [--onlyvisible]: a window of this title, or the program's end
wait_for() {
    until window=$(xdotool search $2 --name "^$1\$" 2>/dev/null); do
        kill -0 $program 2>/dev/null || exit 1
        sleep 0.05
    done
}

wait_for 'your_renderer, [0-9]* x [0-9]*' --onlyvisible
for size in "300 200" "640 480" "111 333"; do
    xdotool windowsize "$window" $size || exit 1
    wait_for "your_renderer, ${size% *} x ${size#* }"
done
xdotool windowunmap --sync "$window" || exit 1
xdotool windowsize "$window" 222 111 || exit 1
wait_for 'your_renderer, 222 x 111'
xdotool windowmap --sync "$window" || exit 1
xdotool windowsize "$window" 320 240 || exit 1
wait_for 'your_renderer, 320 x 240' --onlyvisible
xdotool key --window "$window" Escape || exit 1
wait $program
