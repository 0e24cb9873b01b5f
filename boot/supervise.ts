/** Keeps child processes running: starts them, restarts them after a crash, and stops them. */
import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";

/** What a child sends over IPC when it is ready to work. */
export type ReadyMessage = { type: "ready"; [detail: string]: unknown };

/** Sent to a child when it may go beyond loading its code. */
export const PROCEED = "proceed";

/** Sent to the supervisor every second by a process that's able to. */
const HEARTBEAT = "heartbeat";
const HEARTBEAT_MS = 1_000;

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

/**
 * A process whose main thread uses this much processor time without sending its heartbeat is replaced. Nothing in the
 * product occupies that thread for even a second. A process that only gets too little of a busy machine's time never
 * uses so much between two heartbeats, however long they take.
 */
const STUCK_BUSY_MS = 8_000;
/** So is one that's silent for this long without using the processor, such as when a disk hangs. */
const STUCK_SILENT_MS = 120_000;

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
    const unwatch = watchHeartbeat(started, () => {
      if (stopping) return;
      report(`${spec.name} stopped responding, so it's replaced.`);
      // It can't handle any other signal.
      started.kill("SIGKILL");
    });
    started.once("exit", unwatch);
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

/** Sends this process's heartbeat to its supervisor, if it has one. */
export function sendHeartbeat(): void {
  if (process.send === undefined) return;
  const beat = (): void => {
    if (process.connected) process.send?.(HEARTBEAT, () => {});
  };
  setInterval(beat, HEARTBEAT_MS).unref();
  beat();
}

/**
 * Calls `stuck` once if a process that sent heartbeats stops sending them. Silence is counted in turns of our own
 * timer: while the whole machine sleeps, or we get no processor time ourselves, it doesn't grow.
 * @returns stops watching
 */
function watchHeartbeat(child: ChildProcess, stuck: () => void): () => void {
  let silentMs = 0;
  let usedAtBeat: number | null = null;
  let hasBeaten = false;
  const timer = setInterval(() => {
    if (!hasBeaten) return;
    silentMs += HEARTBEAT_MS;
    const used = mainThreadMs(child.pid);
    const busyMs = used === null || usedAtBeat === null ? 0 : used - usedAtBeat;
    if (busyMs < STUCK_BUSY_MS && silentMs < STUCK_SILENT_MS) return;
    clearInterval(timer);
    stuck();
  }, HEARTBEAT_MS);
  timer.unref();
  child.on("message", (message) => {
    if (message !== HEARTBEAT) return;
    hasBeaten = true;
    silentMs = 0;
    usedAtBeat = mainThreadMs(child.pid);
  });
  return () => clearInterval(timer);
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** The processor time of a process's main thread, in ms; null where the system doesn't tell. */
function mainThreadMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses, which may contain anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}
