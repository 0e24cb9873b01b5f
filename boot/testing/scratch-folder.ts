/**
 * Where tests put temporary files. They create and delete hundreds of thousands of small files, mostly PostgreSQL's,
 * which is slow on disk: ext4 searches long for an inode that wasn't deleted just now. With enough memory they use
 * that, and otherwise the system's temporary directory.
 */
import { accessSync, constants, readFileSync, statfsSync } from "node:fs";

const MEMORY = "/dev/shm";
const TMPFS = 0x01021994;
const GIGABYTE = 2 ** 30;
/** A complete run takes less than one and a half. */
const ROOM = 3 * GIGABYTE;
/** What must remain for the products, browsers and everything else. */
const LEFT = 4 * GIGABYTE;

/** Moves `os.tmpdir()` to memory, for this process and its children. Does nothing if TMPDIR is set. */
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
