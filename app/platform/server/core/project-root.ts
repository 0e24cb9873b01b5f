import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root: source files stay on disk beside the production bundle, wherever the process was started. */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const file = join(folder, "package.json");
    if (existsSync(file) && (JSON.parse(readFileSync(file, "utf8")) as { name?: string }).name === "stet")
      return folder;
    const up = dirname(folder);
    if (up === folder) throw new Error("The project's package.json is missing.");
    folder = up;
  }
}
