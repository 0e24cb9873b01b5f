/**
 * `npm run siege`: the built product on two machines, people of every role, and one fault after another. Everything
 * that was acknowledged must be there afterward. The report says what was measured.
 */
import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { reconcileLedger } from "#app/features/payments/server/ledger/reconcile-ledger.ts";
import { closeDatabase, useDatabase } from "#app/platform/server/core/database.ts";
import { randomOf } from "../../e2e/random.ts";
import { Ledger } from "./acknowledged.ts";
import { liveAsAuthor } from "./author.ts";
import type { City } from "./city.ts";
import { type Role, crowd, openAccounts } from "./crowd.ts";
import { liveAsEditor } from "./editor.ts";
import { faultsOf } from "./faults.ts";
import { inspect, inspectAtRest, recover } from "./health.ts";
import { type Machine, machine, memoryOf } from "./machine.ts";
import { Measures } from "./measures.ts";
import { readOptions } from "./options.ts";
import { Person } from "./person.ts";
import { type FaultResult, type MemorySample, writeReport } from "./report.ts";
import { startServices } from "./services.ts";
import { liveAsAdmin, liveAsSupport } from "./staff.ts";
import { liveAsVisitor } from "./visitor.ts";

const LIVES: Record<Role, (city: City, person: Person) => Promise<void>> = {
  visitor: liveAsVisitor,
  author: liveAsAuthor,
  editor: liveAsEditor,
  support: liveAsSupport,
  admin: liveAsAdmin,
};
/** People arrive over this many steps. Nothing is measured until they have. */
const ARRIVAL_STEPS = 3;
/** Pause between two faults. */
const QUIET_MS = 2_000;
/** Time limit for all faults. */
const FAULTS_MS = 3_600_000;
/** Time limit for what's in progress when the time is over. */
const LAST_STEPS_MS = 240_000;
/** Time limit for emptying the queue after the last person has left. */
const REST_MS = 180_000;
const MEMORY_EVERY_MS = 5_000;

const options = readOptions(process.argv.slice(2));
const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
const random = randomOf(options.seed);
const loadBefore = os.loadavg()[0]!;
const startedAt = new Date().toISOString();

say(`siege: ${options.minutes} min, ${options.users} people, seed ${options.seed}`);
const services = await startServices();
const machines: [Machine, Machine] = [
  machine("A", services.ports[0], services.folder, services.env),
  machine("B", services.ports[1], services.folder, services.env),
];
const city: City = {
  services,
  measures: new Measures(),
  told: new Ledger(),
  marks: new Map(),
  over: false,
  surprises: [],
};
const db = new pg.Pool({ connectionString: services.databaseUrl, max: 3 });
db.on("error", () => {});
let passed = false;
try {
  passed = await besiege();
} catch (error) {
  console.error(error);
} finally {
  city.over = true;
  if (!passed)
    for (const it of machines) {
      const log = path.join(os.tmpdir(), `stet-siege-${it.name}.log`);
      writeFileSync(log, it.output());
      console.error(`The log of machine ${it.name} is in ${log}.`);
    }
  await Promise.all(machines.map((it) => it.stop()));
  await db.end();
  await services.stop();
}
process.exit(passed ? 0 : 1);

async function besiege(): Promise<boolean> {
  // The first one migrates the database.
  await machines[0].start();
  const people = crowd(options.users);
  await openAccounts(useDatabase(services.databaseUrl, 2), people);
  await machines[1].start();
  say("both machines are ready");

  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const begun = performance.now();
  const secondsNow = (): number => Math.round((performance.now() - begun) / 1000);
  const arrivalMs = ARRIVAL_STEPS * options.pace * 1_000;
  const gaveUp: string[] = [];
  const lives = people.map(async ({ role, name, index, member }) => {
    const person = new Person(services.url, {
      name,
      index,
      random: randomOf(random() * 1e9),
      measures: city.measures,
      pace: options.pace,
    });
    await sleep(person.random() * arrivalMs);
    try {
      if (member) await person.again(() => person.signIn(member.email));
      await LIVES[role](city, person);
    } catch (error) {
      const { message } = error as Error;
      gaveUp.push(`${name}: ${message}`);
      say(`${name} gave up: ${message}`);
    }
  });

  const memory: MemorySample[] = [];
  const sampling = setInterval(() => {
    for (const it of machines)
      for (const [role, pid] of Object.entries(it.pids())) {
        const mb = pid === undefined ? undefined : memoryOf(pid);
        if (mb !== undefined) memory.push({ atS: secondsNow(), process: `${it.name} ${role}`, mb });
      }
  }, MEMORY_EVERY_MS);

  const faults: FaultResult[] = [];
  const plan = faultsOf(city, machines, options, random);
  await sleep(arrivalMs + options.pace * 1_000);
  city.measures.isArriving = false;
  say("everybody has arrived");
  await sleep(options.minutes * 60_000);
  const calm = { perSecond: city.measures.results.length / (options.minutes * 60), load: os.loadavg()[0]! };
  const faultsBegunAtS = secondsNow();
  say(`${options.minutes} min without a fault are over: ${calm.perSecond.toFixed(1)} requests/s`);
  const endsAt = performance.now() + FAULTS_MS;
  let next = 0;
  for (; next < plan.length && performance.now() < endsAt; next++) {
    const fault = plan[next]!;
    const atS = secondsNow();
    city.measures.fault = fault.name;
    await fault.run();
    const { ms, complaint } = await recover(machines, db);
    const wrong = [...(complaint === null ? [] : [`not recovered: ${complaint}`]), ...(await inspect(city, db))];
    faults.push({ name: fault.name, what: fault.what, atS, recoveredMs: ms, wrong });
    say(`${fault.what}: recovered after ${(ms / 1000).toFixed(1)} s${wrong.map((it) => `\n  WRONG ${it}`).join("")}`);
    await sleep(QUIET_MS);
  }
  const notReached = [...new Set(plan.slice(next).map((it) => it.what))];
  const minutes = (performance.now() - begun) / 60_000;

  say("the time is over; everybody finishes what they are doing");
  city.over = true;
  const finished = await Promise.race([Promise.all(lives).then(() => true), sleep(LAST_STEPS_MS, false)]);
  clearInterval(sampling);
  delay.disable();
  const atRest = [
    ...(finished ? [] : ["Somebody was still waiting for an answer when the siege ended"]),
    ...gaveUp.map((it) => `gave up: ${it}`),
    ...(await inspectAtRest(db, REST_MS)),
    ...(await inspect(city, db)),
    ...(await books()),
  ];
  const isPassed = atRest.length === 0 && faults.every((it) => it.wrong.length === 0) && city.surprises.length === 0;
  const counted = Map.groupBy(people, (it) => it.role);
  const text = writeReport({
    startedAt,
    options,
    minutes,
    load: { before: loadBefore, calm: calm.load, after: os.loadavg()[0]! },
    faultsBegunAtS,
    ownDelay: { p50: delay.percentile(50) / 1e6 - 10, p99: delay.percentile(99) / 1e6 - 10 },
    people: Object.fromEntries([...counted].map(([role, list]) => [role, list.length])),
    acknowledged: city.told.counts(),
    requests: {
      quiet: city.measures.kinds(false),
      underFault: city.measures.kinds(true),
      perSecond: calm.perSecond,
      together: city.measures.together(false),
    },
    failures: city.measures.failures(),
    refusals: Object.fromEntries(city.measures.refusals),
    faults,
    notReached,
    memory,
    surprises: [...new Set(city.surprises)].slice(0, 20),
    atRest,
    passed: isPassed,
  });
  console.log(text);
  return isPassed;
}

/** Compares our books with our rows, to the cent. @returns the differences */
async function books(): Promise<string[]> {
  try {
    const { differences, ledgerSumMinor, ledgerMinor, rowsMinor } = await reconcileLedger();
    return [
      ...differences.map((it) => `order ${it.orderId}: ${it.what}`),
      ...(ledgerSumMinor === 0 ? [] : [`the ledger sums up to ${ledgerSumMinor}`]),
      ...(ledgerMinor === rowsMinor ? [] : [`the ledger says ${ledgerMinor}, the payments say ${rowsMinor}`]),
    ];
  } finally {
    await closeDatabase();
  }
}
