/** What the rows share that compare a world with a small one. */
import path from "node:path";
import { runnerImport } from "vite";
import type { Measure } from "./row.ts";
import type { ScaleRead } from "./two-worlds.ts";

/**
 * A world's module. The letters that the product's code leads to are written in JSX, which Node alone does not read.
 */
export async function importWorld<Module>(file: string): Promise<Module> {
  const { module } = await runnerImport<Module>(path.resolve(import.meta.dirname, file), {
    root: path.resolve(import.meta.dirname, ".."),
    logLevel: "error",
  });
  return module;
}

/** Reads as measures: processor time against the same read in the small world. @param small what the small world has */
export const measuresOf = (small: string, reads: readonly ScaleRead[]): Measure[] =>
  reads.map(({ name, bigMs, bigCpuMs, smallMs, smallCpuMs }) => ({
    name,
    value: bigCpuMs,
    unit: "ms of processor",
    against: `the same with ${small} (${smallCpuMs.toFixed(2)} ms); by the clock ${bigMs.toFixed(2)} to ${smallMs.toFixed(2)} ms`,
    ratio: bigCpuMs / smallCpuMs,
  }));
