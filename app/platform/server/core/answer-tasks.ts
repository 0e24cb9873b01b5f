import { parentPort } from "node:worker_threads";

type Tasks = Readonly<Record<string, (...args: never[]) => unknown>>;

/** What a pool's module does in its thread: it runs one task at a time, and may be ended at any moment. */
export function answerTasks(tasks: Tasks): void {
  parentPort?.on("message", (request: { task: string; args: unknown[] }) => {
    const run = tasks[request.task] as (...args: unknown[]) => unknown;
    void (async () => run(...request.args))().then(
      (result) => parentPort?.postMessage({ result }),
      (error: unknown) => parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  parentPort?.postMessage("ready");
}
