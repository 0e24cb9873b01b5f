/**
 * Orders over HTTP, from a dropped manuscript to a settled payment: the built product, a PostgreSQL with fsync, and the
 * card sandbox.
 */
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { closeDatabase, useDatabase } from "#app/platform/server/core/database.ts";
import { Client, Unexpected, manuscript } from "../e2e/client.ts";
import { crowd, openAccounts } from "./siege/crowd.ts";
import { machine } from "./siege/machine.ts";
import { startServices } from "./siege/services.ts";

const AT_ONCE = 8;
const WARM_UP_S = 5;
const SECONDS = 20;
/** A kernel clock tick, in ms. */
const TICK_MS = 10;

export type HttpOrders = {
  ordersPerSecond: number;
  /** Requests with one query each, in the same process. */
  healthPerSecond: number;
  /** How long each step of an order takes for its author, in ms, with {@link AT_ONCE} people ordering at once. */
  steps: Record<string, number>;
  /** CPU time per order, in ms. */
  processor: Record<string, number>;
};

/** A process's CPU time so far, in ms. */
function processorMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}

/** CPU time of PostgreSQL and its sessions, including ended ones. */
function postgresMs(postmaster: number): number {
  const fields = readFileSync(`/proc/${postmaster}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  let sum = [11, 12, 13, 14].reduce((ms, at) => ms + Number(fields[at]) * TICK_MS, 0);
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      if (Number(stat.replace(/^.*\) /s, "").split(" ")[1]) === postmaster) sum += processorMs(Number(name));
    } catch {
      // The process just ended.
    }
  }
  return sum;
}

/** One order, step by step. */
async function order(client: Client, mark: string, note: (step: string, ms: number) => void): Promise<void> {
  const timed = async <T>(step: string, run: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await run();
    note(step, performance.now() - begun);
    return result;
  };
  const { name, bytes } = manuscript(mark);
  const { orderId } = await timed("draft", () => client.openDraft());
  await timed("manuscript, counted", async () => {
    const file = await client.upload(orderId, name, bytes);
    if (file.state !== "counted") throw new Unexpected("The file isn't counted", 503, file.state);
  });
  await timed("choices saved", () => client.saveChoices(orderId));
  const checkout = await timed("price frozen, checkout opened", () => client.place(orderId));
  await timed("card charged (sandbox)", () => client.payAt(checkout));
}

export async function measureHttpOrders(): Promise<HttpOrders> {
  const services = await startServices();
  const it = machine("bench", services.ports[0], services.folder, services.env);
  const db = new pg.Pool({ connectionString: services.databaseUrl, max: 2 });
  try {
    await it.start();
    const people = crowd(AT_ONCE * 3).filter((person) => person.member);
    await openAccounts(useDatabase(services.databaseUrl, 2), people);
    const url = `http://localhost:${services.ports[0]}`;
    const authors = await Promise.all(
      people
        .filter((person) => person.role === "author")
        .slice(0, AT_ONCE)
        .map(({ member }) => new Client(services.url).signIn(member!.email)),
    );
    const steps: Record<string, number> = {};
    let placed = 0;
    let counting = false;
    const note = (step: string, ms: number): void => {
      if (counting) steps[step] = (steps[step] ?? 0) + ms;
    };
    const paid = async (): Promise<number> =>
      (await db.query<{ n: number }>(`select count(*)::int as n from facts where kind = 'order.paid'`)).rows[0]!.n;
    const run = async (seconds: number, name: string): Promise<number> => {
      const until = performance.now() + seconds * 1000;
      let done = 0;
      await Promise.all(
        authors.map(async (author, i) => {
          for (let n = 0; performance.now() < until; n++) {
            await order(author, `${name}-${i}-${n}`, note);
            done += 1;
          }
        }),
      );
      placed += done;
      while ((await paid()) < placed) await sleep(10);
      return done;
    };
    await run(WARM_UP_S, "warm");
    const pids = it.pids();
    const postmaster = Number(readFileSync(`${services.folder}/pg/postmaster.pid`, "utf8").split("\n")[0]);
    const spent = (): Record<string, number> => ({
      "web process": processorMs(pids.web!),
      "worker process": processorMs(pids.worker!),
      PostgreSQL: postgresMs(postmaster),
      "card sandbox, object store, and authors": processorMs(process.pid),
    });
    const before = spent();
    const begun = performance.now();
    counting = true;
    const done = await run(SECONDS, "timed");
    counting = false;
    const seconds = (performance.now() - begun) / 1000;
    const after = spent();

    let answered = 0;
    const healthUntil = performance.now() + 4_000;
    await Promise.all(
      authors.map(async () => {
        while (performance.now() < healthUntil) {
          await (await fetch(`${url}/healthz`)).arrayBuffer();
          answered += 1;
        }
      }),
    );
    const perOrder = (sums: Record<string, number>): Record<string, number> =>
      Object.fromEntries(Object.entries(sums).map(([name, ms]) => [name, ms / done]));
    return {
      ordersPerSecond: done / seconds,
      healthPerSecond: answered / 4,
      steps: perOrder(steps),
      processor: perOrder(Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - before[name]!]))),
    };
  } finally {
    await it.stop();
    await db.end();
    await closeDatabase();
    await services.stop();
  }
}
