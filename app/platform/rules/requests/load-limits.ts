/**
 * How much a process does at once, how much may wait and for how long, and what is turned away first: requests, and the
 * work of its threads on documents, emails, and bank files.
 */
import { SECOND } from "../core/time.ts";

export type Lane = {
  /** At most this many at once. */
  atOnce: number;
  /** At most this many wait. One more is turned away immediately. */
  waiting: number;
  /** What would wait longer than this is turned away, and what has waited this long is, too. */
  waitMs: number;
};

/**
 * The kinds of requests, most urgent first:
 * - `money`: events of the card provider. It repeats them, but until then an order looks unpaid.
 * - `page`: a public page that is in the cache and has become old. One rendering serves everybody.
 * - `write`, `read`: of somebody signed in.
 * - `visitorWrite`, `visitorRead`: of anybody else. Signing in is a `visitorWrite`.
 * - `transfer`: any request whose body takes longer to arrive, such as an upload. It mostly waits for the network.
 */
export type LoadKind = "money" | "page" | "write" | "read" | "visitorWrite" | "visitorRead" | "transfer";

/**
 * The limits of a process that does this much at once, in order of priority. `together` is what keeps the processor busy:
 * a request that takes longer than `LONG_MS` depends on something else, so it only counts in its own lane from then on.
 */
export const lanesOf = (together: number): Record<LoadKind, Lane> => {
  const times = (factor: number): number => Math.max(1, Math.ceil(together * factor));
  return {
    money: { atOnce: times(0.5), waiting: times(60), waitMs: 25 * SECOND },
    page: { atOnce: times(0.25), waiting: times(10), waitMs: 10 * SECOND },
    write: { atOnce: times(2), waiting: times(25), waitMs: 15 * SECOND },
    read: { atOnce: times(1), waiting: times(40), waitMs: 8 * SECOND },
    visitorWrite: { atOnce: times(1), waiting: times(12), waitMs: 8 * SECOND },
    visitorRead: { atOnce: times(0.75), waiting: times(25), waitMs: 5 * SECOND },
    transfer: { atOnce: times(4), waiting: times(4), waitMs: 15 * SECOND },
  };
};

/** Connections of the database's pool that requests leave to everything else: jobs, live events, and the clock. */
const SPARE_CONNECTIONS = 2;
/** More at once would only wait for each other's connections. */
export const togetherOf = (dbPool: number): number => Math.max(1, dbPool - SPARE_CONNECTIONS);
export const LONG_MS = 2 * SECOND;
/** The limit for getting a connection from the pool. */
export const CONNECTION_WAIT_MS = 10 * SECOND;
/** How long a sign of life may take. */
export const HEALTH_WAIT_MS = 5 * SECOND;
/** A cached page that has become old is still sent for this long when there's more to do than we can. */
export const OLD_PAGE_MS = 600 * SECOND;
/** When we ask people to try again, plus up to `RETRY_SPREAD_S` by chance, so that they don't all return at once. */
export const RETRY_LEAST_S = 4;
export const RETRY_MOST_S = 30;
export const RETRY_SPREAD_S = 6;

type Asked = {
  method: string;
  path: string;
  signedIn: boolean;
  /** Whether its body is still on the way. */
  isArriving: boolean;
  /** Whether it's a page for everybody that has been rendered before. */
  isKnownPage: boolean;
};

/** A request's kind; null for one that's always answered at once: those that ask whether we're well. */
export function loadKindOf({ method, path, signedIn, isArriving, isKnownPage }: Asked): LoadKind | null {
  if (path === "/healthz" || path === "/readyz") return null;
  if (path === "/api/webhooks/stripe") return "money";
  if (isArriving) return "transfer";
  if (isKnownPage) return "page";
  const reads = method === "GET" || method === "HEAD" || method === "OPTIONS";
  if (signedIn) return reads ? "read" : "write";
  return reads ? "visitorRead" : "visitorWrite";
}

/** The limits of a pool of worker threads. A process has one of each pool, started when it's first needed. */
export type WorkLimits = {
  /** The most threads. */
  threads: number;
  /**
   * How much processor time one task may use, in ms. This isn't elapsed time, because on a busy machine an ordinary
   * manuscript would be refused for waiting.
   */
  taskMs: number;
  /** How many times `taskMs` of elapsed time a task may take, however little processor time it got. */
  wallTimes: number;
  /** The heap size of one thread. */
  memoryMb: number;
  /** For work that may be on files that nobody has paid for yet. */
  unpaid?: {
    /** How many threads only take work on orders. */
    reserved: number;
    /** How many unpaid tasks of one person, and of one network, may be waiting. More are refused at once. */
    waitingOfPerson: number;
    waitingOfNetwork: number;
    /** How many unpaid tasks of everybody may be waiting. */
    waiting: number;
    /** Only one at a time may be on a file larger than this, so that small ones pass it. */
    largeBytes: number;
  };
};

export const WORK_LIMITS = {
  /** Reading, counting, and comparing manuscripts. */
  documents: {
    threads: 3,
    taskMs: 5_000,
    wallTimes: 8,
    memoryMb: 512,
    unpaid: {
      reserved: 1,
      waitingOfPerson: 20,
      waitingOfNetwork: 60,
      waiting: 300,
      largeBytes: 4 * 1024 * 1024,
    },
  },
  /** Reading emails that people send us. How many arrive at once is limited as for every request. */
  emails: { threads: 2, taskMs: 5_000, wallTimes: 8, memoryMb: 512 },
  /** Reading bank statements and reports that admins import. */
  bankFiles: { threads: 1, taskMs: 20_000, wallTimes: 8, memoryMb: 768 },
} as const satisfies Record<string, WorkLimits>;
