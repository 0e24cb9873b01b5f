import path from "node:path";
import { Worker } from "node:worker_threads";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { SECOND } from "#app/platform/rules/core/time.ts";
import { projectRoot } from "#app/platform/server/core/project-root.ts";
import { type Statement, readStatement } from "../../rules/bank-statement.ts";
import { broken } from "../../rules/statement-fields.ts";

/** Files up to this many letters are read at once: that takes a few milliseconds. */
const AT_ONCE = 200_000;
const LIMITS = { ms: 30 * SECOND, memoryMb: 768 } as const;
const WORKER = "app/features/backoffice/server/reconciliation/statement-worker.ts";

/**
 * Reads a bank statement without holding up anybody else: a large file in a thread of its own, within limits of time and
 * memory.
 * @throws invalid with the reason
 */
export async function readStatementFile(text: string): Promise<Statement> {
  if (text.length <= AT_ONCE) return readStatement(text);
  const worker = new Worker(path.join(projectRoot(), WORKER), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.memoryMb, stackSizeMb: 4 },
  });
  const tooLong = broken("This file takes too long to read. Export a shorter period.");
  try {
    const read = await new Promise<{ statement: Statement } | { problem: ReturnType<Problem["toJSON"]> }>(
      (resolve, reject) => {
        setTimeout(() => reject(tooLong), LIMITS.ms).unref();
        worker.once("message", resolve);
        worker.once("error", (error) =>
          reject((error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLong : error),
        );
        worker.once("exit", () => reject(tooLong));
        worker.postMessage(text);
      },
    );
    if ("statement" in read) return read.statement;
    const { kind, code, message, advice, fields } = read.problem;
    throw new Problem(kind, code, message, advice, { ...fields });
  } finally {
    await worker.terminate();
  }
}
