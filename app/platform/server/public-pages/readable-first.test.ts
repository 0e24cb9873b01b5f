import { expect, test } from "vitest";
import { readableFirst } from "./readable-first.ts";

const page = (head: string) =>
  `<head><link rel="icon" href="/favicon.svg"/>${head}</head><body><a><b>text</b></a></body></html>`;
const PAGE = page(
  `<link rel="stylesheet" href="/assets/root-a.css"/><link rel="stylesheet" href="/assets/home-b.css" nonce="x"/><script nonce="n" type="module">1</script>`,
);
const SHEETS: Record<string, string> = { "/assets/root-a.css": "a{color:red}", "/assets/home-b.css": "b{color:blue}" };
const FACE = `@font-face{font-family:"A";src:url(/assets/a.woff2)}`;
const FALLBACK = `@font-face{font-family:"A Fallback";src:local("Arial")}`;
const FIRST = "/assets/first-1a2b3c4d.js";
const built = (stylesheet: (href: string) => string | null) => ({ stylesheet, firstScript: () => FIRST });
const BUILT = built((href) => SHEETS[href] ?? null);
const TAG = `<script src="${FIRST}" defer=""></script>`;

test("a page carries the styles it uses, in their order, and its links don't block", () => {
  expect(readableFirst(PAGE, "n", BUILT)).toBe(
    `<head><link rel="icon" href="/favicon.svg"/><style nonce="n">a{color:red}\nb{color:blue}</style><link rel="stylesheet" href="/assets/root-a.css" media="(scripting: none)"/><link rel="stylesheet" href="/assets/home-b.css" nonce="x" media="(scripting: none)"/><script nonce="n" type="later">1</script>${TAG}</head><body><a><b>text</b></a></body></html>`,
  );
});

test("a page without script has only the styles it uses: of its links, the one of the fonts stays and waits", () => {
  const html = readableFirst(
    page(`<link rel="stylesheet" href="/assets/fonts-f.css"/><link rel="stylesheet" href="/assets/root-a.css"/>`),
    "n",
    built((href) => (href.includes("fonts") ? FACE : `${FALLBACK}b{top:0}b:hover{top:1px}i{top:0}`)),
  );
  expect(html).toContain(
    `<style nonce="n">${FALLBACK}b{top:0}b:hover{top:1px}</style><link rel="stylesheet" href="/assets/fonts-f.css" media="(scripting: none)"/>${TAG}</head>`,
  );
});

test("a page whose complete sheets come after the first paint has its styles at rest until then", () => {
  const html = readableFirst(
    PAGE,
    "n",
    built(() => "b{top:0}b:hover{top:1px}"),
  );
  expect(html).toContain('<style nonce="n">b{top:0}\nb{top:0}</style>');
});

test("below the first screen a page links its sheets, and only what's above has its styles in the page", () => {
  const css: Record<string, string> = {
    "/assets/root-a.css": ":root{--red:red;--blue:blue;--gold:gold}a{top:0}b{top:0}",
    "/assets/fonts-f.css": FACE,
    "/assets/home-b.css": "a{color:var(--red)}b{color:var(--blue)}b:hover{color:var(--gold)}",
  };
  const html = readableFirst(
    page(
      `${Object.keys(css)
        .map((href) => `<link rel="stylesheet" href="${href}"/>`)
        .join("")}<script nonce="n" type="module">1</script>`,
    ).replace("<a><b>text</b></a>", '<a>above</a><div hidden="" data-first-screen-end=""></div><b>below</b>'),
    "n",
    built((href) => css[href] ?? null),
  );
  // The root's sheet isn't linked there, so the page has all that it says about itself, and the values that the linked
  // sheets use.
  expect(html).toContain(
    '<style nonce="n">:root{--red:red;--blue:blue;--gold:gold}a{top:0}b{top:0}\na{color:var(--red)}</style>',
  );
  expect(html).toContain(
    '<a>above</a><div hidden="" data-first-screen-end=""><link rel="stylesheet" href="/assets/home-b.css"/><script nonce="n"> </script></div><b>below</b>',
  );
  for (const href of Object.keys(css))
    expect(html).toContain(`<link rel="stylesheet" href="${href}" media="(scripting: none)"/>`);
});

test("a script that is in the first one too is sent empty, and its element stays for hydration", () => {
  const html = readableFirst(
    PAGE.replace(
      "</head>",
      `<script data-first="" nonce="n">guard("</p>")</script><script nonce="n">own()</script></head>`,
    ),
    "n",
    BUILT,
  );
  expect(html).toContain(`<script data-first="" nonce="n"></script><script nonce="n">own()</script>${TAG}</head>`);
});

test("a page is unchanged if a sheet or the first script is missing, a sheet would close the style element, or there is none", () => {
  const same = (html: string, files: Parameters<typeof readableFirst>[2]) =>
    expect(readableFirst(html, "n", files)).toBe(html);
  same(
    PAGE,
    built((href) => (href.includes("root") ? "a{}" : null)),
  );
  same(PAGE, { ...BUILT, firstScript: () => null });
  same(
    PAGE,
    built(() => "a{content:'</style>'}"),
  );
  same("<p>none</p>", BUILT);
});

test("a sheet that two parts share, marked with an empty fragment, is inlined too", () => {
  const html = readableFirst(
    page(
      `<link rel="stylesheet" href="/assets/root-a.css"/><link nonce="x" rel="stylesheet" href="/assets/home-b.css#"/><script type="module">1</script>`,
    ),
    "n",
    BUILT,
  );
  expect(html).toContain(`href="/assets/home-b.css#" media="(scripting: none)"/>`);
  expect(html).toContain("a{color:red}\nb{color:blue}</style>");
});

test("fonts and scripts wait for the first paint, fallback faces don't, and without JavaScript the sheets with the fonts apply at once", () => {
  const css = `${FACE}${FALLBACK}b{color:red}`;
  const html = readableFirst(
    page(
      `<link rel="stylesheet" href="/assets/root-a.css"/><link as="font" rel="preload" href="/assets/a.woff2"/><link rel="modulepreload" href="/assets/a.js"/><script nonce="n" type="module" async="">import "/assets/a.js"</script>`,
    ),
    "n",
    built(() => css),
  );
  expect(html).toContain(
    `<style nonce="n">${FALLBACK}b{color:red}</style><link rel="stylesheet" href="/assets/root-a.css" media="(scripting: none)"/>`,
  );
  expect(html).toContain(
    `<link as="font" rel="later" href="/assets/a.woff2"/><link rel="later" href="/assets/a.js"/><script nonce="n" type="later" async="">`,
  );
});
