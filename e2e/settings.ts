import os from "node:os";
import path from "node:path";
import { keepScratchInMemory } from "../boot/testing/scratch-folder.ts";

export type BrowserTestSettings = { E2E_PORT: string; E2E_DATA_DIR: string; E2E_PREPARED: string };

/**
 * Where the tests' main product listens and keeps its data, and the folder with the demo world that every product of
 * the run copies. The first process to ask chooses; the others find its choice in their environment.
 */
export function browserTestSettings(): BrowserTestSettings {
  keepScratchInMemory();
  const folder = path.join(os.tmpdir(), `stet-e2e-${process.pid}`);
  return {
    E2E_PORT: process.env["E2E_PORT"] ?? String(20_000 + (process.pid % 12_000)),
    E2E_DATA_DIR: process.env["E2E_DATA_DIR"] ?? folder,
    E2E_PREPARED: process.env["E2E_PREPARED"] ?? `${folder}-prepared`,
  };
}
