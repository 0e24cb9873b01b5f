import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { metrics } from "#app/platform/server/core/metrics.ts";
import { projectRoot } from "#app/platform/server/core/project-root.ts";
import { traced } from "#app/platform/server/core/tracing.ts";
import { advise, refusal } from "../rules/readers/refusal.ts";
import type { TaskName } from "./tasks.ts";
import type { Engine, EngineOptions } from "./engine-type.ts";

export type { Done, Inspection, TextResult } from "./tasks.ts";
export type { Changes, Compared } from "./tracked-tasks.ts";
export type { Explored } from "./explore-task.ts";

/** Tasks that read two documents. They're rare and take longer: by how much their limit is multiplied. */
const HEAVY: Partial<Record<TaskName, number>> = { compare: 4, gateTex: 4, trackTex: 4, gatePdf: 12 };
const isHeavy = (task: TaskName): boolean => task in HEAVY;
/** What the gate compares, by the kind of manuscript. */
const GATES = { pdf: "gatePdf", tex: "gateTex" } as const;
/** How often a task's usage is checked. */
const LOOK_AGAIN_MS = 50;
/** A worker that doesn't report its usage in time is asked again. */
const ANSWER_LIMIT_MS = 1_000;

/** The processor time of a worker's own thread. */
async function processorMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1_000;
}

type Job = { task: TaskName; args: unknown[]; resolve: (result: unknown) => void; reject: (error: Error) => void };
/** The file name among a job's arguments, which follows the file's path. */
const nameIn = ({ task, args }: Job): string => {
  const name =
    task === "reEdit" ? args[2] : task === "inspect" || task === "text" || task === "workingCopy" ? args[1] : "";
  return typeof name === "string" ? name : "";
};
type Slot = { worker: Worker; ready: boolean; job: Job | null; timer: NodeJS.Timeout | null };

export function createEngine({
  size = 2,
  timeoutMs = 5_000,
  memoryMb = 512,
  usedMs = processorMs,
  wallTimes = 8,
}: EngineOptions = {}): Engine {
  const file = join(projectRoot(), "app/features/documents/server/engine-worker.ts");
  const slots: Slot[] = [];
  const queue: Job[] = [];
  let closed = false;

  const run = <T>(task: TaskName, ...args: unknown[]): Promise<T> => {
    const done = metrics().engine.startTimer({ task });
    const work = () =>
      new Promise<T>((resolve, reject) => {
        if (closed) return reject(new Error("The document engine is closed."));
        queue.push({ task, args, resolve: resolve as (result: unknown) => void, reject });
        pump();
      });
    return traced(`engine ${task}`, "internal", {}, work).finally(done);
  };

  function pump(): void {
    for (const slot of slots) if (slot.ready && slot.job === null) give(slot);
    const starting = slots.filter((slot) => !slot.ready).length;
    for (let i = starting; i < queue.length && slots.length < size; i++) start();
  }

  function start(): void {
    const worker = new Worker(file, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    const slot: Slot = { worker, ready: false, job: null, timer: null };
    slots.push(slot);
    let failure: Error | null = null;
    worker.on("message", (message: "ready" | { result?: unknown; error?: string }) => {
      if (message === "ready") {
        slot.ready = true;
        worker.unref();
        pump();
        return;
      }
      const job = release(slot);
      if (message.error !== undefined) job?.reject(new Error(message.error));
      else job?.resolve(message.result);
      worker.unref();
      pump();
    });
    worker.on("error", (error: Error) => {
      failure = error;
    });
    worker.on("exit", () => {
      slots.splice(slots.indexOf(slot), 1);
      const started = slot.ready;
      const job = release(slot);
      if (job)
        job.resolve(
          advise(
            refusal(
              (failure as NodeJS.ErrnoException | null)?.code === "ERR_WORKER_OUT_OF_MEMORY" ? "too-long" : "damaged",
            ),
            nameIn(job),
          ),
        );
      else if (!started && failure && !closed) {
        // The worker can't even start, so the task would wait forever.
        for (const waiting of queue.splice(0)) waiting.reject(failure);
      }
      if (!closed) pump();
    });
  }

  /** The next task to run. Heavy tasks run one at a time, so that a quote never waits behind two of them. */
  function take(): Job | undefined {
    const heavy = slots.some((slot) => slot.job !== null && isHeavy(slot.job.task));
    const next = queue.findIndex((job) => !heavy || !isHeavy(job.task));
    return next < 0 ? undefined : queue.splice(next, 1)[0];
  }

  function give(slot: Slot): void {
    const job = take();
    if (!job) return;
    slot.job = job;
    slot.worker.ref();
    limit(slot, job);
    slot.worker.postMessage({ task: job.task, args: job.args });
  }

  /** Ends a task that has used its processor time, or has taken too long for any reason. */
  function limit(slot: Slot, job: Job): void {
    const limitMs = timeoutMs * (HEAVY[job.task] ?? 1);
    const begun = performance.now();
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
      const leftMs = Math.min(limitMs - spent, limitMs * wallTimes - (performance.now() - begun));
      if (leftMs > 0) {
        slot.timer = setTimeout(() => void look(), Math.max(leftMs, LOOK_AGAIN_MS));
        return;
      }
      release(slot)?.resolve(advise(refusal("timeout"), nameIn(job)));
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
    return job;
  }

  return {
    inspect: (path, name, { empty = false, sampleWords = 0 } = {}) => run("inspect", path, name, empty, sampleWords),
    accept: (path, out) => run("accept", path, out),
    reject: (path, out) => run("reject", path, out),
    revise: (path, out, decisions) => run("revise", path, out, decisions),
    clean: (path, out, options = {}) => run("clean", path, out, options),
    scrub: (path, out, options) => run("scrub", path, out, options),
    gate: (sourcePath, trackedPath, options = {}) =>
      run(options.format ? GATES[options.format] : "gate", sourcePath, trackedPath, options),
    trackTex: (source, copy, out, options) => run("trackTex", source, copy, out, options),
    otherAuthors: (before, after, editor) => run("otherAuthors", before, after, editor),
    workingCopy: (path, name, out) => run("workingCopy", path, name, out),
    changes: (path) => run("changes", path),
    explore: (path) => run("explore", path),
    compare: (before, after, out, options) => run("compare", before, after, out, options),
    reEdit: (delivered, path, name) => run("reEdit", delivered, path, name),
    text: (path, name) => run("text", path, name),
    queries: (path, source) => run("queries", path, source),
    answer: (path, out, answers, author) => run("answer", path, out, answers, author),
    checkSeal: (path, name, certificateId, key, seal) => run("checkSeal", path, name, certificateId, key, seal),
    seal: (files, certificateId, key) => run("seal", files, certificateId, key),
    async close() {
      closed = true;
      for (const job of queue.splice(0)) job.resolve(refusal("timeout"));
      await Promise.all(
        slots.map((slot) => {
          release(slot)?.resolve(refusal("timeout"));
          return slot.worker.terminate();
        }),
      );
    },
  };
}

const SHARED = Symbol.for("stet.documents.engine");

/** The process's engine, created on first use. There is only one, even if modules are loaded twice. */
export function engine(): Engine {
  const place = globalThis as { [SHARED]?: Engine };
  return (place[SHARED] ??= createEngine());
}
