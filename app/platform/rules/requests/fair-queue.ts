import type { WorkLimits } from "./load-limits.ts";

/** Whose work a task is. */
export type Origin = {
  /** Work on orders is paid for. Accounts and visitors have uploaded something that they may order. */
  lane: "order" | "account" | "visitor";
  /** The account, or the visitor's draft. */
  person: string;
  /** The network it came from, in any form that tells two apart. */
  network: string;
  /** The size of the file. */
  bytes: number;
};

/** Work on an order that is paid for, or of the company itself. */
export const ORDER_WORK: Origin = { lane: "order", person: "", network: "", bytes: 0 };

type Task = { origin: Origin };

/** How long a person or network occupied threads lately, in ms. */
export type Used = (key: string) => number;

export const personKey = ({ person }: Origin): string => `person ${person}`;
export const networkKey = ({ network }: Origin): string => `network ${network}`;

const LANES: readonly Origin["lane"][] = ["order", "account", "visitor"];
/** Less isn't told apart, so that what arrived first comes first. */
const STEP_MS = 500;

const isUnpaid = ({ origin }: Task): boolean => origin.lane !== "order";

/**
 * The task that runs next, or undefined if none of them may run now. Paid work comes first. Unpaid work leaves it some
 * threads free, and a person or network has one thread at a time. Among those that may run, the network that
 * occupied threads least lately comes first, then the person, then small files, then what has waited longest.
 * @param waiting in the order they arrived
 * @param may further conditions of the pool
 */
export function nextTask<T extends Task>(
  waiting: readonly T[],
  running: readonly T[],
  limits: WorkLimits,
  used: Used,
  may: (task: T) => boolean = () => true,
): T | undefined {
  const unpaid = running.filter(isUnpaid);
  const { reserved = 0, largeBytes = Infinity } = limits.unpaid ?? {};
  const isFull = unpaid.length >= Math.max(1, limits.threads - reserved);
  const people = new Set(unpaid.map((it) => personKey(it.origin)));
  const networks = new Set(unpaid.map((it) => networkKey(it.origin)));
  const isLarge = (task: Task) => task.origin.bytes > largeBytes;
  const hasLarge = unpaid.some(isLarge);
  const mayRun = (task: T): boolean =>
    may(task) &&
    (!isUnpaid(task) ||
      (!isFull &&
        !people.has(personKey(task.origin)) &&
        !networks.has(networkKey(task.origin)) &&
        !(hasLarge && isLarge(task))));
  const rank = (task: T): number[] => [
    LANES.indexOf(task.origin.lane),
    isUnpaid(task) ? Math.floor(used(networkKey(task.origin)) / STEP_MS) : 0,
    isUnpaid(task) ? Math.floor(used(personKey(task.origin)) / STEP_MS) : 0,
    isLarge(task) ? 1 : 0,
  ];
  let best: { task: T; rank: number[] } | undefined;
  for (const task of waiting) {
    if (!mayRun(task)) continue;
    const its = rank(task);
    if (best === undefined || isBefore(its, best.rank)) best = { task, rank: its };
  }
  return best?.task;
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && a[at]! < b[at]!;
}

/** Whether another unpaid task would make its person, its network, or everybody wait too long. */
export function isTooMany(waiting: readonly Task[], origin: Origin, limits: WorkLimits): boolean {
  const most = limits.unpaid;
  if (origin.lane === "order" || most === undefined) return false;
  const unpaid = waiting.filter(isUnpaid);
  const of = (key: (it: Origin) => string) => unpaid.filter((task) => key(task.origin) === key(origin)).length;
  return (
    unpaid.length >= most.waiting || of(personKey) >= most.waitingOfPerson || of(networkKey) >= most.waitingOfNetwork
  );
}

/** How long each person and network occupied threads, halved every minute. */
export function recentUse(now: () => number): { add(key: string, ms: number): void; of: Used } {
  const HALF_LIFE_MS = 60_000;
  /** Beyond this, those with next to nothing are forgotten. */
  const MOST = 2_000;
  const uses = new Map<string, { ms: number; at: number }>();
  const of = (key: string): number => {
    const use = uses.get(key);
    return use === undefined ? 0 : use.ms * 0.5 ** ((now() - use.at) / HALF_LIFE_MS);
  };
  return {
    of,
    add(key, ms) {
      uses.set(key, { ms: of(key) + ms, at: now() });
      if (uses.size > MOST) for (const other of uses.keys()) if (of(other) < STEP_MS) uses.delete(other);
    },
  };
}
