import { log } from "../core/log.ts";

/** Runs one statement on whichever connection is free. */
type Tell = (query: string, values: unknown[]) => Promise<void>;

/**
 * Empties the outbox of live events and wakes the workers of queues with new jobs, after the transactions that wrote
 * them. Commits during a round go into the next one, so many commits share one notification. If a round fails, the
 * sweep catches up.
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

  /** Called when there are new events in the outbox. */
  readonly flush = (): void => this.start();

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

  /** Resolves when nothing is in progress. */
  async settled(): Promise<void> {
    await this.round;
  }
}
