/**
 * `npm run peers -- [ghost|vendure|parse|mammoth ...]`: installs these programs and measures Stet beside them, in one
 * run, in turns. `--rounds`, `--seconds` per turn, `--folder` for the installations, `--write` puts the figures into
 * docs/benchmarks.md.
 */
import { dayOf } from "#app/platform/rules/core/day.ts";
import { readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { measureGhost } from "./ghost.ts";
import { measureMammoth } from "./mammoth.ts";
import { type PeerName, type Options, readOptions } from "./options.ts";
import { measureParse } from "./parse.ts";
import { type Figure, markdown, replacePart } from "./table.ts";
import { measureVendure } from "./vendure.ts";

const DOCUMENT = path.resolve(import.meta.dirname, "../../docs/benchmarks.md");
const MEASURES: Record<PeerName, (options: Options, say: (text: string) => void) => Promise<Figure[]>> = {
  ghost: measureGhost,
  vendure: measureVendure,
  parse: measureParse,
  mammoth: measureMammoth,
};

const say = (text: string): void => console.error(text);

/** When, on which machine, and how busy it was: the load is the average number of processes that wanted a core. */
function circumstances(rounds: number, loads: readonly number[]): string {
  const cores = os.cpus();
  const day = dayOf(new Date());
  const [from, to] = [Math.min(...loads), Math.max(...loads)].map((load) => load.toFixed(1));
  return `Measured on ${day}: ${cores.length} cores (${cores[0]?.model.trim() ?? "unknown"}), ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, load ${from} to ${to}, ${rounds === 1 ? "one round" : `medians of ${rounds} rounds`}.`;
}

let options: Options;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
for (const peer of options.peers) {
  const loads = [os.loadavg()[0]!];
  const watch = setInterval(() => loads.push(os.loadavg()[0]!), 5_000);
  try {
    const text = markdown(await MEASURES[peer](options, say));
    const about = circumstances(options.rounds, loads);
    console.log(`\n${about}\n\n${text}`);
    if (options.write)
      writeFileSync(DOCUMENT, replacePart(readFileSync(DOCUMENT, "utf8"), peer, `${about}\n\n${text}`));
  } catch (error) {
    process.exitCode = 1;
    console.error(`${peer} couldn't be measured: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearInterval(watch);
  }
}
process.exit();
