import { log } from "../core/log.ts";
import { processWide } from "../core/process-wide.ts";

/** Stores data that a process has collected in memory. It keeps what it couldn't store. */
export type Batch = () => Promise<unknown>;

const EVERY_MS = 10_000;
const holder = processWide<{ __stetBatches?: { batches: readonly Batch[]; timer: NodeJS.Timeout } }>();

/** Stores these batches every ten seconds. `stopBatches` stores them one last time. */
export function startBatches(batches: readonly Batch[]): void {
  clearInterval(holder.__stetBatches?.timer);
  const timer = setInterval(() => void storeBatches(), EVERY_MS);
  timer.unref();
  holder.__stetBatches = { batches, timer };
}

/** Stores every batch now. A batch that fails keeps its data for the next time. */
export async function storeBatches(): Promise<void> {
  for (const batch of holder.__stetBatches?.batches ?? []) {
    try {
      await batch();
    } catch (error) {
      log.error("couldn't store a batch", error);
    }
  }
}

/** Stores every batch one last time, to lose nothing when the process ends. */
export async function stopBatches(): Promise<void> {
  clearInterval(holder.__stetBatches?.timer);
  await storeBatches();
  delete holder.__stetBatches;
}
