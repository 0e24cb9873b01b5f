import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { forgetIdToken, idToken } from "./id-token.ts";

const HOUR = 3_600_000;
let given = 0;
let fail: "network" | "ended" | null = null;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T12:00:00Z") });
  given = 0;
  fail = null;
  forgetIdToken();
  vi.stubGlobal("fetch", async () => {
    if (fail === "network") throw new TypeError("Failed to fetch");
    if (fail === "ended")
      return Response.json(
        { error: { code: "user-token-expired", message: "You are not signed in any more.", advice: "Sign in again." } },
        { status: 401 },
      );
    given += 1;
    return Response.json({ token: `token-${given}`, expiresAt: new Date(Date.now() + HOUR).toISOString() });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const after = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe("the session user's token", () => {
  test("is reused while it has more than five minutes left, then refreshed", async () => {
    expect((await idToken("usr_1")).token).toBe("token-1");
    after(HOUR - 5 * 60_000 - 1_000);
    expect((await idToken("usr_1")).token).toBe("token-1");
    after(1_000);
    expect((await idToken("usr_1")).token).toBe("token-2");
  });
  test("is requested once, however many callers ask at the same time", async () => {
    const tokens = await Promise.all([idToken("usr_1"), idToken("usr_1"), idToken("usr_1")]);
    expect(new Set(tokens.map((t) => t.token)).size).toBe(1);
    expect(given).toBe(1);
  });
  test("stays usable while the service is unreachable, until thirty seconds before it expires", async () => {
    await idToken("usr_1");
    fail = "network";
    after(HOUR - 60_000);
    expect((await idToken("usr_1")).token).toBe("token-1");
    after(30_000);
    await expect(idToken("usr_1")).rejects.toMatchObject({ code: "network-request-failed" });
  });
  test("isn't given out once the session has ended", async () => {
    await idToken("usr_1");
    fail = "ended";
    after(HOUR - 60_000);
    await expect(idToken("usr_1")).rejects.toMatchObject({ code: "user-token-expired", status: 401 });
  });
  test("is refreshed on request, and never for another person", async () => {
    await idToken("usr_1");
    expect((await idToken("usr_1", true)).token).toBe("token-2");
    expect((await idToken("usr_2")).token).toBe("token-3");
  });
});
