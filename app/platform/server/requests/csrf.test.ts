import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseConfig, useConfig } from "../core/config.ts";
import { headersOfFiles, isCrossSite, secured, withoutSession } from "./csrf.ts";

const EMBEDDED = {
  STET_EMBEDDED: "1",
  DATABASE_URL: "postgres://postgres@localhost/stet",
  APP_SECRET: "s".repeat(32),
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
};
const at = (address: string) => useConfig(parseConfig({ ...EMBEDDED, PUBLIC_URL: address }));
beforeAll(() => at("https://stet.example"));
afterAll(() => at("http://localhost:3000"));

const sent = (headers: Record<string, string>, method = "POST") =>
  new Request("http://stet.example/x", { method, headers: { host: "stet.example", ...headers } });

describe("another site's request", () => {
  test.each<[string, Record<string, string>]>([
    ["cross-site", { "sec-fetch-site": "cross-site", origin: "https://stet.example" }],
    ["same-site", { "sec-fetch-site": "same-site" }],
    ["another origin", { origin: "https://evil.example" }],
    ["no origin to speak of", { origin: "null" }],
    ["not an address", { origin: "stet.example" }],
    ["ours with more behind", { origin: "https://stet.example.evil.example" }],
    ["another port", { origin: "https://stet.example:8443" }],
  ])("is recognized by its header: %s", (_what, headers) => {
    expect(isCrossSite(sent(headers), false)).toBe(true);
    expect(isCrossSite(sent(headers, "GET"), true)).toBe(false);
  });

  test("isn't one from our own pages, or from a program without a session", () => {
    for (const headers of [
      { "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "none" },
      { origin: "https://stet.example" },
    ] as Record<string, string>[])
      expect(isCrossSite(sent(headers), true)).toBe(false);
    expect(isCrossSite(sent({}), false)).toBe(false);
  });

  test("is any with a session that a form could send and that doesn't name its origin, but not JSON", () => {
    for (const type of [
      {},
      { "content-type": "application/x-www-form-urlencoded" },
      { "content-type": "text/plain; application/json" },
      { "content-type": "multipart/form-data; boundary=x" },
    ])
      expect(isCrossSite(sent(type as Record<string, string>), true)).toBe(true);
    expect(isCrossSite(sent({ "content-type": "application/json; charset=utf-8" }), true)).toBe(false);
    expect(isCrossSite(sent({ "content-type": "application/json", origin: "null" }), true)).toBe(true);
  });
});

describe("an origin without sessions", () => {
  test("removes them from a request, and nothing else", async () => {
    const request = new Request("http://stet.example/x", {
      method: "POST",
      body: "a=b",
      headers: { cookie: "a=b; stet.session_token=x; __Secure-stet.two_factor=y; stet_draft=z" },
    });
    const bare = withoutSession(request);
    expect([bare.headers.get("cookie"), bare.method, await bare.text()]).toEqual(["a=b; stet_draft=z", "POST", "a=b"]);
    expect(withoutSession(sent({ cookie: "stet.session_token=x" })).headers.has("cookie")).toBe(false);
    const none = sent({ cookie: "stet_draft=z" });
    expect(withoutSession(none)).toBe(none);
  });
});

describe("every response", () => {
  test("has the security headers that it didn't set itself", () => {
    const { headers } = secured(Response.json({}, { headers: { "referrer-policy": "no-referrer" } }));
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": "frame-ancestors 'none'",
      "strict-transport-security": "max-age=31536000",
    });
    expect(
      secured(new Response("<p>", { headers: { "content-type": "text/html" } })).headers.get("content-security-policy"),
    ).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  test("is the same answer with them, or a copy where its headers can't be changed", async () => {
    const page = new Response("page");
    expect(secured(page)).toBe(page);
    const redirect = secured(Response.redirect("https://stet.example/orders", 302));
    expect([redirect.status, redirect.headers.get("location"), redirect.headers.get("x-content-type-options")]).toEqual(
      [302, "https://stet.example/orders", "nosniff"],
    );
    const twice = secured(secured(new Response("<p>", { headers: { "content-type": "text/html" } })));
    expect(twice.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  test("requires https only if there is https, and never on this machine", () => {
    expect(headersOfFiles("/assets/a.js")["strict-transport-security"]).toBe("max-age=31536000");
    for (const address of ["http://stet.example", "https://localhost:3000", "https://stet-app.localhost"]) {
      at(address);
      expect([address, headersOfFiles("/assets/a.js")["strict-transport-security"]]).toEqual([address, undefined]);
    }
    at("https://stet.example");
  });

  test("for a file says how long it can be cached, and who may embed it", () => {
    expect(headersOfFiles("/assets/a.js")).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headersOfFiles("/card.png")).toMatchObject({
      "cache-control": "public, max-age=0, must-revalidate",
      "cross-origin-resource-policy": "cross-origin",
    });
  });
});
