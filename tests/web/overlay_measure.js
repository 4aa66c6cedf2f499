// What a broadcaster would send back, measured in the page: elements that jump, meet, leave the picture or are cut off,
// and text too faint to read. `(input) => problems`, input = {states, info}.

async ({ states, info }) => {
  const { show } = await import("/static/overlay.js");
  const FIXED = ".plate, .seat";
  const WHOLE = "#hand, #stakes, #pot-total, #pot-bb, #street, #situation, .side, .side b, .stack, .bb, .amount, .position, .equity, .monogram, .country, .did:not([data-name])";
  const TEXTS = "#event, #sponsor, #played, #hand, #stakes, .line span, #pots .head, #pot-total, #pot-bb, .side, .side b, #street, #situation, .name, .position, .stack, .bb, .did, .amount, .equity, .monogram, .country";
  const problems = new Set();
  const label = (node) => `${node.closest("[data-part]")?.dataset.part ?? ""} ${node.id ? `#${node.id}` : `.${node.className}`}`;
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && node.getBoundingClientRect().width > 0;
  const box = (node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return [left, top, right, bottom].map((edge) => Math.round(edge * 4) / 4);
  };
  const meet = (a, b) => a[0] < b[2] - 0.5 && b[0] < a[2] - 0.5 && a[1] < b[3] - 0.5 && b[1] < a[3] - 0.5;

  // colours: [r, g, b, a]
  const parse = (text) => [...text.matchAll(/rgba?\(([^)]+)\)/g)].map(([, inner]) => {
    const [r, g, b, a = 1] = inner.split(/[ ,/]+/).filter(Boolean).map(Number);
    return [r, g, b, a];
  });
  const over = (top, under) => top.slice(0, 3).map((part, at) => part * top[3] + under[at] * (1 - top[3]));
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((part) => part / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one);
    return (light + 0.05) / (dark + 0.05);
  };
  /** Everything that may lie behind a text: each colour of each layer, over a black and a white picture. */
  function grounds(node) {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      const colours = style.backgroundImage === "none" ? parse(style.backgroundColor) : parse(style.backgroundImage);
      if (colours.some(([, , , a]) => a > 0)) layers.unshift(colours);
    }
    return layers.reduce((under, colours) => under.flatMap((below) => colours.map((colour) => over(colour, below))), [[0, 0, 0], [255, 255, 255]]);
  }

  let first = null;
  for (const state of states) {
    show(info, state);
    const places = [...document.querySelectorAll(FIXED)].map((node) => [node.dataset.part, box(node)]);
    const now = JSON.stringify(places);
    if (first === null) first = now;
    else if (now !== first) problems.add(`rev ${state.rev}: something jumped`);
    for (const [at, [name, a]] of places.entries()) {
      if (a[0] < -0.5 || a[1] < -0.5 || a[2] > innerWidth + 0.5 || a[3] > innerHeight + 0.5) problems.add(`${name} leaves the picture`);
      for (const [other, b] of places.slice(at + 1)) if (meet(a, b)) problems.add(`${name} meets ${other}`);
    }
    for (const node of document.querySelectorAll(WHOLE)) {
      if (seen(node) && node.scrollWidth > node.clientWidth + 1) problems.add(`rev ${state.rev}: cut off: ${label(node)} "${node.textContent}"`);
    }
    for (const seat of document.querySelectorAll(".seat")) {
      const parts = [".face", ".name", ".position", ".stack", ".bb", ".did", ".amount", ".equity", ".hole"].map((part) => seat.querySelector(part)).filter(seen);
      for (const [at, a] of parts.entries()) for (const b of parts.slice(at + 1)) if (meet(box(a), box(b))) problems.add(`rev ${state.rev}: ${label(a)} meets .${b.className}`);
    }
    for (const node of document.querySelectorAll(TEXTS)) {
      if (!seen(node) || !node.textContent.trim()) continue;
      const [ink] = parse(getComputedStyle(node).color);
      const worst = Math.min(...grounds(node).map((ground) => contrast(over(ink, ground), ground)));
      if (worst < 4.5) problems.add(`faint (${worst.toFixed(1)}): ${label(node)} in .${node.closest(".seat")?.className ?? ""}`);
    }
  }
  return [...problems];
};
