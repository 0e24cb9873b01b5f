/** A peer's processes. */
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const START_LIMIT_MS = 240_000;
const STOP_LIMIT_MS = 15_000;

export type Program = {
  pid: number;
  stop(): Promise<void>;
};

/**
 * Starts a program and waits until it's ready.
 * @param ready asked again and again; may throw while the program isn't ready
 * @throws the end of its output if it ends first or isn't ready in time
 */
export async function startProgram(
  command: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
  ready: () => Promise<boolean>,
): Promise<Program> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      output = (output + String(data)).slice(-4_000);
    });
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", () => resolve());
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null || failure) return;
    child.kill("SIGTERM");
    const force = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
    await ended;
    clearTimeout(force);
  };
  const giveUpAt = performance.now() + START_LIMIT_MS;
  for (;;) {
    if (failure) throw failure;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${command} ended while it started.\n${output}`);
    if (await ready().catch(() => false)) break;
    if (performance.now() > giveUpAt) {
      await stop();
      throw new Error(`${command} wasn't ready within ${START_LIMIT_MS / 1_000} s.\n${output}`);
    }
    await sleep(200);
  }
  return { pid: child.pid!, stop };
}

/** Whether a URL answers 200. */
export async function answersAt(url: string): Promise<boolean> {
  const answer = await fetch(url, { headers: { connection: "close" }, signal: AbortSignal.timeout(30_000) });
  await answer.arrayBuffer();
  return answer.status === 200;
}
