/** Processor time of processes, as the kernel counts it (Linux). */
import { readFileSync, readdirSync } from "node:fs";

/** A kernel clock tick, in ms. */
const TICK_MS = 10;

type Stat = { parent: number; ownMs: number; endedMs: number };

/** A process's parent, its CPU time, and that of its ended children; undefined if it's gone. */
function statOf(pid: number): Stat | undefined {
  try {
    // The name is in parentheses and may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const ms = (at: number): number => Number(fields[at]) * TICK_MS;
    return { parent: Number(fields[1]), ownMs: ms(11) + ms(12), endedMs: ms(13) + ms(14) };
  } catch {
    return undefined;
  }
}

/** The CPU time of these processes and their children so far, including ended ones, in ms. */
export function processorMs(roots: readonly number[]): number {
  const all = new Map<number, Stat>();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    if (stat) all.set(Number(name), stat);
  }
  const seen = new Set<number>();
  const sum = (pid: number): number => {
    const stat = all.get(pid);
    if (!stat || seen.has(pid)) return 0;
    seen.add(pid);
    let ms = stat.ownMs + stat.endedMs;
    for (const [child, { parent }] of all) if (parent === pid) ms += sum(child);
    return ms;
  };
  return roots.reduce((ms, pid) => ms + sum(pid), 0);
}
