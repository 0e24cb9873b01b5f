import { expect, test } from "vitest";
import { readableFirst } from "./readable-first.ts";

const page = (head: string) => `<head><link rel="icon" href="/favicon.svg"/>${head}</head><body>text</body></html>`;
const PAGE = page(
  `<link rel="stylesheet" href="/assets/root-a.css"/><link rel="stylesheet" href="/assets/home-b.css" nonce="x"/>`,
);
const SHEETS: Record<string, string> = { "/assets/root-a.css": "a{color:red}", "/assets/home-b.css": "b{color:blue}" };
const find = (href: string) => SHEETS[href] ?? null;

test("a page carries its styles, in their order, and its links hold nothing up", () => {
  expect(readableFirst(PAGE, "n", find)).toMatch(
    /^<head><link rel="icon" href="\/favicon.svg"\/><style nonce="n">a\{color:red\}\nb\{color:blue\}<\/style><link rel="stylesheet" href="\/assets\/root-a.css" media="not all"\/><link rel="stylesheet" href="\/assets\/home-b.css" nonce="x" media="not all"\/><\/head><body>text<script nonce="n">\(function.*<\/script><\/body><\/html>$/s,
  );
});

test("a page stays as it is where a sheet is missing, would end the style, or there is none", () => {
  expect(readableFirst(PAGE, "n", (href) => (href.includes("root") ? "a{}" : null))).toBe(PAGE);
  expect(readableFirst(PAGE, "n", () => "a{content:'</style>'}")).toBe(PAGE);
  expect(readableFirst("<p>none</p>", "n")).toBe("<p>none</p>");
});

test("a sheet that two parts share, marked with an empty fragment, lies in the page too", () => {
  const html = readableFirst(
    page(
      `<link rel="stylesheet" href="/assets/root-a.css"/><link nonce="x" rel="stylesheet" href="/assets/home-b.css#"/>`,
    ),
    "n",
    find,
  );
  expect(html).toContain("a{color:red}\nb{color:blue}</style>");
  expect(html).toContain(`href="/assets/home-b.css#" media="not all"/>`);
});

test("fonts and scripts wait for the first look; without script the fonts apply at once; fallback faces do not wait", () => {
  const css = `@font-face{font-family:"A";src:url(/assets/a.woff2)}@font-face{font-family:"A Fallback";src:local("Arial")}p{color:red}`;
  const html = readableFirst(
    page(
      `<link rel="stylesheet" href="/assets/root-a.css"/><link as="font" rel="preload" href="/assets/a.woff2"/><link rel="modulepreload" href="/assets/a.js"/><script nonce="n" type="module" async="">import "/assets/a.js"</script>`,
    ),
    "n",
    () => css,
  );
  expect(html).toContain(
    `<style nonce="n">@font-face{font-family:"A Fallback";src:local("Arial")}p{color:red}</style><style nonce="n" data-fonts media="(scripting: none)">@font-face{font-family:"A";src:url(/assets/a.woff2)}</style>`,
  );
  expect(html).toContain(
    `<link as="font" rel="later" href="/assets/a.woff2"/><link rel="later" href="/assets/a.js"/><script nonce="n" type="later" async="">`,
  );
});
