/** Keeps child processes running: starts them, restarts them after a crash, and stops them. */
import { type ChildProcess, fork } from "node:child_process";

/** What a child sends over IPC when it is ready to work. */
export type ReadyMessage = { type: "ready"; [detail: string]: unknown };

/** Sent to a child when it may go beyond loading its code. */
export const PROCEED = "proceed";

/** Sent to a web process when compressed copies of its files are available. */
export const FILES_COMPRESSED = "files compressed";

export type ChildSpec = {
  /** Its name in messages. */
  name: string;
  /** Path of the module to run. */
  module: string;
  args?: string[];
  env: Record<string, string | undefined>;
  /** What the child needs to be ready. It loads its code in the meantime. */
  after?: Promise<unknown>;
};

export type Supervised = {
  /** The child's first ready message. */
  readonly ready: ReadyMessage;
  /** The current child's process id, undefined between two. */
  pid(): number | undefined;
  /** Sends the current child a message, if there is one. */
  send(message: string): void;
  /** From now on its exit isn't a crash: Ctrl-C in a terminal reaches the children as soon as the supervisor. */
  expectEnd(): void;
  /** Sends SIGTERM, and SIGKILL after `limitMs`. Resolves when it has exited. It isn't restarted. */
  stop(limitMs?: number): Promise<void>;
};

export type SuperviseOptions = {
  /** Pause before the first restart in milliseconds. It doubles up to 10 s. */
  firstPauseMs?: number;
  report?: (line: string) => void;
};

const LONGEST_PAUSE_MS = 10_000;
/** After running this long, a child starts over with the first pause. */
const SETTLED_MS = 5_000;
/** How long a child has to exit before it's killed. */
export const STOP_LIMIT_MS = 6_000;

/**
 * Starts a child and resolves when it's ready.
 * @throws if it exits before it was ever ready: that's a wrong setting or a broken build, which a restart wouldn't fix
 */
export async function supervise(spec: ChildSpec, options: SuperviseOptions = {}): Promise<Supervised> {
  const firstPauseMs = options.firstPauseMs ?? 500;
  const report = options.report ?? ((line) => console.error(line));
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let stopping = false;
  let pauseMs = firstPauseMs;

  const start = (): ChildProcess => {
    const started = fork(spec.module, spec.args ?? [], { env: spec.env as NodeJS.ProcessEnv, execArgv: [] });
    child = started;
    // If it fails, the child never proceeds, and ends with the supervisor.
    (spec.after ?? Promise.resolve()).then(
      () => void started.send(PROCEED, () => {}),
      () => {},
    );
    return started;
  };

  const watch = (watched: ChildProcess): void => {
    const startedAt = Date.now();
    watched.once("exit", (code, signal) => {
      child = undefined;
      if (stopping) return;
      if (Date.now() - startedAt > SETTLED_MS) pauseMs = firstPauseMs;
      report(
        `${spec.name} ended by accident (${signal ?? `exit code ${code}`}); it starts again in ${pauseMs / 1000} s.`,
      );
      restart = setTimeout(() => watch(start()), pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    });
  };

  const first = start();
  const expectEnd = (): void => {
    stopping = true;
    clearTimeout(restart);
  };
  const stop = async (limitMs = STOP_LIMIT_MS): Promise<void> => {
    expectEnd();
    const last = child;
    if (last === undefined || last.exitCode !== null || last.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => last.once("exit", () => resolve()));
    last.kill("SIGTERM");
    const force = setTimeout(() => last.kill("SIGKILL"), limitMs);
    await gone;
    clearTimeout(force);
  };
  const ready = await new Promise<ReadyMessage>((resolve, reject) => {
    first.on("message", (message) => {
      if ((message as Partial<ReadyMessage>).type === "ready") resolve(message as ReadyMessage);
    });
    first.once("exit", (code, signal) =>
      reject(new Error(`${spec.name} could not start (${signal ?? `exit code ${code}`}).`)),
    );
    first.once("error", reject);
  });
  if (child === undefined) throw new Error(`${spec.name} ended as soon as it was ready.`);
  watch(first);
  return { ready, pid: () => child?.pid, send: (message) => void child?.send(message, () => {}), expectEnd, stop };
}
