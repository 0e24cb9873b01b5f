/** The siege's command-line options. */
import { parseArgs } from "node:util";

export const FAULTS = [
  "kill",
  "database-restart",
  "database-gone",
  "storage",
  "storage-full",
  "mail",
  "cards-down",
  "cards-slow",
  "events",
  "crowd",
  "clock",
  "upgrade",
] as const;
export type FaultName = (typeof FAULTS)[number];

export type Options = {
  /** Minutes of load without faults. The faults follow, under the same load. */
  minutes: number;
  users: number;
  seed: number;
  faults: readonly FaultName[];
  kills: number;
  /** Mean time that a person reads, decides, or types between two steps, in seconds. */
  pace: number;
  /** The report's path, without an extension. */
  report: string;
  /** A note about the machine for readers of the figures. */
  note: string;
};

/** @throws naming the invalid option */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: "string", default: "10" },
      users: { type: "string", default: "200" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      only: { type: "string", default: "" },
      kills: { type: "string", default: "100" },
      pace: { type: "string", default: "20" },
      report: { type: "string", default: "docs/siege/report" },
      note: { type: "string", default: "" },
    },
  });
  const minutes = positive("minutes", values.minutes);
  const only = values.only.split(",").filter((name) => name !== "");
  const unknown = only.find((name) => name !== "none" && !(FAULTS as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no fault called "${unknown}". The faults are: ${FAULTS.join(", ")}, or none.`);
  return {
    minutes,
    users: Math.max(5, Math.round(positive("users", values.users))),
    seed: positive("seed", values.seed),
    faults: only.length === 0 ? FAULTS : FAULTS.filter((name) => only.includes(name)),
    kills: Math.round(positive("kills", values.kills)),
    pace: positive("pace", values.pace),
    report: values.report,
    note: values.note,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above zero, and is "${text}".`);
  return value;
}
