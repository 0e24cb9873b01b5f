/** One machine that runs the built product as an operator does: `npm start` with its own web and worker process. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Product, startProduct } from "../../e2e/product.ts";

const CLOCK = path.join(import.meta.dirname, "clock-jump.mjs");

export type Machine = {
  name: string;
  port: number;
  /** Undefined while it is stopped. */
  product: Product | undefined;
  /** The latest process of each role; undefined while it restarts. */
  pids(): { web: number | undefined; worker: number | undefined };
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Shifts the clock of all its processes. */
  jumpClock(ms: number): void;
  /** Its log since the start, across restarts. */
  output(): string;
};

export function machine(name: string, port: number, folder: string, env: Record<string, string>): Machine {
  const clock = path.join(folder, `${name}.clock`);
  let earlier = "";
  const it: Machine = {
    name,
    port,
    product: undefined,
    pids() {
      const { web, worker } = it.product?.pids() ?? { web: [], worker: [] };
      return { web: web.at(-1), worker: worker.at(-1) };
    },
    async start() {
      it.product = await startProduct({
        env: { ...env, NODE_OPTIONS: `--import=${CLOCK}`, SIEGE_CLOCK: clock },
        port,
        dataDir: path.join(folder, name),
      });
    },
    async stop() {
      const { product } = it;
      it.product = undefined;
      await product?.stop();
      earlier += product?.output() ?? "";
    },
    jumpClock(ms) {
      if (ms === 0) rmSync(clock, { force: true });
      else writeFileSync(clock, String(ms));
    },
    output: () => earlier + (it.product?.output() ?? ""),
  };
  return it;
}

/** A process's resident memory in MB; undefined if it has ended. */
export function memoryOf(pid: number): number | undefined {
  try {
    const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kb === undefined ? undefined : Math.round(Number(kb) / 1024);
  } catch {
    return undefined;
  }
}
