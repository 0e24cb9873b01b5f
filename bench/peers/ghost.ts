/**
 * The signed-out home page: requests per second of Stet, with the page from its memory and rendered each time, and of
 * Ghost with its own theme and MariaDB (Ghost's production database is MySQL).
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import autocannon from "autocannon";
import { freePort, startProduct } from "../../e2e/product.ts";
import { processorMs } from "../processor.ts";
import { type Contestant, perProcessorSecond, perSecond, takeTurns } from "./contest.ts";
import { install, versionOf } from "./install.ts";
import type { Options } from "./options.ts";
import { type Program, answersAt, startProgram } from "./program.ts";
import { type Figure, compare } from "./table.ts";

const CONNECTIONS = 20;
/** What browsers say they can read. */
const BROWSER = "gzip, deflate, br, zstd";

type Site = { url: string; pids: readonly number[]; close(): Promise<void> };

/** A page with this address, asked for with these encodings. */
function visits(name: string, { url, pids }: Site, address: string, encodings: string): Contestant {
  return {
    name,
    processorMs: () => processorMs(pids),
    async run(seconds) {
      const { requests, errors, non2xx } = await autocannon({
        url: `${url}${address}`,
        connections: CONNECTIONS,
        duration: seconds,
        headers: { accept: "text/html", "accept-encoding": encodings },
      });
      if (errors + non2xx > 0) throw new Error(`${name}: ${errors + non2xx} requests failed.`);
      return requests.total;
    },
  };
}

/** A program of Debian's MariaDB packages. @throws saying how to install them */
function mariadb(name: string): string {
  const file = ["/usr/sbin", "/usr/bin", "/usr/local/bin"]
    .map((it) => path.join(it, name))
    .find((it) => existsSync(it));
  if (!file) throw new Error(`Ghost needs ${name}. On Debian: apt-get install mariadb-server-core mariadb-client-core`);
  return file;
}

async function startMariaDb(folder: string): Promise<Program & { socket: string }> {
  const data = path.join(folder, "db");
  const socket = path.join(folder, "db.sock");
  const user = os.userInfo().username;
  const common = ["--no-defaults", `--user=${user}`, `--datadir=${data}`];
  const made = spawnSync(
    mariadb("mariadb-install-db"),
    [...common, "--auth-root-authentication-method=normal", "--skip-test-db"],
    { encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`The database for Ghost couldn't be created.\n${made.stderr}`);
  const client = mariadb("mariadb");
  const query = (sql: string): boolean =>
    spawnSync(client, ["--no-defaults", `--socket=${socket}`, "--user=root", `--execute=${sql}`]).status === 0;
  const program = await startProgram(
    mariadb("mariadbd"),
    [...common, `--socket=${socket}`, "--skip-networking"],
    { cwd: folder, env: process.env },
    () => Promise.resolve(query("select 1")),
  );
  if (!query("create database ghost character set utf8mb4")) throw new Error("The database for Ghost is missing.");
  return { ...program, socket };
}

async function startGhost(installed: string): Promise<Site> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "peers-ghost-"));
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const started: Program[] = [];
  const close = async (): Promise<void> => {
    for (const program of started.toReversed()) await program.stop();
    removeFolder();
  };
  try {
    const database = await startMariaDb(folder);
    started.push(database);
    const home = path.join(installed, "package");
    cpSync(path.join(home, "content"), path.join(folder, "content"), { recursive: true });
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const ghost = await startProgram(
      process.execPath,
      ["index.js"],
      {
        cwd: home,
        env: {
          PATH: process.env["PATH"],
          NODE_ENV: "production",
          url,
          server__host: "127.0.0.1",
          server__port: String(port),
          database__client: "mysql",
          database__connection__socketPath: database.socket,
          database__connection__user: "root",
          database__connection__password: "",
          database__connection__database: "ghost",
          paths__contentPath: path.join(folder, "content"),
          logging__level: "error",
          mail__transport: "Direct",
        },
      },
      () => answersAt(url),
    );
    started.push(ghost);
    return { url, pids: [ghost.pid, database.pid], close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The built product with its demo world, as `npm start` runs it. */
async function startStet(): Promise<Site> {
  const product = await startProduct();
  const postmaster = Number(readFileSync(path.join(product.dataDir, "pg/postmaster.pid"), "utf8").split("\n")[0]);
  const { web, worker } = product.pids();
  return { url: product.url, pids: [...web, ...worker, postmaster], close: () => product.stop() };
}

export async function measureGhost(options: Options, say: (text: string) => void): Promise<Figure[]> {
  const installed = await install("ghost", options.folder, say);
  const sites: Site[] = [];
  try {
    const stet = await startStet();
    sites.push(stet);
    const ghost = await startGhost(installed);
    sites.push(ghost);
    const names = { cached: "Stet", plain: "Stet, uncompressed", uncached: "Stet, not cached" } as const;
    const theirs = { home: "Ghost", plain: "Ghost, uncompressed" } as const;
    const turns = await takeTurns(
      [
        visits(names.cached, stet, "/", BROWSER),
        visits(theirs.home, ghost, "/", BROWSER),
        // An address with a query is never cached: each request renders the page.
        visits(names.uncached, stet, "/?uncached", BROWSER),
        visits(names.plain, stet, "/", "identity"),
        visits(theirs.plain, ghost, "/", "identity"),
      ],
      options,
      say,
    );
    const row = (what: string, our: string, their: string, goals: [number | null, number | null]): Figure[] =>
      [perSecond, perProcessorSecond].map((rate, i) =>
        compare({
          what,
          unit: i === 0 ? "requests/s" : "requests per CPU second",
          peer: versionOf("ghost"),
          ours: turns.get(our)!.map(rate),
          theirs: turns.get(their)!.map(rate),
          goal: goals[i]!,
          better: "higher",
        }),
      );
    return [
      ...row("home from memory, as browsers ask for it", names.cached, theirs.home, [50, null]),
      ...row("home from memory, uncompressed", names.plain, theirs.plain, [null, null]),
      ...row("home rendered each time, as browsers ask for it", names.uncached, theirs.home, [null, 5]),
    ];
  } finally {
    for (const site of sites) await site.close();
  }
}
