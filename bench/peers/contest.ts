/** Programs that take turns at the same work on the same machine. */

/** One turn. */
export type Turn = {
  /** How much was done: requests, orders. */
  done: number;
  seconds: number;
  /** CPU time of the program's own processes and its database's, in ms. Without the load generator's. */
  processorMs: number;
};

export type Contestant = {
  name: string;
  /** Works for about this long. @returns how much was done */
  run(seconds: number): Promise<number>;
  /** CPU time of all its processes so far, in ms. */
  processorMs(): number;
};

/**
 * Everybody warms up, and then they alternate: whatever else the machine does in the meantime, it does to all of them.
 * @returns each one's turns, by name
 */
export async function takeTurns(
  contestants: readonly Contestant[],
  { rounds, seconds }: { rounds: number; seconds: number },
  say: (text: string) => void = () => {},
): Promise<Map<string, Turn[]>> {
  const turns = new Map<string, Turn[]>(contestants.map(({ name }) => [name, []]));
  for (const contestant of contestants) await contestant.run(seconds);
  for (let round = 0; round < rounds; round++) {
    for (const contestant of contestants) {
      const before = contestant.processorMs();
      const begun = performance.now();
      const done = await contestant.run(seconds);
      const turn = {
        done,
        seconds: (performance.now() - begun) / 1_000,
        processorMs: contestant.processorMs() - before,
      };
      turns.get(contestant.name)!.push(turn);
      say(
        `${contestant.name}, round ${round + 1} of ${rounds}: ${(turn.done / turn.seconds).toFixed(2)}/s, ${(turn.processorMs / turn.done).toFixed(2)} ms of CPU time each`,
      );
    }
  }
  return turns;
}

/** How much was done per second. */
export const perSecond = ({ done, seconds }: Turn): number => done / seconds;
/** How much was done per second of CPU time, which other programs on the machine distort less. */
export const perProcessorSecond = ({ done, processorMs }: Turn): number => (done * 1_000) / processorMs;
