// What a person would complain of, measured in any page at each state it shows: things that jump, leave the screen or are cut
// off, and text too faint to read (WCAG 2.2 AA). Installs `window.measured = {rev, states, problems, until(rev)}`.
// options: {scrolls: may the page itself scroll down, moves: selector of what moves on purpose}

(options) => {
  const TEXT_CONTRAST = 4.5;
  const LARGE_CONTRAST = 3;
  const root = document.documentElement;
  const problems = new Map(); // what → the first state it was seen in
  const report = (what) => { if (!problems.has(what)) problems.set(what, root.dataset.rev); };
  const label = (node) => {
    const named = node.nodeType === 1 ? node : node.parentElement;
    const own = named.id ? `#${named.id}` : `${named.tagName.toLowerCase()}.${[...named.classList].join(".")}`;
    const place = named.closest("[id]");
    return `${place && place !== named ? `#${place.id} ` : ""}${own}`;
  };
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  // --- colours: [r, g, b, a]

  const parse = (text) => [...text.matchAll(/rgba?\(([^)]+)\)/g)].map(([, inner]) => {
    const [r, g, b, a = 1] = inner.split(/[ ,/]+/).filter(Boolean).map(Number);
    return [r, g, b, a];
  });
  const mix = (top, under, share) => [0, 1, 2].map((at) => top[at] * share + under[at] * (1 - share));
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((part) => part / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one);
    return (light + 0.05) / (dark + 0.05);
  };
  /** Every colour that may lie behind what is in `node`; where nothing covers the page itself: any picture. */
  function grounds(node) {
    if (node === null) return [[0, 0, 0], [255, 255, 255]];
    const style = getComputedStyle(node);
    const layers = [parse(style.backgroundColor), ...(style.backgroundImage === "none" ? [] : [parse(style.backgroundImage)])];
    const whole = layers.some((colours) => colours.length && colours.every(([, , , a]) => a === 1));
    let under = whole ? [[0, 0, 0]] : grounds(node.parentElement);
    for (const colours of layers) {
      if (colours.length) under = under.flatMap((below) => colours.map((colour) => mix(colour, below, colour[3])));
    }
    return under;
  }
  /** The worst contrast of a text in `node`, with everything that is let through on the way. */
  function worst(node, style) {
    const [ink] = parse(style.color);
    let pairs = grounds(node).map((ground) => [mix(ink, ground, ink[3]), ground]);
    for (let at = node; at; at = at.parentElement) {
      const share = Number(getComputedStyle(at).opacity);
      if (share < 1) pairs = pairs.flatMap(([text, ground]) => grounds(at.parentElement).map((behind) => [mix(text, behind, share), mix(ground, behind, share)]));
    }
    return Math.min(...pairs.map(([text, ground]) => contrast(text, ground)));
  }
  const judged = new Map(); // the look of a text → its contrast: most states look as the one before
  const numbers = new Map(); // what an element and all around it are like → its number

  /** What every text in an element asks, found out once: what it and all around it are like, and whether it lies in what scrolls. */
  let around = new Map();
  function surroundings(node) {
    if (node === null) return { like: 0, scrolls: false };
    let found = around.get(node);
    if (!found) {
      const outer = surroundings(node.parentElement);
      const { opacity, overflowY } = getComputedStyle(node);
      const key = `${outer.like}|${node.className} ${node.id} ${opacity}`;
      if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
      const scrolls = document.body.contains(node.parentElement) && (outer.scrolls || /auto|scroll|hidden|clip/.test(overflowY));
      around.set(node, (found = { like: numbers.get(key), scrolls }));
    }
    return found;
  }

  function readable(node, style) {
    const look = `${style.color}${style.fontSize}${style.fontWeight}|${surroundings(node).like}`;
    if (!judged.has(look)) judged.set(look, worst(node, style));
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = judged.get(look);
    if (ratio < (large ? LARGE_CONTRAST : TEXT_CONTRAST)) report(`faint ${ratio.toFixed(2)}: ${label(node)} "${node.textContent.trim().slice(0, 24)}"`);
  }

  // --- places

  function whole(node, style) {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    if (!surroundings(node.parentElement).scrolls && (left < -0.5 || right > innerWidth + 0.5 || top < -0.5 || (!options.scrolls && bottom > innerHeight + 0.5))) {
      report(`leaves the screen: ${label(node)} "${node.textContent.trim().slice(0, 24)}"`);
    }
    const [wide, high] = [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight];
    if (node.clientWidth && wide > 1 && style.textOverflow !== "ellipsis" && !/auto|scroll/.test(style.overflowX)) report(`cut off: ${label(node)} "${node.textContent.trim().slice(0, 40)}"`);
    if (node.clientHeight && high > 4 && style.overflowY === "hidden" && style.webkitLineClamp === "none") report(`cut off below: ${label(node)} "${node.textContent.trim().slice(0, 40)}"`);
  }

  // --- jumps: a text that is written anew in its line may begin elsewhere in it, and so may its neighbours in that line

  const LINE_PX = 64;
  const LATE_MS = 1_000; // shifts are told late
  const texts = new WeakMap(); // what each element said when it was measured last
  const written = new WeakMap(); // … and when it was found to say something new
  function rewritten(node, was, now, atMs) {
    const anew = written.get(node.parentElement) ?? [];
    return was.height <= LINE_PX && Math.abs(was.y - now.y) < 3 && anew.some((time) => Math.abs(time - atMs) < LATE_MS);
  }
  function note(node) {
    if (texts.get(node) === node.textContent) return;
    texts.set(node, node.textContent);
    written.set(node, [...(written.get(node) ?? []), performance.now()]);
  }

  function measure() {
    if (root.scrollWidth > innerWidth) report("the page scrolls sideways");
    if (!options.scrolls && root.scrollHeight > innerHeight) report("the page scrolls down");
    around = new Map();
    for (const node of document.body.querySelectorAll("*")) {
      note(node);
      const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
      if (!own || node.closest(":disabled, [aria-disabled=true], .unseen, svg, noscript, option") || !seen(node)) continue;
      const style = getComputedStyle(node);
      readable(node, style);
      whole(node, style);
    }
    if (window.measured.rev !== root.dataset.rev) window.measured.states += 1;
    window.measured.rev = root.dataset.rev;
    for (const [rev, done] of waiting) if (rev === window.measured.rev) done();
  }

  const waiting = new Map();
  const until = (rev) => new Promise((done) => { if (window.measured.rev === rev) done(); else waiting.set(rev, done); });
  window.measured = { rev: "", states: 0, problems, until };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      for (const { node, previousRect: was, currentRect: now } of entry.sources) {
        if (!node?.isConnected || node.nodeType !== 1 || node.closest(options.moves) || rewritten(node, was, now, entry.startTime)) continue;
        report(`jumped from ${Math.round(was.x)},${Math.round(was.y)} to ${Math.round(now.x)},${Math.round(now.y)}: ${label(node)} "${node.textContent.slice(0, 24)}"`);
      }
    }
  }).observe({ type: "layout-shift" });
  new MutationObserver(() => requestAnimationFrame(measure))
    .observe(root, { attributeFilter: ["data-rev"] });
  measure();
};
