import { Problem } from "#app/platform/rules/core/errors.ts";
import { WORK_LIMITS } from "#app/platform/rules/requests/load-limits.ts";
import { answerTasks } from "../core/answer-tasks.ts";
import { processWide } from "../core/process-wide.ts";
import { WorkEnded, type WorkerPool, createPool } from "./worker-pool.ts";

/** Texts up to this length are read where they are: that takes a few milliseconds, or tens for a CSV file. */
const AT_ONCE = 20_000;
const holder = processWide<{ __stetBankFiles?: Map<string, WorkerPool> }>();

type Answer<T> = { result: T } | { problem: ReturnType<Problem["toJSON"]> };

/**
 * Reads a bank's file without holding up the process: a long one in a thread, within limits of time and memory.
 * @param read the function, for short texts @param module calls `answerInThread` with the same function; its path from
 * the project's root @param tooLong the error if it exceeds the limits @param more what else the function gets
 */
export async function readInThread<T, More extends unknown[]>(
  text: string,
  read: (text: string, ...more: More) => T,
  module: string,
  tooLong: Problem,
  ...more: More
): Promise<T> {
  if (text.length <= AT_ONCE) return read(text, ...more);
  const pools = (holder.__stetBankFiles ??= new Map());
  let pool: WorkerPool | undefined = pools.get(module);
  if (!pool) pools.set(module, (pool = createPool({ module, limits: WORK_LIMITS.bankFiles })));
  try {
    const answer = await pool.run<Answer<T>>("read", [text, ...more]);
    if ("result" in answer) return answer.result;
    const { kind, code, message, advice, fields } = answer.problem;
    throw new Problem(kind, code, message, advice, { ...fields });
  } catch (error) {
    if (error instanceof WorkEnded) throw tooLong;
    throw error;
  }
}

/** In such a thread: reads the texts that it's given. */
export function answerInThread<T, More extends unknown[]>(read: (text: string, ...more: More) => T): void {
  answerTasks({
    read: (text: string, ...more: More): Answer<T> => {
      try {
        return { result: read(text, ...more) };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return { problem: error.toJSON() };
      }
    },
  });
}
