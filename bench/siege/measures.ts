/** Times and results of requests by kind, separately for quiet times and faults. */

export type RequestResult = { label: string; ms: number; status: number; underFault: string | null; at: number };
export type KindOfRequest = { label: string; count: number; p50: number; p99: number; most: number };
export type Failure = { label: string; what: string; underFault: string | null; count: number };

export class Measures {
  readonly results: RequestResult[] = [];
  /** The current fault, until a while after it ended. */
  fault: string | null = null;
  /** While people arrive: processes that have just started answer late, and nobody measures them then. */
  isArriving = true;
  readonly refusals = new Map<string, number>();

  record(label: string, ms: number, status: number): void {
    if (this.isArriving && !isFailure(status)) return;
    this.results.push({ label, ms, status, underFault: this.fault, at: Date.now() });
    if ([409, 422, 429].includes(status)) this.refusals.set(label, (this.refusals.get(label) ?? 0) + 1);
  }

  /** All answered requests of quiet times or of faults together. Undefined if there are none. */
  together(underFault: boolean): KindOfRequest | undefined {
    const list = this.results
      .filter((it) => (it.underFault !== null) === underFault && !isFailure(it.status))
      .map((it) => it.ms)
      .toSorted((a, b) => a - b);
    return list.length === 0 ? undefined : kindOf("all", list);
  }

  /** Answered requests by kind, most frequent first. */
  kinds(underFault: boolean): KindOfRequest[] {
    const times = new Map<string, number[]>();
    for (const it of this.results) {
      if ((it.underFault !== null) !== underFault || isFailure(it.status)) continue;
      const list = times.get(it.label) ?? [];
      list.push(it.ms);
      times.set(it.label, list);
    }
    return [...times]
      .map(([label, list]) => {
        list.sort((a, b) => a - b);
        return kindOf(label, list);
      })
      .toSorted((a, b) => b.count - a.count);
  }

  /** Requests without an answer (0) or with a server error. People repeat them. */
  failures(): Failure[] {
    const found = new Map<string, Failure>();
    for (const { label, status, underFault } of this.results) {
      if (!isFailure(status)) continue;
      const what = status === 0 ? "no answer" : String(status);
      const key = `${label} ${what} ${underFault}`;
      const it = found.get(key) ?? { label, what, underFault, count: 0 };
      it.count += 1;
      found.set(key, it);
    }
    return [...found.values()].toSorted((a, b) => b.count - a.count);
  }
}

/** Expects sorted times, at least one. */
const kindOf = (label: string, list: readonly number[]): KindOfRequest => ({
  label,
  count: list.length,
  p50: quantile(list, 0.5),
  p99: quantile(list, 0.99),
  most: list.at(-1)!,
});

const isFailure = (status: number): boolean => status === 0 || status >= 500;

/** Expects sorted values. */
export const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
