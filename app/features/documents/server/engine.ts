import { ORDER_WORK, type Origin } from "#app/platform/rules/requests/fair-queue.ts";
import { WORK_LIMITS } from "#app/platform/rules/requests/load-limits.ts";
import { metrics } from "#app/platform/server/core/metrics.ts";
import { traced } from "#app/platform/server/core/tracing.ts";
import { WorkEnded, createPool } from "#app/platform/server/files/worker-pool.ts";
import { type RefusalCode, advise, refusal } from "../rules/readers/refusal.ts";
import type { TaskName } from "./tasks.ts";
import type { Engine, EngineOptions } from "./engine-type.ts";

export type { Done, Inspection, TextResult } from "./tasks.ts";
export type { Changes, Compared } from "./tracked-tasks.ts";
export type { Explored } from "./explore-task.ts";

/** Tasks that read two documents. They're rare and take longer: by how much their limit is multiplied. */
const HEAVY = {
  compare: 4,
  trackedCopy: 4,
  gateTex: 4,
  trackTex: 4,
  compareSources: 4,
  gatePdf: 12,
  readNotes: 12,
} satisfies Partial<Record<TaskName, number>>;
/** What the gate compares, by the kind of manuscript. */
const GATES = { pdf: "gatePdf", tex: "gateTex" } as const;
/** What a file is refused for when its task was ended. */
const REFUSALS: Record<WorkEnded["why"], RefusalCode> = {
  time: "timeout",
  memory: "too-long",
  crash: "damaged",
  busy: "busy",
};

/** Tasks that are given a file's path and then its name. */
const NAME_SECOND: ReadonlySet<TaskName> = new Set(["inspect", "text", "workingCopy", "check", "passage"]);

/** The file name among a task's arguments, which follows the file's path. */
const nameIn = (task: TaskName, args: readonly unknown[]): string => {
  const name = task === "reEdit" ? args[2] : NAME_SECOND.has(task) ? args[1] : "";
  return typeof name === "string" ? name : "";
};

export function createEngine({ size, timeoutMs, memoryMb, wallTimes, usedMs }: EngineOptions = {}): Engine {
  const standard = WORK_LIMITS.documents;
  const pool = createPool({
    module: "app/features/documents/server/engine-worker.ts",
    limits: {
      ...standard,
      threads: size ?? standard.threads,
      taskMs: timeoutMs ?? standard.taskMs,
      memoryMb: memoryMb ?? standard.memoryMb,
      wallTimes: wallTimes ?? standard.wallTimes,
    },
    heavy: HEAVY,
    ...(usedMs && { usedMs }),
  });

  /** The engine for work of this origin. */
  function engineFor(origin: Origin): Engine {
    const run = async <T>(task: TaskName, ...args: unknown[]): Promise<T> => {
      const done = metrics().engine.startTimer({ task });
      try {
        return await traced(`engine ${task}`, "internal", {}, () => pool.run<T>(task, args, origin));
      } catch (error) {
        if (!(error instanceof WorkEnded)) throw error;
        // Every task's result may be a refusal.
        return advise(refusal(REFUSALS[error.why]), nameIn(task, args)) as T;
      } finally {
        done();
      }
    };
    return {
      for: engineFor,
      inspect: (path, name, { empty = false, sampleWords = 0 } = {}) => run("inspect", path, name, empty, sampleWords),
      accept: (path, out) => run("accept", path, out),
      reject: (path, out) => run("reject", path, out),
      revise: (path, out, decisions) => run("revise", path, out, decisions),
      turn: (path, out, ids) => run("turn", path, out, ids),
      clean: (path, out, options = {}) => run("clean", path, out, options),
      scrub: (path, out, options) => run("scrub", path, out, options),
      gate: (sourcePath, trackedPath, options = {}) =>
        run(options.format ? GATES[options.format] : "gate", sourcePath, trackedPath, options),
      trackTex: (source, copy, out, options) => run("trackTex", source, copy, out, options),
      compareSources: (source, copy) => run("compareSources", source, copy),
      readNotes: (path) => run("readNotes", path),
      drawNotedPage: (path, number) => run("drawNotedPage", path, number),
      otherAuthors: (before, after, editor) => run("otherAuthors", before, after, editor),
      workingCopy: (path, name, out) => run("workingCopy", path, name, out),
      changes: (path) => run("changes", path),
      explore: (path) => run("explore", path),
      picture: (path, part) => run("picture", path, part),
      compare: (before, after, out, options) => run("compare", before, after, out, options),
      trackedCopy: (source, upload, out, options) => run("trackedCopy", source, upload, out, options),
      reEdit: (delivered, path, name) => run("reEdit", delivered, path, name),
      check: (path, name, options = {}) => run("check", path, name, { styleGuide: null, blindAuthors: [], ...options }),
      passage: (path, name, spot, first) => run("passage", path, name, spot, first),
      text: (path, name) => run("text", path, name),
      queries: (path, source) => run("queries", path, source),
      answer: (path, out, answers, author) => run("answer", path, out, answers, author),
      checkSeal: (path, name, certificateId, key, seal) => run("checkSeal", path, name, certificateId, key, seal),
      seal: (files, certificateId, key) => run("seal", files, certificateId, key),
      close: () => pool.close(),
    };
  }
  return engineFor(ORDER_WORK);
}

const SHARED = Symbol.for("stet.documents.engine");

/** The process's engine, created on first use. There is only one, even if modules are loaded twice. */
export function engine(): Engine {
  const place = globalThis as { [SHARED]?: Engine };
  return (place[SHARED] ??= createEngine());
}
