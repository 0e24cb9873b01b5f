import { sql } from "kysely";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type DocumentKind, EXPIRY_WARNINGS, REMIND_AFTER_DAYS } from "../../rules/kyc/kyc.ts";
import { lockEditor } from "../find-editor.ts";
import { lockKycDocument, moveKycDocument } from "./lock-kyc-document.ts";
import { settleKyc } from "./settle-kyc.ts";

const EACH_TIME = 200;

/**
 * Clock rule: expires documents whose last day has passed, warns before, and reminds editors once of documents they still
 * have to send. Safe to repeat.
 * @param warnings how many days before; for tests
 */
export async function watchKyc(now: Date, warnings: readonly number[] = EXPIRY_WARNINGS): Promise<void> {
  await expireDocuments(now);
  await warnOfExpiry(now, [...warnings]);
  await remindEditors(now);
  await remindOfRequests(now);
}

/** Once for each request that was open for three days. */
async function remindOfRequests(now: Date): Promise<void> {
  const due = database()
    .selectFrom("kyc_requests")
    .select(["uid", "kind"])
    .where("remindedAt", "is", null)
    .where("askedAt", "<", after(now, -REMIND_AFTER_DAYS * DAY))
    .orderBy("askedAt");
  await sweep("remind of a KYC request", due, async (ctx, { uid, kind }) => {
    const told = await ctx.tx
      .updateTable("kyc_requests")
      .set({ remindedAt: now })
      .where("uid", "=", uid)
      .where("kind", "=", kind)
      .where("remindedAt", "is", null)
      .returning("note")
      .executeTakeFirst();
    if (told)
      await ctx.fact("kyc.requested", {
        subjectId: uid,
        data: { uid, kinds: [kind], note: told.note, again: true },
        topics: [`user:${uid}`],
      });
  });
}

async function expireDocuments(now: Date): Promise<void> {
  const due = database()
    .selectFrom("kyc_documents")
    .select("id")
    .where("status", "=", "approved")
    .where("expiresOn", "<", dayOf(now))
    .orderBy("expiresOn");
  await sweep("expire a KYC document", due, async (ctx, { id }) => {
    const document = await lockKycDocument(ctx.tx, id);
    if (document.status !== "approved") return;
    await moveKycDocument(ctx, document, "expire");
    const successor = await ctx.tx
      .selectFrom("kyc_documents")
      .select("id")
      .where("uid", "=", document.uid)
      .where("kind", "=", document.kind)
      .where("status", "=", "approved")
      .executeTakeFirst();
    await ctx.fact("kyc.expired", {
      subjectId: document.uid,
      data: { uid: document.uid, documentId: id, kind: document.kind, renewed: successor !== undefined },
      topics: [`user:${document.uid}`, "staff"],
    });
    await settleKyc(ctx, document.uid);
  });
}

async function warnOfExpiry(now: Date, warnings: number[]): Promise<void> {
  const today = dayOf(now);
  const { rows } = await sql<{ id: string; uid: string; kind: DocumentKind; expiresOn: string }>`
    select d.id, d.uid, d.kind, d."expiresOn" from kyc_documents d
    where d.status = 'approved' and d."expiresOn" between ${today} and ${dayOf(after(now, Math.max(...warnings) * DAY))}
      and coalesce(d."warnedDays", 9999) > (select min(days) from unnest(${warnings}::int[]) days
        where d."expiresOn" <= to_char(${today}::date + days, 'YYYY-MM-DD'))
      and not exists (select 1 from kyc_documents n where n.uid = d.uid and n.kind = d.kind and n.id <> d.id
        and n."replacedAt" is null
        and n."submittedAt" > d."submittedAt" and n.status in ('submitted','in_review','approved'))
    order by d."expiresOn" limit ${EACH_TIME}`.execute(database());
  for (const { id, uid, kind, expiresOn } of rows) {
    const left = Math.round((Date.parse(expiresOn) - Date.parse(today)) / DAY);
    const days = Math.min(...warnings.filter((d) => left <= d));
    await transact(CLOCK, async (ctx) => {
      const told = await ctx.tx
        .updateTable("kyc_documents")
        .set({ warnedDays: days })
        .where("id", "=", id)
        .where("status", "=", "approved")
        .where((eb) => eb.or([eb("warnedDays", "is", null), eb("warnedDays", ">", days)]))
        .returning("id")
        .executeTakeFirst();
      if (told)
        await ctx.fact("kyc.expiring", {
          subjectId: uid,
          data: { uid, documentId: id, kind, days: left, expiresOn },
          topics: [`user:${uid}`, "staff"],
        });
    });
  }
}

/** Once per period: editors who can't work yet and have sent nothing in the three days since they were told. */
async function remindEditors(now: Date): Promise<void> {
  const { rows } = await sql<{ uid: string }>`
    select e.uid from editors e, lateral (select greatest(e."createdAt", coalesce(max(d."reviewedAt"), e."createdAt"),
    coalesce(max(d."submittedAt"), e."createdAt")) as since
        from kyc_documents d where d.uid = e.uid) w
    where e."kycStatus" in ('not_started','needs_info','rejected') and e."kycApprovedAt" is null
      and w.since < ${after(now, -REMIND_AFTER_DAYS * DAY)} and (e."kycRemindedAt" is null
        or e."kycRemindedAt" < w.since)
      and exists (select 1 from users u where u.uid = e.uid and u."isEditor")
    order by e.uid limit ${EACH_TIME}`.execute(database());
  for (const { uid } of rows)
    await transact(CLOCK, async (ctx) => {
      const before = await lockEditor(ctx.tx, uid);
      if (before.kycRemindedAt && before.kycRemindedAt > after(now, -REMIND_AFTER_DAYS * DAY)) return;
      await ctx.tx.updateTable("editors").set({ kycRemindedAt: now }).where("uid", "=", uid).execute();
      await ctx.fact("kyc.reminded", { subjectId: uid, data: { uid }, topics: [`user:${uid}`] });
    });
}
