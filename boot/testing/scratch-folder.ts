/**
 * Where tests keep what they throw away. They make and remove some hundred thousand small files, most of them PostgreSQL's,
 * and a file system on a disk is slow at that: ext4 searches long for an inode that was not deleted just now. So they go to
 * memory where there is plenty of it, and else to the system's temporary directory.
 */
import { accessSync, constants, readFileSync, statfsSync } from "node:fs";

const MEMORY = "/dev/shm";
const TMPFS = 0x01021994;
const GIGABYTE = 2 ** 30;
/** A whole run takes less than one and a half. */
const ROOM = 3 * GIGABYTE;
/** What the products, the browsers and everything else have left beside it. */
const LEFT = 4 * GIGABYTE;

/** Makes `os.tmpdir()` a folder in memory, here and in the processes that are started from here. Nothing where TMPDIR is set. */
export function keepScratchInMemory(): void {
  if (process.env["TMPDIR"] === undefined && hasRoom()) process.env["TMPDIR"] = MEMORY;
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.R_OK | constants.W_OK | constants.X_OK);
    const { type, bavail, bsize } = statfsSync(MEMORY);
    const available = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1];
    return type === TMPFS && bavail * bsize >= ROOM && Number(available) * 1024 >= ROOM + LEFT;
  } catch {
    return false;
  }
}
