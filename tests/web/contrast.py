"""How well the texts of a page can be told from what they lie on."""

from __future__ import annotations

#: WCAG 2.2 AA: 4.5 for text, 3 for large text.
TEXT_CONTRAST, LARGE_CONTRAST = 4.5, 3.0

#: Everything with text, its colour and the colours it may lie on: a gradient's are its ends.
CONTRASTS = """() => {
    const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
    const over = ([r, g, b, a = 1], below) => [r, g, b].map((one, place) => one * a + below[place] * (1 - a));
    const light = (rgb) => {
        const [r, g, b] = rgb.map((one) => one / 255).map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const grounds = (node) => {
        if (node === null) return [[14, 21, 18]];
        const style = getComputedStyle(node);
        const ends = style.backgroundImage === 'none' ? [] : (style.backgroundImage.match(/rgba?\\([^)]*\\)/g) ?? []).map(parse);
        if (ends.length) return ends.map((end) => end.slice(0, 3));
        const own = parse(style.backgroundColor);
        return own[3] === 0 ? grounds(node.parentElement) : grounds(node.parentElement).map((below) => over(own, below));
    };
    const found = [];
    for (const node of document.querySelectorAll('body *')) {
        const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
        if (!own || !node.checkVisibility({ visibilityProperty: true }) || node.closest(':disabled, .unseen, svg, noscript')) continue;
        const style = getComputedStyle(node);
        const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
        const worst = Math.min(...grounds(node).map((ground) => {
            const [a, b] = [light(over(parse(style.color), ground)), light(ground)];
            return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        }));
        found.push([`${node.tagName}.${node.className} ${node.textContent.trim().slice(0, 30)}`, worst, large]);
    }
    return found;
}"""
