import { data } from "react-router";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ask } from "./ask.ts";
import { networkLimitMs } from "./fetch-in-time.ts";
import { call } from "./call.ts";
import { keepTyped } from "./keep-typed.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const answering = (answer: () => Response) => vi.stubGlobal("fetch", async () => answer());
/** A server that never answers: only the time limit ends it. */
const silence = () =>
  vi.stubGlobal(
    "fetch",
    (_path: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
  );

describe("asking the server", () => {
  test("waits 30 seconds on desktop and 60 on a phone", () => {
    vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/150" });
    expect(networkLimitMs()).toBe(30_000);
    vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (Linux; Android 15) Mobile" });
    expect(networkLimitMs()).toBe(60_000);
    vi.stubGlobal("navigator", { userAgent: "", userAgentData: { mobile: true } });
    expect(networkLimitMs()).toBe(60_000);
  });
  test("reports a silent or lost network as network-request-failed", async () => {
    silence();
    await expect(ask("/api/x", {}, { limitMs: 10 })).rejects.toMatchObject({
      code: "network-request-failed",
      status: 0,
    });
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    await expect(ask("/api/x", {})).rejects.toMatchObject({ code: "network-request-failed" });
  });
  test("keeps a refusal's code, words and fields, and treats a proxy's page as our fault", async () => {
    answering(() =>
      Response.json(
        { error: { code: "taken", message: "Somebody was first.", advice: "Look again.", fields: { a: "b" } } },
        { status: 409 },
      ),
    );
    await expect(ask("/api/x", {})).rejects.toMatchObject({
      code: "taken",
      message: "Somebody was first.",
      advice: "Look again.",
      status: 409,
      fields: { a: "b" },
    });
    answering(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
    await expect(ask("/api/x", {})).rejects.toMatchObject({ code: "internal", status: 502 });
    answering(() => new Response("<h1>Sign in to the wifi</h1>"));
    await expect(ask("/api/x", {})).rejects.toMatchObject({ code: "internal" });
  });
  test("reports a call that takes too long as deadline-exceeded", async () => {
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      expect(ms).toBe(70_000);
      const control = new AbortController();
      setTimeout(() => control.abort(), 5);
      return control.signal;
    });
    silence();
    await expect(call("quote", {}, null)).rejects.toMatchObject({ code: "deadline-exceeded" });
    vi.restoreAllMocks();
  });
  test("sends the integrity check's token, requested once", async () => {
    const asked: { path: string; token: string | null }[] = [];
    vi.stubGlobal("fetch", async (path: string, init: { headers: Record<string, string> }) => {
      asked.push({ path, token: init.headers["x-app-integrity"] ?? null });
      return path === "/api/integrity"
        ? Response.json({ token: "t", expiresAt: new Date(Date.now() + 60 * 60_000).toISOString() })
        : Response.json({ result: 1 });
    });
    expect([await call("a", {}, "proof"), await call("b", {}, "proof")]).toEqual([1, 1]);
    expect(asked).toEqual([
      { path: "/api/integrity", token: null },
      { path: "/api/call/a", token: "t" },
      { path: "/api/call/b", token: "t" },
    ]);
  });
});

describe("a form's answer, or that there is none", () => {
  test("says so and keeps what was typed", async () => {
    expect(
      await keepTyped(async () => {
        throw new TypeError("Failed to fetch");
      }),
    ).toMatchObject({ error: { code: "network-request-failed" } });
    vi.useFakeTimers();
    vi.stubGlobal("navigator", { userAgent: "" });
    const late = keepTyped(() => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await late).toMatchObject({ error: { code: "network-request-failed" } });
  });
  test("isn't used for our own bugs or redirects", async () => {
    await expect(
      keepTyped(async () => {
        throw new TypeError("x is undefined");
      }),
    ).rejects.toThrow("x is undefined");
    const redirect = new Response(null, { status: 302 });
    await expect(
      keepTyped(async () => {
        throw redirect;
      }),
    ).rejects.toBe(redirect);
  });

  test("has a status that lets its page read itself again, also if it's a refusal", async () => {
    for (const answer of [{ ok: true }, { error: { kind: "conflict" } }])
      expect(await keepTyped(async () => answer)).toEqual(data(answer, 200));
  });
});
