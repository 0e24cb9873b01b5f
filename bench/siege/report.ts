/** A siege's results, for people (Markdown) and for programs (JSON). */
import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Failure, KindOfRequest } from "./measures.ts";
import type { Options } from "./options.ts";

export type FaultResult = {
  name: string;
  what: string;
  /** Seconds since the start. */
  atS: number;
  recoveredMs: number;
  wrong: string[];
};
export type MemorySample = { atS: number; process: string; mb: number };

export type Report = {
  startedAt: string;
  options: Options;
  minutes: number;
  load: { before: number; calm: number; after: number };
  /** Seconds from the start to the first fault. */
  faultsBegunAtS: number;
  /** How late the siege's own process was, in ms, which is included in every measured time. */
  ownDelay: { p50: number; p99: number };
  people: Record<string, number>;
  acknowledged: Record<string, number>;
  /** `together` is every request of quiet times; undefined if nobody was answered. */
  requests: {
    quiet: KindOfRequest[];
    underFault: KindOfRequest[];
    perSecond: number;
    together: KindOfRequest | undefined;
  };
  failures: Failure[];
  refusals: Record<string, number>;
  faults: FaultResult[];
  notReached: string[];
  memory: MemorySample[];
  surprises: string[];
  atRest: string[];
  passed: boolean;
};

const ms = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  rows.length === 0 ? "None." : [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");

const requests = (kinds: readonly KindOfRequest[]): string =>
  table(
    ["request", "count", "p50 ms", "p99 ms", "longest ms"],
    kinds.map((it) => [`\`${it.label}\``, it.count, ms(it.p50), it.count < 100 ? "" : ms(it.p99), ms(it.most)]),
  );

const together = (it: KindOfRequest | undefined): string =>
  it === undefined
    ? "Nobody was answered."
    : `All kinds together: p50 ${ms(it.p50)} ms, p99 ${ms(it.p99)} ms, longest ${ms(it.most)} ms.`;

/** Each process's memory before the first fault, at the beginning and the end, and its maximum: a leak would grow. */
function memoryTable(samples: readonly MemorySample[], faultsBegunAtS: number): string {
  const names = [...new Set(samples.map((it) => it.process))].toSorted();
  const mean = (values: readonly number[]): number =>
    Math.round(values.reduce((a, b) => a + b, 0) / Math.max(1, values.length));
  return table(
    ["process", "first quarter MB", "last quarter MB", "most MB, with faults"],
    names.map((name) => {
      const own = samples.filter((it) => it.process === name);
      const calm = own.filter((it) => it.atS < faultsBegunAtS).map((it) => it.mb);
      const quarter = Math.max(1, Math.floor(calm.length / 4));
      return [name, mean(calm.slice(0, quarter)), mean(calm.slice(-quarter)), Math.max(...own.map((it) => it.mb))];
    }),
  );
}

/** One line for all kills, and one for each other fault. */
function faultTable(faults: readonly FaultResult[]): string {
  const groups = new Map<string, FaultResult[]>();
  for (const it of faults) {
    const key = it.name === "kill" ? it.what : `${it.name} ${it.what}`;
    groups.set(key, [...(groups.get(key) ?? []), it]);
  }
  return table(
    ["fault", "times", "recovered after, median s", "longest s", "lost or wrong"],
    [...groups.values()].map((list) => {
      const took = list.map((it) => it.recoveredMs / 1000).toSorted((a, b) => a - b);
      const wrong = list.flatMap((it) => it.wrong);
      return [
        list[0]!.what,
        list.length,
        took[Math.floor(took.length / 2)]!.toFixed(1),
        took.at(-1)!.toFixed(1),
        wrong.length === 0 ? "nothing" : wrong.slice(0, 3).join("; "),
      ];
    }),
  );
}

function markdown(it: Report): string {
  const { options } = it;
  const duringFaults = it.failures.filter((f) => f.underFault !== null);
  const quiet = it.failures.filter((f) => f.underFault === null);
  const counts = (record: Record<string, number>): string =>
    Object.entries(record)
      .map(([name, n]) => `${n} ${name}`)
      .join(", ") || "none";
  return `# Siege of ${it.startedAt.slice(0, 16).replace("T", " ")} UTC

**${it.passed ? "Passed" : "Failed"}.** Two machines of one web and one worker process each behind a load balancer, one PostgreSQL, an object store, a mail server, and a card provider. ${options.users} people with ${options.pace} s between two steps on average, ${options.minutes} minutes without a fault, then ${it.faults.length} faults under the same load, ${it.minutes.toFixed(0)} minutes together, seed ${options.seed}. Run it again with \`npm run siege -- --minutes ${options.minutes} --users ${options.users} --pace ${options.pace} --seed ${options.seed} --kills ${options.kills}\`.

${os.cpus().length} cores (${os.cpus()[0]?.model ?? "unknown"}), ${Math.round(os.totalmem() / 2 ** 30)} GB; load average ${it.load.before.toFixed(1)} before, ${it.load.calm.toFixed(1)} before the first fault, and ${it.load.after.toFixed(1)} at the end. The people and the doubles share these cores with the product, in a process that was ${ms(it.ownDelay.p50)} ms late at the median and ${ms(it.ownDelay.p99)} ms at p99: every time below includes that.${options.note ? ` ${options.note}` : ""}

People: ${counts(it.people)}. Acknowledged and found afterward: ${counts(it.acknowledged)}.

## Faults

${faultTable(it.faults)}

"Recovered" means: every process is up, both machines answer \`/readyz\`, and no due job has waited for more than 20 s. After each fault, everything acknowledged until then was looked up, and the ledger summed.

${it.notReached.length > 0 ? `Not reached in this time: ${it.notReached.join("; ")}.\n` : ""}
## At the end

${it.atRest.length === 0 ? "Nothing waits, nothing was given up, the ledger is zero and agrees with every payment, and nothing acknowledged is missing." : it.atRest.map((line) => `- ${line}`).join("\n")}

${it.surprises.length > 0 ? `Surprises:\n\n${it.surprises.map((line) => `- ${line}`).join("\n")}\n` : ""}
## Requests in quiet times

From the arrival of the last person to the first fault: ${Math.round(it.requests.perSecond * 10) / 10} requests per second. ${together(it.requests.together)} A p99 is given for kinds with 100 requests or more.

${requests(it.requests.quiet)}

Without an answer, or with a server error: ${quiet.length === 0 ? "none." : ""}

${
  quiet.length === 0
    ? ""
    : table(
        ["request", "result", "times"],
        quiet.map((f) => [`\`${f.label}\``, f.what, f.count]),
      )
}

## Requests during faults

From the first fault to the end.

${requests(it.requests.underFault)}

Without an answer, or with a server error (people sent them again, and all were answered in the end):

${table(["fault", "result", "times"], grouped(duringFaults))}

Refused (a conflict, or asked to wait): ${counts(it.refusals)}.

## Memory

Resident memory, in quarters of the time before the first fault. A process that was killed starts again from the beginning.

${memoryTable(it.memory, it.faultsBegunAtS)}
`.replaceAll(/\n{3,}/g, "\n\n");
}

function grouped(failures: readonly Failure[]): (string | number)[][] {
  const sums = new Map<string, { fault: string; what: string; count: number }>();
  for (const { underFault, what, count } of failures) {
    const key = `${underFault} ${what}`;
    const it = sums.get(key) ?? { fault: underFault ?? "", what, count: 0 };
    it.count += count;
    sums.set(key, it);
  }
  return [...sums.values()].toSorted((a, b) => b.count - a.count).map((it) => [it.fault, it.what, it.count]);
}

/** Writes both files. @returns the Markdown */
export function writeReport(report: Report): string {
  const { report: to } = report.options;
  mkdirSync(path.dirname(to), { recursive: true });
  const text = markdown(report);
  writeFileSync(`${to}.md`, text);
  // The Markdown summarizes the many samples.
  writeFileSync(`${to}.json`, `${JSON.stringify(report, null, 2)}\n`);
  return text;
}
