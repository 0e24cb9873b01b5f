import path from "node:path";
import { Worker, parentPort } from "node:worker_threads";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { SECOND } from "#app/platform/rules/core/time.ts";
import { projectRoot } from "./project-root.ts";

/** Texts up to this length are read where they are: that takes a few milliseconds. */
const AT_ONCE = 200_000;
const LIMITS = { ms: 60 * SECOND, memoryMb: 768 } as const;

type Answer<T> = { result: T } | { problem: ReturnType<Problem["toJSON"]> };

/**
 * Reads a file of somebody else's without holding up the process: a long text in a thread of its own, within limits of
 * time and memory.
 * @param read the function, for short texts @param file the module whose `answerInThread` is the same function, from
 * the project's root @param tooLong the error if it exceeds the limits
 */
export async function readInThread<T>(
  text: string,
  read: (text: string) => T,
  file: string,
  tooLong: Problem,
): Promise<T> {
  if (text.length <= AT_ONCE) return read(text);
  const worker = new Worker(path.join(projectRoot(), file), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.memoryMb, stackSizeMb: 4 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<Answer<T>>((resolve, reject) => {
      timer = setTimeout(() => reject(tooLong), LIMITS.ms);
      worker.once("message", resolve);
      worker.once("error", (error) =>
        reject((error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLong : error),
      );
      worker.once("exit", () => reject(tooLong));
      worker.postMessage(text);
    });
    if ("result" in answer) return answer.result;
    const { kind, code, message, advice, fields } = answer.problem;
    throw new Problem(kind, code, message, advice, { ...fields });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** In such a thread: reads the text that it's given. */
export function answerInThread<T>(read: (text: string) => T): void {
  parentPort?.once("message", (text: string) => {
    try {
      parentPort?.postMessage({ result: read(text) } satisfies Answer<T>);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      parentPort?.postMessage({ problem: error.toJSON() } satisfies Answer<T>);
    }
  });
}
