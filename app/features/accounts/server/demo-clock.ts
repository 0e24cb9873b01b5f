import { sql } from "kysely";
import { z } from "zod";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { now, readDemoClock } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database, lockName } from "#app/platform/server/core/database.ts";
import { publish } from "#app/platform/server/live/live.ts";
import { readForm, readJsonBody } from "#app/platform/server/requests/read-body.ts";
import { cameFrom } from "../rules/came-from.ts";

/** The longest step, so that a typo doesn't end the demo. */
const LONGEST_MS = 366 * DAY;

const Move = z.union([
  z.object({ advanceMs: z.coerce.number().int().positive().max(LONGEST_MS), at: z.undefined().optional() }),
  z.object({ at: z.coerce.date(), advanceMs: z.undefined().optional() }),
]);

/** Moves the demo's clock forward for every process. @throws invalid if it wouldn't move forward */
async function moveClock(input: unknown): Promise<void> {
  const parsed = Move.safeParse(input);
  if (!parsed.success)
    throw invalid(
      "clock",
      "This request doesn't say how far to move the clock.",
      "Send advanceMs (milliseconds, up to a year) or at (an ISO date and time).",
    );
  await database()
    .transaction()
    .execute(async (tx) => {
      await lockName(tx, "demo clock");
      const offsetMs =
        (await tx.selectFrom("demo_clock").select("offsetMs").where("id", "=", 1).executeTakeFirst())?.offsetMs ?? 0;
      const byMs = parsed.data.advanceMs ?? parsed.data.at.getTime() - (Date.now() + offsetMs);
      if (byMs <= 0 || byMs > LONGEST_MS)
        throw invalid("clock", "The demo clock only moves forward, by a year at most.", "Choose a later time.");
      await tx
        .insertInto("demo_clock")
        .values({ id: 1, offsetMs: byMs })
        .onConflict((c) => c.column("id").doUpdateSet({ offsetMs: sql<number>`demo_clock."offsetMs" + ${byMs}` }))
        .execute();
      await publish(tx, ["clock"], { kind: "clock", orderId: null });
    });
  await readDemoClock();
}

/**
 * `POST /api/demo/clock`: `{advanceMs}` or `{at}`, as JSON (answers the new time) or as the mailbox page's form
 * (redirects to it).
 * @param runClock runs everything that is now due
 */
export const demoClock =
  (runClock: (at: Date) => Promise<void>) =>
  async (request: Request): Promise<Response> => {
    if (!config().demo) throw notFound("page");
    const isForm = request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;
    const input: unknown = isForm ? Object.fromEntries(await readForm(request)) : await readJsonBody(request);
    await moveClock(input);
    await runClock(now());
    if (!isForm) return Response.json({ now: now().toISOString() });
    const { back } = input as Record<string, unknown>;
    return new Response(null, {
      status: 303,
      headers: { location: (typeof back === "string" ? cameFrom(back) : null) ?? "/auth/mailbox" },
    });
  };
