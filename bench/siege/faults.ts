/** The faults of the siege. Each is over when `run` resolves, and the product must recover on its own. */
import { setTimeout as sleep } from "node:timers/promises";
import { burst } from "../burst.ts";
import type { City } from "./city.ts";
import type { Machine } from "./machine.ts";
import type { FaultName, Options } from "./options.ts";

export type Fault = { name: FaultName; what: string; run(): Promise<void> };

const SECOND = 1_000;

/** A run's faults in a seeded order, with kills spread among the others. */
export function faultsOf(
  city: City,
  machines: readonly [Machine, Machine],
  options: Options,
  random: () => number,
): Fault[] {
  const { services } = city;
  /** A short siege has short faults. */
  const scale = Math.min(1, options.minutes / 5);
  const seconds = (n: number): Promise<void> => sleep(n * SECOND * scale);
  const during = async (ms: number, begin: () => void, end: () => void): Promise<void> => {
    begin();
    try {
      await seconds(ms);
    } finally {
      end();
    }
  };
  const shown = (n: number): string => `${Math.round(n * scale)} s`;
  const all: Record<Exclude<FaultName, "kill">, Omit<Fault, "name">> = {
    "database-restart": {
      what: "PostgreSQL stopped (fast shutdown) and started at once",
      run: async () => {
        await services.stopDatabase();
        await services.startDatabase();
      },
    },
    "database-gone": {
      what: `PostgreSQL gone for ${shown(30)}`,
      run: async () => {
        await services.stopDatabase();
        await seconds(30);
        await services.startDatabase();
      },
    },
    storage: {
      what: `the object store answers 503 for ${shown(20)}`,
      run: () =>
        during(
          20,
          () => services.s3.failNext(1_000_000),
          () => services.s3.failNext(0),
        ),
    },
    "storage-full": {
      what: `the object store's disk is full (507 for every write) for ${shown(20)}`,
      run: () =>
        during(
          20,
          () => services.s3.setFull(true),
          () => services.s3.setFull(false),
        ),
    },
    mail: {
      what: `the mail server refuses connections for ${shown(20)}`,
      run: () =>
        during(
          20,
          () => services.mail.set({ kind: "closed" }),
          () => services.mail.set({ kind: "open" }),
        ),
    },
    "cards-down": {
      what: `the card provider refuses connections for ${shown(20)}`,
      run: () =>
        during(
          20,
          () => services.cards.set({ kind: "closed" }),
          () => services.cards.set({ kind: "open" }),
        ),
    },
    "cards-slow": {
      what: `the card provider answers 3 s late for ${shown(20)}`,
      run: () =>
        during(
          20,
          () => services.cards.set({ kind: "slow", ms: 3_000 }),
          () => services.cards.set({ kind: "open" }),
        ),
    },
    events: {
      what: `the card provider's events held for ${shown(15)}, then sent newest first and three times each`,
      run: async () => {
        await services.controlEvents({ paused: true });
        await seconds(15);
        await services.controlEvents({ paused: false, order: "reversed", copies: 3 });
        await seconds(10);
        await services.controlEvents({ order: "any", copies: 1 });
      },
    },
    crowd: {
      what: "200 people open a page of each machine at once, three times",
      run: async () => {
        for (let n = 0; n < 3; n += 1)
          await Promise.all(
            machines.map(({ name, port }) =>
              burst(`http://localhost:${port}`, 200, "author0@siege.test", "/my-orders").catch((error: Error) => {
                city.surprises.push(`${name}, 200 people at once: ${error.message}`);
              }),
            ),
          );
      },
    },
    clock: {
      what: `one machine's clock 90 s ahead, then 90 s behind, then the other's an hour ahead, ${shown(10)} each`,
      run: async () => {
        const [first, second] = machines;
        for (const [it, ms] of [
          [first, 90 * SECOND],
          [first, -90 * SECOND],
          [second, 3_600 * SECOND],
        ] as const)
          await during(
            10,
            () => it.jumpClock(ms),
            () => it.jumpClock(0),
          );
      },
    },
    upgrade: {
      what: "a rolling upgrade: one machine after the other is stopped and started (to the same version)",
      run: async () => {
        for (const it of machines) {
          await it.stop();
          await it.start();
        }
      },
    },
  };

  const kill = (n: number): Fault => {
    const it = machines[n % 2]!;
    const role = n % 4 < 2 ? "web" : "worker";
    return {
      name: "kill",
      what: `kill -9 of ${it.name}'s ${role} process`,
      run: async () => {
        await sleep(random() * 800);
        const pid = it.pids()[role];
        if (pid !== undefined) process.kill(pid, "SIGKILL");
      },
    };
  };

  const others = options.faults.flatMap((name) => (name === "kill" ? [] : [{ name, ...all[name] }]));
  const order = others.map((it) => ({ it, at: random() })).toSorted((a, b) => a.at - b.at);
  const kills = options.faults.includes("kill") ? options.kills : 0;
  const plan: Fault[] = [];
  for (let n = 0, next = 0; n < kills || next < order.length;) {
    const share = Math.ceil(kills / (order.length + 1));
    for (let i = 0; i < share && n < kills; i++) plan.push(kill(n++));
    const other = order[next++]?.it;
    if (other) plan.push(other);
  }
  return plan;
}
