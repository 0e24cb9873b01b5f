/** Decides which requests start, which wait, and which are turned away. */
import { AsyncResource } from "node:async_hooks";
import { LONG_MS, type Lane, RETRY_LEAST_S, RETRY_MOST_S, RETRY_SPREAD_S } from "../../rules/requests/load-limits.ts";
import { SECOND, clamp } from "../../rules/core/time.ts";

/** There's more to do than we can. Nothing of the request was started. */
export class Overloaded extends Error {
  override name = "Overloaded";
  /** When to try again, in seconds. */
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super("Too many requests at once.");
    this.retryAfter = retryAfter;
  }
}

/** The person left before their request was started. */
export class Gone extends Error {
  override name = "Gone";
}

type Waiting = { start: () => void };

export type Admission<Kind extends string> = {
  /**
   * Runs a request when it's its turn.
   * @param onGone registers what to do when the person leaves: nothing is started for them
   * @throws Overloaded, Gone, and what `work` throws
   */
  run<T>(kind: Kind, work: () => Promise<T>, onGone?: (gone: () => void) => void): Promise<T>;
  /** Whether anything waits. */
  readonly isBusy: boolean;
};

/**
 * @param lanes the limits of each kind, most urgent first
 * @param together how many requests of all kinds may be at work at once
 */
export function admission<Kind extends string>(
  lanes: Readonly<Record<Kind, Lane>>,
  together: number,
  {
    now = Date.now,
    longMs = LONG_MS,
    onShed,
  }: { now?: () => number; longMs?: number; onShed?: (kind: Kind) => void } = {},
): Admission<Kind> {
  const order = Object.keys(lanes) as Kind[];
  const running = new Map<Kind, number>(order.map((kind) => [kind, 0]));
  /** In order of arrival. */
  const queues = new Map<Kind, Set<Waiting>>(order.map((kind) => [kind, new Set()]));
  let short = 0;
  let waiting = 0;
  /** The time from one end to the next while others wait, smoothed. 0 if unknown. */
  let paceMs = 0;
  let lastEnd: number | null = null;

  const isFree = (kind: Kind): boolean => short < together && running.get(kind)! < lanes[kind].atOnce;

  function startNext(): void {
    for (;;) {
      const kind = order.find((it) => queues.get(it)!.size > 0 && isFree(it));
      if (kind === undefined) return;
      const [first] = queues.get(kind)!;
      first!.start();
    }
  }

  function measurePace(): void {
    const at = now();
    if (waiting > 0 && lastEnd !== null) {
      const took = at - lastEnd;
      paceMs = paceMs === 0 ? took : paceMs * 0.9 + took * 0.1;
    } else if (waiting === 0 && short === 0) paceMs = 0;
    lastEnd = waiting > 0 ? at : null;
  }

  async function perform<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
    running.set(kind, running.get(kind)! + 1);
    short += 1;
    let isLong = false;
    const leave = (): void => {
      if (isLong) return;
      isLong = true;
      short -= 1;
    };
    const timer = setTimeout(() => {
      leave();
      startNext();
    }, longMs);
    timer.unref();
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      leave();
      running.set(kind, running.get(kind)! - 1);
      measurePace();
      startNext();
    }
  }

  /** How long one more of this kind would wait. */
  function waitOf(kind: Kind): number {
    let ahead = 1;
    for (const it of order) {
      ahead += queues.get(it)!.size;
      if (it === kind) break;
    }
    return ahead * paceMs;
  }

  function turnAway(kind: Kind): Overloaded {
    onShed?.(kind);
    const least = clamp(Math.ceil((waiting * paceMs) / SECOND), RETRY_LEAST_S, RETRY_MOST_S);
    return new Overloaded(least + Math.floor(Math.random() * RETRY_SPREAD_S));
  }

  return {
    get isBusy() {
      return waiting > 0;
    },
    run(kind, work, onGone) {
      const lane = lanes[kind];
      const queue = queues.get(kind)!;
      if (queue.size === 0 && isFree(kind)) return perform(kind, work);
      if (queue.size >= lane.waiting || waitOf(kind) > lane.waitMs) return Promise.reject(turnAway(kind));
      return new Promise((resolve, reject) => {
        const leave = (): boolean => {
          clearTimeout(timer);
          if (!queue.delete(entry)) return false;
          waiting -= 1;
          // The time until the next end says nothing about the pace anymore.
          if (waiting === 0) lastEnd = null;
          return true;
        };
        const entry: Waiting = {
          // With its own request's id, visitor, and trace, not those of the request whose end starts it.
          start: AsyncResource.bind(() => {
            leave();
            perform(kind, work).then(resolve, reject);
          }),
        };
        const timer = setTimeout(() => {
          if (leave()) reject(turnAway(kind));
        }, lane.waitMs);
        queue.add(entry);
        waiting += 1;
        onGone?.(() => {
          if (leave()) reject(new Gone());
        });
      });
    },
  };
}
