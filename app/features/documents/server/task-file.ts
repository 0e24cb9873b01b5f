import { readFile, stat } from "node:fs/promises";
import { asRefusal, Refused, type Refusal } from "../rules/readers/refusal.ts";

const MAX_FILE = 100 * 1024 * 1024;

export async function load(path: string): Promise<Buffer> {
  const { size } = await stat(path);
  if (size > MAX_FILE)
    throw new Refused("too-long", "This file is larger than 100 MB.", "Compress its pictures, or split it into parts.");
  return readFile(path);
}

/** Runs a task. `name` is the file's name, so that advice can mention the right program. */
export async function guarded<T>(work: () => Promise<T>, name = ""): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    // A missing file is the caller's mistake, not the document's.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return asRefusal(error, name);
  }
}
