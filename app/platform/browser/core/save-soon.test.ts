import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AskError, networkProblem } from "./ask.ts";
import { type Saving, saveSoon, unsavedIn } from "./save-soon.ts";

let window: EventTarget;
let document: EventTarget & { visibilityState: string };
let unsaved: string[];
let sent: string[][];
let shown: Saving[];
let held: boolean;
/** What the next requests do; after the last, they succeed. */
let answers: (() => Promise<void>)[];
const refuses = (status: number) => async () => {
  throw new AskError("no", "It's refused.", "Change it.", status);
};

const saver = () =>
  saveSoon(
    () => ({
      isUnsaved: () => unsaved.length > 0,
      isHeld: (leaving) => held && !leaving,
      send: async () => {
        const lines = unsaved;
        sent.push(lines);
        await answers.shift()?.();
        unsaved = unsaved.filter((line) => !lines.includes(line));
      },
    }),
    (saving) => shown.push(saving),
    500,
    2_000,
  );
const type = (it: ReturnType<typeof saver>, line: string) => {
  unsaved = [...unsaved, line];
  it.touch();
};
const last = () => shown.at(-1)?.state;

beforeEach(() => {
  vi.useFakeTimers();
  window = new EventTarget();
  document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", document);
  [unsaved, sent, shown, answers, held] = [[], [], [], [], false];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("saves once, after a pause in typing", async () => {
  const it = saver();
  type(it, "a");
  await vi.advanceTimersByTimeAsync(499);
  type(it, "b");
  await vi.advanceTimersByTimeAsync(499);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([["a", "b"]]);
  expect(shown.map(({ state }) => state)).toEqual(["unsaved", "saving", "saved"]);
});

test("saves somebody who never pauses", async () => {
  const it = saver();
  for (let ms = 0; ms < 2_400; ms += 400) {
    type(it, String(ms));
    await vi.advanceTimersByTimeAsync(400);
  }
  expect(sent).toHaveLength(1);
});

test("sends one request at a time, then what was typed in the meantime", async () => {
  const it = saver();
  let answer = () => {};
  answers = [() => new Promise<void>((resolve) => (answer = resolve))];
  type(it, "a");
  const first = it.now();
  type(it, "b");
  const second = it.now();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toEqual([["a"]]);
  answer();
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(sent).toEqual([["a"], ["b"]]);
  expect(last()).toBe("saved");
});

test.each([
  ["there's no answer", () => Promise.reject(networkProblem())],
  ["the server fails", refuses(503)],
  ["the server is busy", refuses(429)],
  ["a proxy answers", refuses(200)],
])("tries again when %s", async (_, answer) => {
  const it = saver();
  answers = [answer, answer];
  type(it, "a");
  expect(await it.now()).toBe(false);
  expect(last()).toBe("trying");
  await vi.advanceTimersByTimeAsync(8_000);
  expect(sent).toEqual([["a"], ["a"], ["a"]]);
  expect(last()).toBe("saved");
});

test.each([
  ["a refusal", 409, "stopped"],
  ["an ended session", 401, "signed-out"],
] as const)("stops at %s, keeps it shown, and saves with the next change", async (_, status, state) => {
  const it = saver();
  answers = [refuses(status)];
  type(it, "a");
  expect(await it.now()).toBe(false);
  expect(shown.at(-1)).toMatchObject({ state, problem: { message: "It's refused.", advice: "Change it." } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  type(it, "b");
  expect(last()).toBe(state);
  await vi.advanceTimersByTimeAsync(500);
  expect(sent[1]).toEqual(["a", "b"]);
  expect(last()).toBe("saved");
});

test("waits for the request under way, although nothing else is unsaved", async () => {
  let answer = () => {};
  answers = [() => new Promise<void>((resolve) => (answer = resolve))];
  const it = saver();
  type(it, "a");
  await vi.advanceTimersByTimeAsync(500);
  unsaved = [];
  let done = false;
  const all = it.now().then((whole) => {
    done = true;
    return whole;
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toBe(false);
  answer();
  expect(await all).toBe(true);
  expect(sent).toEqual([["a"]]);
});

test("waits while it's held, but not on leaving", async () => {
  const it = saver();
  const leave = it.watch();
  held = true;
  type(it, "a");
  expect(await it.now()).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
  leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([["a"]]);
});

test("saves when the connection is back, the tab is hidden, or the page is left, and only if something is unsaved", async () => {
  const it = saver();
  const leave = it.watch();
  const all = async () => {
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    document.visibilityState = "hidden";
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    window.dispatchEvent(new Event("pagehide"));
    await vi.advanceTimersByTimeAsync(0);
  };
  await all();
  expect(sent).toEqual([]);
  answers = [refuses(503), refuses(503)];
  type(it, "a");
  await all();
  expect(sent).toEqual([["a"], ["a"], ["a"]]);
  answers = [refuses(503)];
  type(it, "b");
  leave();
  // The page is gone: nothing tries again, and nothing listens.
  await vi.advanceTimersByTimeAsync(60_000);
  await all();
  expect(sent.slice(3)).toEqual([["b"]]);
});

test("shows other content as saved", async () => {
  const it = saver();
  type(it, "a");
  unsaved = [];
  it.reset();
  expect(last()).toBe("saved");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
});

test("keeps what is unsaved in the browser, if it can", () => {
  const store = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, text: string) => void store.set(name, text),
    removeItem: (name: string) => void store.delete(name),
  });
  const lines = unsavedIn<readonly number[]>("lines", []);
  expect(lines.read()).toEqual([]);
  lines.keep([1, 2]);
  expect(lines.read()).toEqual([1, 2]);
  expect(unsavedIn("lines", {}).read()).toEqual({});
  lines.keep([]);
  expect(store.size).toBe(0);
  store.set("lines", "not JSON");
  expect(lines.read()).toEqual([]);
  vi.stubGlobal("localStorage", undefined);
  lines.keep([3]);
  expect(lines.read()).toEqual([]);
});
