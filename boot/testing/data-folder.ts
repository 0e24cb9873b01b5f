import { rmSync } from "node:fs";
import path from "node:path";
import { socketDirectoryOf } from "../embedded-postgres/account.ts";

/** Removes a data directory, and the directory of its database's socket, which is elsewhere. */
export function removeDataFolder(folder: string): void {
  for (const it of [folder, socketDirectoryOf(path.resolve(folder, "pg"))])
    rmSync(it, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
