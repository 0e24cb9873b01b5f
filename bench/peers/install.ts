/** Installs peers on request, each with its pinned version, in a folder outside the project. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Exact versions, so two runs compare with the same programs. */
export const VERSIONS = {
  ghost: { ghost: "6.65.0" },
  vendure: { "@vendure/core": "3.7.3", pg: "8.23.1" },
  parse: { "parse-server": "9.10.0" },
  /** Measures our pages (bench/lighthouse.ts). */
  lighthouse: { lighthouse: "13.5.0" },
} as const;
/** Ghost's package has a lock file of this package manager. */
const PNPM = "12.4.2";
const INSTALL_LIMIT_MS = 15 * 60_000;
const DONE = "installed";

export type Installed = keyof typeof VERSIONS;

/** Such as "parse-server 9.10.0", as the table shows it. */
export const versionOf = (peer: Installed): string => Object.entries(VERSIONS[peer])[0]!.join(" ");

/**
 * Installs a peer unless this version is there already. Its packages' install scripts don't run: what they would
 * compile or download isn't used by what we measure.
 * @returns its folder @throws with npm's output if it fails
 */
export async function install(peer: Installed, folder: string, say: (text: string) => void): Promise<string> {
  const versions: Record<string, string> = VERSIONS[peer];
  const here = path.join(folder, `${peer}-${Object.values(versions)[0]!}`);
  if (existsSync(path.join(here, DONE))) return here;
  say(`Installing ${versionOf(peer)} in ${here} (a few minutes).`);
  rmSync(here, { recursive: true, force: true });
  mkdirSync(here, { recursive: true });
  writeFileSync(path.join(here, "package.json"), JSON.stringify({ private: true }));
  const npm = (...args: string[]): Promise<void> => run("npm", args, here);
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  if (peer === "ghost") {
    await npm("pack", `ghost@${versions["ghost"]!}`, ...quiet);
    await run("tar", ["xzf", `ghost-${versions["ghost"]!}.tgz`], here);
    await npm("install", `pnpm@${PNPM}`, ...quiet);
    const pnpm = path.join(here, "node_modules/.bin/pnpm");
    await run(pnpm, ["install", "--prod", "--frozen-lockfile", "--ignore-scripts"], path.join(here, "package"));
  } else {
    const wanted = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
    await npm("install", "--ignore-scripts", ...wanted, ...quiet);
  }
  writeFileSync(path.join(here, DONE), "");
  return here;
}

function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"], timeout: INSTALL_LIMIT_MS });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data) => {
        output = (output + String(data)).slice(-4_000);
      });
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ${args.join(" ")} failed (${code}).\n${output}`)),
    );
  });
}
