/** A limit of memory for a process and its children, by the kernel's control groups (version 1 or 2). Needs root. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";

export type MemoryLimit = {
  /** The command that puts what it runs under the limit, and on one core. */
  under: string[];
  /** What its processes use together, in bytes. What they share counts once. */
  used(): number;
  /** How many of them the kernel killed because there was no more. */
  killed(): number;
  remove(): void;
};

const ROOT = "/sys/fs/cgroup";
const isFirst = existsSync(path.join(ROOT, "memory"));

/** @throws Error if this machine has no such groups, or nobody may make one */
export function limitMemory(bytes: number): MemoryLimit {
  const folder = path.join(ROOT, isFirst ? "memory" : "", `stet-bench-${process.pid}`);
  mkdirSync(folder);
  const file = (name: string) => path.join(folder, name);
  // Without swap, as on a rented machine.
  for (const name of isFirst ? ["memory.limit_in_bytes", "memory.memsw.limit_in_bytes"] : ["memory.max"])
    writeFileSync(file(name), String(bytes));
  if (!isFirst) writeFileSync(file("memory.swap.max"), "0");
  const members = (): string[] => readFileSync(file("cgroup.procs"), "utf8").split("\n").filter(Boolean);
  return {
    under: ["taskset", "-c", "0", "sh", "-c", `echo $$ > ${file("cgroup.procs")} && exec "$@"`, "sh"],
    used: () => members().reduce((total, pid) => total + proportionalSize(pid), 0),
    killed: () =>
      Number(
        /^oom_kill (\d+)$/m.exec(readFileSync(file(isFirst ? "memory.oom_control" : "memory.events"), "utf8"))?.[1],
      ),
    remove: () => rmdirSync(folder),
  };
}

/** A process's own memory and its share of what it has in common with others, in bytes. */
function proportionalSize(pid: string): number {
  try {
    return 1_024 * Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
  } catch {
    // It has just ended.
    return 0;
  }
}
