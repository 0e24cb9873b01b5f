import { renderToString } from "react-dom/server";
import { type EntryContext, Links, Scripts, type ServerBuild, ServerRouter, createRequestHandler } from "react-router";
import { expect, test } from "vitest";
import { MODULE, PRELOAD, STYLESHEET } from "./rendered-html.ts";

const Page = () => (
  <html lang="en">
    <head>
      <Links />
    </head>
    <body>
      <Scripts />
    </body>
  </html>
);
const root = {
  id: "root",
  path: "",
  hasLoader: false,
  hasAction: false,
  hasClientLoader: false,
  hasClientAction: false,
  hasErrorBoundary: false,
  module: "/assets/root-1.js",
  imports: ["/assets/react-1.js"],
  css: ["/assets/root-1.css"],
};
/** The minimum build that the router needs to render a page. */
const build = {
  entry: {
    module: {
      default: (request: Request, status: number, headers: Headers, context: EntryContext) =>
        new Response(renderToString(<ServerRouter context={context} url={request.url} />), { status, headers }),
    },
  },
  routes: {
    root: {
      id: "root",
      path: "",
      module: { default: Page, links: () => [{ rel: "preload", href: "/assets/a.woff2", as: "font" }] },
    },
  },
  assets: {
    entry: { imports: ["/assets/react-1.js"], module: "/assets/entry-1.js" },
    routes: { root },
    url: "/assets/manifest.js",
    version: "1",
  },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {},
  isSpaMode: false,
  ssr: true,
  prerender: [],
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
} as unknown as ServerBuild;

test("finds the stylesheet, preloads and scripts that the router renders", async () => {
  const html = await (await createRequestHandler(build, "production")(new Request("http://localhost/"))).text();
  expect([...html.matchAll(STYLESHEET)].map((match) => match[1])).toEqual(["/assets/root-1.css"]);
  const early = [...html.matchAll(PRELOAD)];
  expect(early.length).toBeGreaterThan(1);
  expect(html).toContain("/assets/a.woff2");
  const later = html.replaceAll(PRELOAD, '<link$1rel="later"');
  expect(later).not.toMatch(/rel="(?:modulepreload|preload)"/);
  expect(html.match(MODULE)).not.toBeNull();
  expect(html.replaceAll(MODULE, '$1 type="later"')).not.toContain('type="module"');
});
