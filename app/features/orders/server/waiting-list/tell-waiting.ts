import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import { sql } from "kysely";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import type { EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import { UNPAID } from "../../rules/flow.ts";
import { isWithoutEditor } from "../../rules/deadline/no-editor.ts";
import { keptMs } from "#app/features/policy/server/read-keep.ts";
import { listCapacity } from "../drafts/list-capacity.ts";
import { waitEmail } from "./wait-email.ts";

/**
 * How many entries are checked each minute, those not checked for longest first, because each check queries the
 * editors' capacity.
 */
const AT_ONCE = 40;

const nameOf = async (uid: string | null): Promise<string | null> =>
  uid === null
    ? null
    : ((await database().selectFrom("users").select("displayName").where("uid", "=", uid).executeTakeFirst())
        ?.displayName ?? null);

/** Clock rule: emails people whose manuscript an editor can take now, once each. @returns how many */
export async function tellWaiting(now: Date): Promise<number> {
  const db = database();
  await db
    .deleteFrom("field_waits")
    .where(
      // By the times that applied when they left their address.
      sql<boolean>`"createdAt" < ${now}::timestamptz - ${keptMs("waitingMs", sql`field_waits."createdAt"`)} * interval '1 millisecond'
        or "toldAt" < ${now}::timestamptz - ${keptMs("toldMs", sql`field_waits."createdAt"`)} * interval '1 millisecond'`,
    )
    .execute();
  const waits = await db
    .selectFrom("field_waits")
    .selectAll()
    .where("toldAt", "is", null)
    .orderBy("checkedAt")
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  const policy = await pricingAt(now);
  let told = 0;
  for (const wait of waits) {
    const question = { words: wait.words, subfield: wait.subfield, variant: wait.variant as EnglishVariant | null };
    if (isWithoutEditor(wait.words, await listCapacity(question, wait.uid, now), policy)) {
      await db.updateTable("field_waits").set({ checkedAt: now }).where("id", "=", wait.id).execute();
      continue;
    }
    const draft = wait.orderId
      ? await db
          .selectFrom("orders")
          .select(["id", "userId", "status"])
          .where("id", "=", wait.orderId)
          .executeTakeFirst()
      : undefined;
    const open = draft && draft.userId !== null && (UNPAID as readonly string[]).includes(draft.status);
    const text = waitEmail({ ...wait, name: await nameOf(wait.uid), orderId: open ? draft.id : null });
    const rendered = await renderEmail(text);
    told += await transact(CLOCK, async (ctx) => {
      // They left, or another worker emailed them, since this was found.
      const mine = await ctx.tx
        .updateTable("field_waits")
        .set({ toldAt: now })
        .where("id", "=", wait.id)
        .where("toldAt", "is", null)
        .returning("id")
        .executeTakeFirst();
      if (!mine) return 0;
      await post(ctx.tx, {
        key: `field-wait:${wait.id}`,
        to: wait.email,
        subject: text.heading,
        ...rendered,
        kind: "field_wait.told",
        unsubscribeUrl: text.end!.url,
      });
      await ctx.fact("field_wait.told", { subjectId: wait.id, data: { subfield: wait.subfield } });
      return 1;
    });
  }
  return told;
}
