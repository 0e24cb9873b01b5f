import { parentPort } from "node:worker_threads";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { readStatement } from "../../rules/bank-statement.ts";

/** Reads one bank statement in a thread of its own, which may be ended at any moment. */
parentPort?.once("message", (text: string) => {
  try {
    parentPort?.postMessage({ statement: readStatement(text) });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    parentPort?.postMessage({ problem: error.toJSON() });
  }
});
