import { parentPort } from "node:worker_threads";
import { TASKS, type TaskName } from "./tasks.ts";

/** Runs one task at a time for the engine, in a separate thread that may be ended at any moment. */
type Request = { task: TaskName; args: unknown[] };

parentPort?.on("message", (request: Request) => {
  const run = TASKS[request.task] as (...args: unknown[]) => Promise<unknown>;
  run(...request.args).then(
    (result) => parentPort?.postMessage({ result }),
    (error: unknown) => parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) }),
  );
});
parentPort?.postMessage("ready");
