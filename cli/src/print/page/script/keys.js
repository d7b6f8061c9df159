
// ---- Keys that lists have in common.

/** Up and down go from button to button. */
function step(event, within) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const buttons = [...within.querySelectorAll("button")].filter(button => button.offsetParent !== null);
  const now = buttons.indexOf(event.target);
  if (!by || now < 0) return;
  event.preventDefault();
  buttons[now + by]?.focus();
}

