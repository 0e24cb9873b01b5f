import { expect, test } from "vitest";
import { usedCss } from "./used-css.ts";

const PAGE = `<html lang="en"><body><main class="page _a_1"><a href="/x" data-variant="filled" id="top">x</a><p style="color:var(--own)">y</p></main></body></html>`;
const used = (css: string, html = PAGE): string => usedCss(html, [css]);

test.each([
  ["an element", "a{top:0}", "b{top:0}"],
  ["a class", ".page{top:0}", ".other{top:0}"],
  ["both of two classes", ".page._a_1{top:0}", ".page.other{top:0}"],
  ["an id", "#top{top:0}", "#end{top:0}"],
  ["an attribute", "[data-variant]{top:0}", "[data-size]{top:0}"],
  ["a disabled element", "p{top:0}", "p:disabled{top:0}"],
  ["an attribute's value", `a[data-variant="filled"]{top:0}`, "a[data-variant=light]{top:0}"],
  ["an ancestor", "main>a{top:0}", "nav>a{top:0}"],
  ["content in a list of alternatives", ":where(nav,main) a{top:0}", ":where(nav,main) b{top:0}"],
  ["content beside alternatives if one is there", "a:is(.other,[href])+p{top:0}", "a:is(.other,[data-size])+p{top:0}"],
  ["alternatives in alternatives", ":is(nav,main:has(b,a[href])) p{top:0}", ":is(nav,main:has(b,i)) p{top:0}"],
  ["one alternative alone", ":where(.page) a{top:0}", ":where(.other) a{top:0}"],
  ["the root, and no shadow tree", ":root{top:0}", ":host{top:0}"],
  ["a rule inside", "@layer x{@media print{a{top:0}}}", "@layer x{@media print{b{top:0}}}"],
])("keeps a rule for %s", (_name, kept, dropped) => {
  expect(used(kept + dropped)).toBe(kept);
});

test.each([
  "a:hover{top:0}",
  "a:not(.other):focus-visible{top:0}",
  "a:not(:is(.other,[data-x])){top:0}",
  "a::before{top:0}",
  "main[open]{top:0}",
  "[data-chat-embedded] a{top:0}",
  `[data-mantine-color-scheme=dark] a{top:0}`,
  "a:nth-child(2n + 1){top:0}",
  "@media (prefers-reduced-motion:reduce){a{top:0}}",
  "@supports (top:0){a{top:0}}",
  "@layer base,other;",
  `@font-face{font-family:"A Fallback";src:local("Arial")}`,
  "main{top:0;&:hover{top:1px}}",
])("keeps what may match in another state: %s", (css) => {
  expect(used(css)).toBe(css);
});

test("at rest, drops what needs a pointer, a selection, a printer, or a script, and keeps focus", () => {
  const kept = [
    "a:focus-visible{top:0}",
    "main[open]{top:0}",
    "[data-script-failed] a{top:0}",
    "a:not(:hover){top:0}",
    "p[aria-expanded]{top:0}",
    "@media (width<=48em){a{top:0}}",
  ].join("");
  const dropped = [
    "a:hover{top:0}",
    "main:is(:hover,.other) a{top:0}",
    "a:active{top:0}",
    "::selection{top:0}",
    "[data-busy]{top:0}",
    "a[aria-invalid=true]{top:0}",
    "@media print{a{top:0}}",
    "@media (hover:hover){a:hover{top:0}}",
  ].join("");
  const html = PAGE.replace("<p ", `<p aria-expanded="false" `);
  expect(usedCss(html, [kept + dropped], { atRest: true })).toBe(kept);
  expect(usedCss(html, [dropped])).toBe(dropped);
  expect(usedCss(html, ["a,a:hover{top:0}"], { atRest: true })).toBe("a{top:0}");
});

test("keeps the selectors of a list that can match", () => {
  expect(used("b,a,.other{top:0}")).toBe("a{top:0}");
});

test("keeps the custom properties that are used, directly or through others", () => {
  expect(used(":root{--a:var(--b);--b:1px;--c:2px;--own:var(--d);--d:red}a{top:var(--a)}")).toBe(
    ":root{--a:var(--b);--b:1px;--own:var(--d);--d:red}a{top:var(--a)}",
  );
});

test("drops a root's layered property if the same root has it outside a layer, and an earlier one of equal weight", () => {
  const css = "@layer x{:root{--a:1px}}:root{--a:2px}:root{--a:3px}:root[data-x]{--a:4px}a{top:var(--a)}";
  expect(used(css, `<html data-x><a>x</a></html>`)).toBe(":root{--a:3px}:root[data-x]{--a:4px}a{top:var(--a)}");
  const conditional = ":root{--a:1px}@media print{:root{--a:2px}}a{top:var(--a)}";
  expect(used(conditional)).toBe(conditional);
});

test("drops the spaces after commas, except in strings and URLs", () => {
  expect(used(`a{font:1rem "A, B", serif;content:'x, y';background:url(data:a, b), url("c, d"), rgb(0, 0, 0)}`)).toBe(
    `a{font:1rem "A, B",serif;content:'x, y';background:url(data:a, b),url("c, d"),rgb(0,0,0)}`,
  );
});

test("keeps the animations that are used", () => {
  const turn = "@keyframes turn{to{rotate:1turn}}";
  expect(used(`${turn}@keyframes fade{to{opacity:0}}a{animation:1s turn}`)).toBe(`${turn}a{animation:1s turn}`);
});
