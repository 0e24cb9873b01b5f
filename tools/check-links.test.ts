import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { checkLinks, fits, linksIn, objection, pagePaths } from "./check-links.ts";

const PAGES = ["/", "/order/new", "/order/:orderId", "/order/:orderId/rate", "/admin/orders", "/terms"];
const ENDPOINTS = ["/api/invoices/:id/pdf", "/assets/*"];

const judge = (source: string): (string | null)[] =>
  linksIn("planted.tsx", source).map((link) => objection(link, PAGES, ENDPOINTS));

describe("a link", () => {
  test.each([
    ["an attribute", `<Link to="/admin/ordres" />`],
    ["an attribute's expression", `<a href={late ? "/admin/ordres" : "/terms"} />`],
    ["a property", `const tabs = [{ label: "Orders", to: "/admin/ordres?show=all" }];`],
    ["a redirect", `redirect("/admin/ordres#late");`],
    ["a navigation", `navigate("/admin/ordres");`],
    ["a named part", `const HERE = "/admin/ordres"; <Link to={\`\${HERE}?new\`} />`],
    ["a file", `<a href={\`/api/invoice/\${id}/pdf\`} />`],
  ])("to a missing page is found in %s", (_where, source) => {
    expect(judge(source).filter((it) => it !== null)).toEqual(["no page and no endpoint has this address"]);
  });

  test("with a parameter must be typed", () => {
    expect(judge("<Link to={`/order/${id}/rate`} />")).toEqual([
      'write href("/order/:orderId/rate", { ... }), which checks the address and its parameters',
    ]);
    expect(judge(`<Link to={href("/order/:orderId/rate", { orderId })} />`)).toEqual([]);
  });

  test("to a page, an endpoint, a query or an anchor is allowed", () => {
    expect(
      judge(
        "<><Link to='/order/new?order=1' /><a href={`/api/invoices/${id}/pdf`} /><Link to={`/${document}`} /><a href='#top' /><a href='https://example.org' /></>",
      ).filter((it) => it !== null),
    ).toEqual([]);
  });
});

test.each([
  ["/order/new", "/order/:orderId", true],
  ["/order/", "/order/:orderId", false],
  ["/order", "/order/:orderId", false],
  ["/assets/a/b.js", "/assets/*", true],
  ["/terms/x", "/terms", false],
])("%s fits %s: %s", (link, known, expected) => {
  expect(fits(link, known)).toBe(expected);
});

test("reads all pages from the map", () => {
  expect(pagePaths()).toEqual(expect.arrayContaining(["/", "/terms", "/order/:orderId", "/admin/orders/:orderId"]));
});

test("names a planted dead link with its file and line, but not a valid one", () => {
  const root = mkdtempSync(path.join(os.tmpdir(), "stet-links-"));
  mkdirSync(path.join(root, "app"));
  mkdirSync(path.join(root, "public"));
  writeFileSync(path.join(root, "app/endpoints.ts"), "");
  writeFileSync(path.join(root, "app/menu.tsx"), `<Link to="/terms" />;\n<Link to="/termz" />;\n`);
  expect(checkLinks(root)).toEqual({
    links: 2,
    dead: [{ file: "app/menu.tsx", line: 2, link: "/termz", reason: "no page and no endpoint has this address" }],
  });
  rmSync(root, { recursive: true });
});
