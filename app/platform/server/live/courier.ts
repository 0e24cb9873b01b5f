import { log } from "../core/log.ts";

/** Runs one statement on whichever connection is free for it. */
type Tell = (query: string, values: unknown[]) => Promise<void>;

/**
 * Empties the outbox of live events and wakes the workers of the queues that have new jobs, after the transactions that wrote them. What is
 * committed while it works goes with the next round, so that many commits share one notification. One that fails is made up for by the sweep.
 */
export class Courier {
  private readonly tell: Tell;
  private readonly channel: string;
  private readonly queues = new Set<string>();
  private wanted = false;
  private round: Promise<void> | undefined;
  /** Rounds so far. */
  rounds = 0;

  constructor(channel: string, tell: Tell) {
    this.channel = channel;
    this.tell = tell;
  }

  /** There are new events in the outbox. */
  readonly ring = (): void => this.start();

  /** There are new jobs on a queue. */
  wake(queue: string): void {
    this.queues.add(queue);
    this.start();
  }

  private start(): void {
    this.wanted = true;
    this.round ??= this.go().finally(() => {
      this.round = undefined;
    });
  }

  private async go(): Promise<void> {
    while (this.wanted) {
      this.wanted = false;
      const queues = [...this.queues];
      this.queues.clear();
      this.rounds += 1;
      try {
        await this.tell("select ring_live($1, $2)", [this.channel, queues]);
      } catch (error) {
        log.error("live events wait for the next round", error);
      }
    }
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.round;
  }
}
