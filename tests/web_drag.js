// Put in front of the page's own script by tests/portability.sh: time goes on without a display, and a pointer takes the middle of the
// cloth and carries it aside. What comes of it is said in the title.
"use strict";
window.requestAnimationFrame = act => setTimeout(() => act(performance.now()), 17);
const settled = 2500, carried = 1500;  // [ms]
const wait = ms => new Promise(done => setTimeout(done, ms));
const send = (kind, [x, y]) => canvas.dispatchEvent(new PointerEvent(kind, { clientX: x, clientY: y, bubbles: true }));
async function drag() {
  while (!verdict.textContent.includes("After")) await wait(50);
  await wait(settled);
  let middle = 0;
  while (Module._placeInCloth(middle) !== side * side / 2 + side / 2) ++middle;
  const from = toScreen(placeOf(middle)), to = [from[0] + 90, from[1] - 30];
  send("pointerdown", from);
  const vertex = held ? held.vertex : -1;
  send("pointermove", to);
  await wait(carried);
  const at = vertex < 0 ? from : toScreen(placeOf(vertex));
  document.title = `dragged to within ${Math.round(Math.hypot(at[0] - to[0], at[1] - to[1]))} pixels`;
}
window.addEventListener("load", drag);
