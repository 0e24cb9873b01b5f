import { join } from "node:path";
import { Worker } from "node:worker_threads";
import {
  type Origin,
  ORDER_WORK,
  isTooMany,
  networkKey,
  nextTask,
  personKey,
  recentUse,
} from "#app/platform/rules/requests/fair-queue.ts";
import type { WorkLimits } from "#app/platform/rules/requests/load-limits.ts";
import { projectRoot } from "../core/project-root.ts";

/** How often a task's usage is checked. */
const LOOK_AGAIN_MS = 50;
/** A worker that doesn't report its usage in time is asked again. */
const ANSWER_LIMIT_MS = 1_000;

/** Why a task has no result: too much time or memory, a worker that crashed, or too much that waits before it. */
export class WorkEnded extends Error {
  override name = "WorkEnded";
  readonly why: "time" | "memory" | "crash" | "busy";
  constructor(why: WorkEnded["why"]) {
    super(`The task was ended: ${why}.`);
    this.why = why;
  }
}

export type WorkerPool = {
  /**
   * Runs a task in a thread.
   * @throws WorkEnded; an error of the task itself
   */
  run<T>(task: string, args: readonly unknown[], origin?: Origin): Promise<T>;
  /** Ends the workers. Pending tasks end for want of time. */
  close(): Promise<void>;
};

export type PoolOptions = {
  /** The module that the threads run, from the project's root. It calls `answerTasks`. */
  module: string;
  limits: WorkLimits;
  /** Heavy tasks, and by how much their time limit is multiplied. Only one of them runs at a time. */
  heavy?: Readonly<Record<string, number>>;
  /** How much processor time a worker has used, in ms. Only tests replace it. */
  usedMs?: (worker: Worker) => Promise<number>;
};

type Job = {
  task: string;
  args: readonly unknown[];
  origin: Origin;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
};
type Slot = { worker: Worker; ready: boolean; job: Job | null; begunMs: number; timer: NodeJS.Timeout | null };

/** The processor time of a worker's own thread. */
async function processorMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1_000;
}

/** Threads that do people's work within limits, so that a hostile file can't stop the process or everybody's work. */
export function createPool({ module, limits, heavy = {}, usedMs = processorMs }: PoolOptions): WorkerPool {
  const file = join(projectRoot(), module);
  const slots: Slot[] = [];
  let queue: Job[] = [];
  const use = recentUse(() => performance.now());
  let closed = false;
  const isHeavy = (job: Job): boolean => job.task in heavy;

  const run = <T>(task: string, args: readonly unknown[], origin: Origin = ORDER_WORK): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (closed) return reject(new Error("The worker pool is closed."));
      if (isTooMany(queue, origin, limits)) return reject(new WorkEnded("busy"));
      queue.push({ task, args, origin, resolve: resolve as (result: unknown) => void, reject });
      pump();
    });

  function pump(): void {
    for (const slot of slots) if (slot.ready && slot.job === null) give(slot);
    const starting = slots.filter((slot) => !slot.ready).length;
    for (let i = starting; i < queue.length && slots.length < limits.threads; i++) start();
  }

  function start(): void {
    const worker = new Worker(file, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    const slot: Slot = { worker, ready: false, job: null, begunMs: 0, timer: null };
    slots.push(slot);
    let failure: Error | null = null;
    worker.on("message", (message: "ready" | { result?: unknown; error?: string }) => {
      if (message === "ready") slot.ready = true;
      else {
        const job = release(slot);
        if (message.error !== undefined) job?.reject(new Error(message.error));
        else job?.resolve(message.result);
      }
      worker.unref();
      pump();
    });
    worker.on("error", (error: Error) => {
      failure = error;
    });
    worker.on("exit", () => {
      slots.splice(slots.indexOf(slot), 1);
      const job = release(slot);
      if (job)
        job.reject(
          new WorkEnded(
            (failure as NodeJS.ErrnoException | null)?.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "crash",
          ),
        );
      else if (!slot.ready && failure && !closed) {
        // The worker can't even start, so the tasks would wait forever.
        for (const waiting of queue.splice(0)) waiting.reject(failure);
      }
      if (!closed) pump();
    });
  }

  function give(slot: Slot): void {
    const running = slots.flatMap((it) => it.job ?? []);
    const isBusy = running.some(isHeavy);
    const job = nextTask(queue, running, limits, use.of, (it) => !(isBusy && isHeavy(it)));
    if (!job) return;
    queue = queue.filter((it) => it !== job);
    slot.job = job;
    slot.begunMs = performance.now();
    slot.worker.ref();
    limit(slot, job);
    slot.worker.postMessage({ task: job.task, args: job.args });
  }

  /** Ends a task that has used its processor time, or has taken too long for any reason. */
  function limit(slot: Slot, job: Job): void {
    const limitMs = limits.taskMs * (heavy[job.task] ?? 1);
    const asked = usedMs(slot.worker);
    const spentMs = async (): Promise<number> => (await usedMs(slot.worker)) - (await asked);
    // The worker has just ended, which its exit event handles.
    asked.catch(() => {});
    const look = async (): Promise<void> => {
      const spent = await Promise.race([
        spentMs().catch(() => 0),
        new Promise<number>((resolve) => setTimeout(resolve, ANSWER_LIMIT_MS, 0).unref()),
      ]);
      if (slot.job !== job) return;
      const leftMs = Math.min(limitMs - spent, limitMs * limits.wallTimes - (performance.now() - slot.begunMs));
      if (leftMs > 0) {
        slot.timer = setTimeout(() => void look(), Math.max(leftMs, LOOK_AGAIN_MS));
        return;
      }
      release(slot)?.reject(new WorkEnded("time"));
      slot.ready = false;
      void slot.worker.terminate();
    };
    slot.timer = setTimeout(() => void look(), limitMs);
  }

  function release(slot: Slot): Job | null {
    const { job } = slot;
    slot.job = null;
    if (slot.timer) clearTimeout(slot.timer);
    slot.timer = null;
    if (job && job.origin.lane !== "order") {
      const ms = performance.now() - slot.begunMs;
      use.add(networkKey(job.origin), ms);
      use.add(personKey(job.origin), ms);
    }
    return job;
  }

  return {
    run,
    async close() {
      closed = true;
      for (const job of queue.splice(0)) job.reject(new WorkEnded("time"));
      await Promise.all(
        slots.map((slot) => {
          release(slot)?.reject(new WorkEnded("time"));
          return slot.worker.terminate();
        }),
      );
    },
  };
}
