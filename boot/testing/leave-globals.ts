/**
 * The test files of a worker share their globals, so one that leaves another `Response` behind breaks whichever file
 * comes next: it fails here instead.
 */
import { afterAll } from "vitest";

const NAMES = ["Request", "Response", "Headers", "fetch", "Date", "setTimeout", "EventSource", "window", "document"];
const all = globalThis as unknown as Record<string, unknown>;
const found = NAMES.map((name) => all[name]);

afterAll(() => {
  const left = NAMES.filter((name, i) => all[name] !== found[i]);
  if (left.length > 0) throw new Error(`This file leaves its own ${left.join(", ")} to the files after it.`);
});
