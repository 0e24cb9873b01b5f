import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

/** Streams that the tabs of one browser open. The test plays the server. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 1;
  constructor() {
    super();
    FakeSource.all.push(this);
  }
  close(): void {
    this.readyState = 2;
  }
  beats(): void {
    this.dispatchEvent(new Event("beat"));
  }
  events(kind: string): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ kind, orderId: null }) }));
  }
}
const open = () => FakeSource.all.filter((it) => it.readyState !== 2);

/** A fake window: tests fire the events that suspend pages. */
beforeAll(() => {
  vi.stubGlobal("EventSource", FakeSource);
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  FakeSource.all = [];
});

/** A tab: a fresh copy of the module in its own window. */
async function tab() {
  const window = new EventTarget();
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.resetModules();
  const { onLiveEvent } = await import("./live.ts");
  const heard: string[] = [];
  onLiveEvent((event) => heard.push(event.kind));
  return {
    heard,
    putAside: () => window.dispatchEvent(new Event("pagehide")),
    comesBack: () => window.dispatchEvent(new Event("pageshow")),
  };
}

test("tabs share one connection, a later tab gets what it missed, and the next takes over when the first is suspended", async () => {
  const first = await tab();
  await expect.poll(() => open().length).toBe(1);
  open()[0]!.beats();
  const second = await tab();
  open()[0]!.events("order.paid");
  await expect
    .poll(() => [first.heard, second.heard])
    .toEqual([["order.paid"], expect.arrayContaining(["order.paid"])]);
  expect(FakeSource.all).toHaveLength(1);

  first.putAside();
  await expect.poll(() => FakeSource.all.length).toBe(2);
  expect(open()).toHaveLength(1);
  open()[0]!.beats();
  open()[0]!.events("order.assigned");
  await expect.poll(() => second.heard.at(-1)).toBe("order.assigned");
  expect(first.heard).toEqual(["order.paid"]);

  first.comesBack();
  await expect.poll(() => first.heard, { timeout: 4_000 }).toEqual(["order.paid", "order.assigned"]);
  open()[0]!.events("order.delivered");
  await expect.poll(() => [first.heard.at(-1), second.heard.at(-1)]).toEqual(["order.delivered", "order.delivered"]);
  expect(open()).toHaveLength(1);
  second.putAside();
  first.putAside();
});
