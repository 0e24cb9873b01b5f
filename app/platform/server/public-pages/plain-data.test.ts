import { runInNewContext } from "node:vm";
import { renderToPipeableStream } from "react-dom/server";
import { createElement } from "react";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import {
  type EntryContext,
  Scripts,
  type ServerBuild,
  ServerRouter,
  UNSAFE_decodeViaTurboStream,
  createRequestHandler,
} from "react-router";
import { expect, test } from "vitest";
import { firstScript } from "../../rules/public-pages/first-script.ts";
import { withPlainData } from "./plain-data.ts";

/** A page with this data, as the router renders it. */
async function rendered(data: unknown): Promise<string> {
  const root = {
    id: "root",
    path: "",
    hasLoader: true,
    hasAction: false,
    hasClientLoader: false,
    hasClientAction: false,
    hasErrorBoundary: false,
    module: "/assets/root-1.js",
    imports: [],
    css: [],
  };
  const Page = () => createElement("html", null, createElement("body", null, createElement(Scripts)));
  const build = {
    entry: {
      module: {
        default: (request: Request, status: number, headers: Headers, context: EntryContext) =>
          new Promise<Response>((resolve, reject) => {
            const { pipe } = renderToPipeableStream(createElement(ServerRouter, { context, url: request.url }), {
              onAllReady: () =>
                void text(pipe(new PassThrough())).then((html) => resolve(new Response(html, { status, headers }))),
              onError: reject,
            });
          }),
      },
    },
    routes: { root: { id: "root", path: "", module: { default: Page, loader: () => data } } },
    assets: {
      entry: { imports: [], module: "/assets/entry-1.js" },
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
  return (await createRequestHandler(build, "production")(new Request("http://localhost/"))).text();
}

/** What the browser's router reads after the first script has run on a page with this JSON. */
async function readByRouter(json: string): Promise<unknown> {
  const pieces: string[] = [];
  let isClosed = false;
  const data = { textContent: json };
  const document = {
    body: { dataset: {}, appendChild() {} },
    querySelector: () => null,
    querySelectorAll: (selector: string) => (selector === "script[data-page]" ? [data] : []),
  };
  const window = {
    __reactRouterContext: {
      streamController: { enqueue: (piece: string) => pieces.push(piece), close: () => (isClosed = true) },
    },
  };
  runInNewContext(firstScript({ guard: "", chat: "" }), {
    window,
    document,
    requestAnimationFrame: (then: () => void) => then(),
    setTimeout: (then: () => void) => then(),
  });
  expect(isClosed).toBe(true);
  const stream = new Response(pieces.join("")).body!;
  return (await UNSAFE_decodeViaTurboStream(stream, globalThis as unknown as Window)).value;
}

const DATA = {
  none: null,
  list: [1, 2.5, -3, 0, "", "text", true, false, null, [], {}, ["same", "same"]],
  same: { a: { b: "text" } },
  again: { a: { b: "text" } },
  markup: `</script><script>alert("1")</script><!-- & \\ \u2028`,
  "a key": { "": 1 },
};

test("a page's data is plain JSON, and the router reads the same from it", async () => {
  const html = withPlainData(await rendered(DATA));
  expect(html).not.toContain("streamController.enqueue(");
  expect(html).not.toContain("streamController.close(");
  const json = /<script type="application\/json" data-page="">(.*?)<\/script>/s.exec(html)![1]!;
  expect(json).not.toContain("<");
  expect(JSON.parse(json)).toMatchObject({ loaderData: { root: DATA } });
  expect(JSON.parse(JSON.stringify(await readByRouter(json)))).toEqual(JSON.parse(json));
});

test("what has no value is left out", async () => {
  expect(withPlainData(await rendered({ a: undefined, b: 1 }))).toContain(`"root":{"b":1}`);
});

test.each([
  ["a date", { at: new Date(0) }],
  ["a promise", { later: Promise.resolve(1) }],
  ["a set", { all: new Set([1]) }],
  ["no number", { n: NaN }],
  ["an empty place in a list", { list: [undefined] }],
])("a page whose data has %s is unchanged", async (_name, data) => {
  const html = await rendered(data);
  expect(html).toContain("streamController.enqueue(");
  expect(withPlainData(html)).toBe(html);
});
