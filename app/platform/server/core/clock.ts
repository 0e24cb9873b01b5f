import { config } from "./config.ts";
import { type Reader, database } from "./database.ts";
import { processWide } from "./process-wide.ts";

/** The product's clock. In the demo world it can be moved forward, so that deadlines can be watched passing; never elsewhere. */
const holder = processWide<{ __stetClock?: { offsetMs: number; fixed: Date | null } }>();
const held = () => (holder.__stetClock ??= { offsetMs: 0, fixed: null });

/** The present instant, as every rule and every row sees it. */
export const now = (): Date => held().fixed ?? new Date(Date.now() + held().offsetMs);

/** For tests: stop the clock at an instant, or let it run again with null. */
export function setClock(at: Date | null): void {
  held().fixed = at;
}

/** Reads how far the demo's clock has been moved; called at start and when another process says it moved. */
export async function readDemoClock(db: Reader = database()): Promise<void> {
  if (!config().demo) return;
  const row = await db.selectFrom("demo_clock").select("offsetMs").where("id", "=", 1).executeTakeFirst();
  held().offsetMs = row?.offsetMs ?? 0;
}
