/** The command-line options of `npm run peers`. */
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

export const PEERS = ["ghost", "vendure", "parse", "mammoth"] as const;
export type PeerName = (typeof PEERS)[number];

export type Options = {
  peers: readonly PeerName[];
  /** How often each program takes its turn. The table has the medians. */
  rounds: number;
  /** How long each turn lasts. */
  seconds: number;
  /** Where the peers are installed: outside the project, so nothing of theirs can be imported by accident. */
  folder: string;
  /** Whether to write the figures into docs/benchmarks.md. */
  write: boolean;
};

/** @throws naming the invalid option */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "6" },
      folder: { type: "string" },
      write: { type: "boolean", default: false },
    },
  });
  const unknown = positionals.find((name) => !isPeer(name));
  if (unknown !== undefined) throw new Error(`There is no peer called "${unknown}". Choose from ${PEERS.join(", ")}.`);
  return {
    peers: positionals.length === 0 ? PEERS : PEERS.filter((name) => positionals.includes(name)),
    rounds: wholeNumber("rounds", values.rounds),
    seconds: wholeNumber("seconds", values.seconds),
    folder: path.resolve(
      values.folder ?? path.join(env["XDG_CACHE_HOME"] ?? path.join(os.homedir(), ".cache"), "stet-peers"),
    ),
    write: values.write,
  };
}

const isPeer = (name: string): name is PeerName => (PEERS as readonly string[]).includes(name);

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Error(`--${name} must be a whole number above zero, not "${text}".`);
  return value;
}
