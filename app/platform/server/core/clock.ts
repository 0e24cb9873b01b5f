import { config } from "./config.ts";
import { type Reader, database } from "./database.ts";
import { processWide } from "./process-wide.ts";

/** The product's clock. Only the demo world can move it forward, to watch deadlines pass. */
const holder = processWide<{ __stetClock?: { offsetMs: number; fixed: Date | null } }>();
const held = () => (holder.__stetClock ??= { offsetMs: 0, fixed: null });

/** The current time, as every rule and every row sees it. */
export const now = (): Date => held().fixed ?? new Date(Date.now() + held().offsetMs);

/** For tests: stops the clock at an instant; null lets it run again. */
export function setClock(at: Date | null): void {
  held().fixed = at;
}

/** Reads how far the demo's clock has been moved. Called at start and when another process moves it. */
export async function readDemoClock(db: Reader = database()): Promise<void> {
  if (!config().demo) return;
  const row = await db.selectFrom("demo_clock").select("offsetMs").where("id", "=", 1).executeTakeFirst();
  held().offsetMs = row?.offsetMs ?? 0;
}
