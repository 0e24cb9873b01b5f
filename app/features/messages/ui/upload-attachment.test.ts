import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { networkLimitMs } from "#app/platform/browser/core/fetch-in-time.ts";
import { uploadAttachment } from "./upload-attachment.ts";

/** A request that answers only when the test says so. */
class SilentRequest extends EventTarget {
  static last: SilentRequest;
  upload = new EventTarget();
  status = 0;
  responseText = "";
  constructor() {
    super();
    SilentRequest.last = this;
  }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.say("abort");
  }
  say(event: "load" | "error" | "abort") {
    this.dispatchEvent(new Event(event));
    this.dispatchEvent(new Event("loadend"));
  }
}

const file = new File(["two invoices"], "invoices.txt");
const moved = () =>
  SilentRequest.last.upload.dispatchEvent(
    Object.assign(new Event("progress"), { lengthComputable: true, loaded: 3, total: 12 }),
  );

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", SilentRequest);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("an upload", () => {
  test("ends when nothing moves, and says what to do", async () => {
    const parts: number[] = [];
    const { done } = uploadAttachment(file, (part) => parts.push(part));
    const ended = done.catch((error: Error) => error.message);
    vi.advanceTimersByTime(networkLimitMs() - 1);
    moved();
    vi.advanceTimersByTime(networkLimitMs() - 1);
    expect(parts).toEqual([0.25]);
    vi.advanceTimersByTime(1);
    expect(await ended).toBe("The connection is too slow. Attach the file again.");
  });

  test("leaves no clock running once it's answered", async () => {
    const { done } = uploadAttachment(file, () => {});
    SilentRequest.last.status = 200;
    SilentRequest.last.responseText = JSON.stringify({ id: "att_1", name: "invoices.txt", bytes: 12 });
    SilentRequest.last.say("load");
    expect(await done).toMatchObject({ id: "att_1" });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("that the writer canceled says so", async () => {
    const { done, stop } = uploadAttachment(file, () => {});
    const ended = done.catch((error: Error) => error.message);
    stop();
    expect(await ended).toBe("Upload canceled.");
  });
});
