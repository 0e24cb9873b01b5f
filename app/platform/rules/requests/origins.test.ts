import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  addressOn,
  answersEverywhere,
  appOriginOf,
  appUrl,
  hasSeparateOrigins,
  isAppSide,
  isOnApp,
  publicUrl,
} from "./origins.ts";

const TWO = { app: "https://stet-app.example.org", public: "https://stet-public.example.org" };
const ONE = { app: "https://stet.example.org", public: "https://stet.example.org" };
const TABLE = path.resolve(import.meta.dirname, "../../../../../shared/spec/access.json");

describe("the application's side", () => {
  test.skipIf(!existsSync(TABLE))("is what the specification lists, each with all beneath it", () => {
    const { appSide } = JSON.parse(readFileSync(TABLE, "utf8")) as {
      appSide: { prefixes: string[]; forcedOntoAppOrigin: string[] };
    };
    // All of them are forced onto the app origin, not only those that the specification lists a second time.
    for (const prefix of new Set([...appSide.prefixes, ...appSide.forcedOntoAppOrigin])) {
      for (const at of [prefix, `${prefix}/x`, `${prefix}/x/y`, `${prefix}/`])
        expect([at, isAppSide(at)]).toEqual([at, true]);
      for (const at of [`${prefix}-more`, `${prefix}s-more/x`, `/x${prefix}`])
        expect([at, isAppSide(at)]).toEqual([at, false]);
    }
  });

  test("excludes public pages and paths that only share a prefix", () => {
    for (const at of ["/", "/editor-agreement", "/pricing", "/blog/admin", "/ordering", "/my-orders"])
      expect([at, isAppSide(at)]).toEqual([at, false]);
  });

  test("is recognized however the path is written, the way the router reads it", () => {
    for (const at of ["/ADMIN", "//admin", "/%61dmin/orders", "/Order/new"])
      expect([at, isAppSide(at)]).toEqual([at, true]);
    for (const at of ["/admin%2Forders", "/%E0%A4%A"]) expect([at, isAppSide(at)]).toEqual([at, false]);
  });

  test("keeps its endpoints to itself, except what public pages need", () => {
    for (const at of [
      "/api/drafts",
      "/api/drafts/ord_1",
      "/api/files/fil_1",
      "/api/call/quote",
      "/api/chat",
      "/api/chat/live",
      "/api/unsubscribe",
      "/healthz",
      "/readyz",
      "/robots.txt",
      "/blog/rss.xml",
    ])
      expect([at, answersEverywhere(at)]).toEqual([at, true]);
    for (const at of [
      "/api/auth/sign-in/email",
      "/api/call/acceptInvite",
      "/api/call",
      "/api/notifications",
      "/api/live",
      "/api/csv/editor-payouts",
      "/auth/mailbox",
      "/API/auth/get-session",
    ])
      expect([at, answersEverywhere(at)]).toEqual([at, false]);
  });
});

describe("addresses", () => {
  test("join a path and an origin, adding a missing slash", () => {
    expect(appUrl(TWO, "order/new?x=1")).toBe("https://stet-app.example.org/order/new?x=1");
    expect(appUrl(TWO, "/order/new")).toBe("https://stet-app.example.org/order/new");
    expect(publicUrl(TWO, "")).toBe("https://stet-public.example.org/");
  });

  test("never leave their origin, whatever the path", () => {
    for (const path of [
      "//evil.example/x",
      "/\\evil.example",
      "@evil.example",
      ".evil.example",
      ":80@evil.example",
      "https://evil.example",
    ])
      expect([path, new URL(addressOn(TWO.app, path)).origin]).toEqual([path, TWO.app]);
  });

  test("of the app use the public name with -app for -public", () => {
    expect(appOriginOf("https://stet-public.example.org")).toBe("https://stet-app.example.org");
    expect(appOriginOf("http://stet-public.localhost:3000")).toBe("http://stet-app.localhost:3000");
    expect(appOriginOf("https://stet.example.org")).toBeNull();
  });
});

describe("sessions", () => {
  test("exist on the app origin and nowhere else", () => {
    expect(hasSeparateOrigins(TWO)).toBe(true);
    expect(isOnApp(TWO, "stet-app.example.org")).toBe(true);
    expect(isOnApp(TWO, "STET-app.example.org")).toBe(true);
    for (const host of [
      "stet-public.example.org",
      "evil.example",
      "stet-app.example.org.evil.example",
      "stet-app.example.org:8080",
      "",
      null,
    ])
      expect([host, isOnApp(TWO, host)]).toEqual([host, false]);
  });

  test("exist under every name if only one address is configured", () => {
    expect(hasSeparateOrigins(ONE)).toBe(false);
    for (const host of ["stet.example.org", "127.0.0.1:3000", null]) expect(isOnApp(ONE, host)).toBe(true);
  });
});
