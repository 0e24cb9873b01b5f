import type { Fact, FactKind } from "#app/platform/rules/fact.ts";
import { newId } from "#app/platform/rules/ids.ts";
import { config } from "#app/platform/server/config.ts";
import { type Tx, database } from "#app/platform/server/database.ts";
import { renderLetter } from "#app/platform/server/letter.tsx";
import { publish } from "#app/platform/server/live.ts";
import { post } from "#app/platform/server/mail.ts";
import { type Notice, type NoticeContext, notices } from "../rules/notices.ts";

type Reader = { uid: string; email: string; displayName: string; timeZone: string };

/** The uid that a fact is about, where its data names one. */
function subjectUid(fact: Fact): string | null {
  const data = fact.data as { editorId?: string | null; uid?: string };
  return data.editorId ?? data.uid ?? null;
}

async function contextOf(fact: Fact): Promise<{ about: Omit<NoticeContext, "timeZone">; readers: Map<string, Reader> }> {
  const db = database();
  const order = fact.orderId
    ? ((await db.selectFrom("orders").select(["id", "number", "title", "userId", "assignedTo", "totalMinor", "currency", "dueAt", "editorDueAt", "autoAcceptAt"]).where("id", "=", fact.orderId).executeTakeFirst()) ?? null)
    : null;
  const uids = [...new Set([order?.userId, order?.assignedTo, subjectUid(fact), fact.actorId])].filter((u): u is string => Boolean(u));
  const people = uids.length ? await db.selectFrom("users").select(["uid", "email", "displayName", "timeZone"]).where("uid", "in", uids).execute() : [];
  const readers = new Map(people.map((p) => [p.uid, { ...p, timeZone: p.timeZone ?? "UTC" }]));
  return { about: { order, name: (uid) => (uid && readers.get(uid)?.displayName) || "Your editor" }, readers };
}

/** The page of an order for whoever reads. */
const orderPage = (to: Notice<FactKind>["to"], orderId: string | null): string | null =>
  orderId === null ? null : to === "client" ? `/order/${orderId}` : to === "editor" || to === "subject" ? `/editor/orders/${orderId}` : `/admin/orders/${orderId}`;

/**
 * The reaction that tells everyone concerned of a fact: a row for the bell, a letter where the table asks for one.
 * Keyed by fact and reader, so that it can run again without telling anyone twice.
 */
export async function notify(fact: Fact): Promise<void> {
  const entries = notices[fact.kind] as readonly Notice<FactKind>[];
  if (entries.length === 0) return;
  const { about, readers } = await contextOf(fact);
  for (const [i, notice] of entries.entries()) {
    if (notice.to === "support" || notice.to === "admin") await tellStaff(fact, notice, i, { ...about, timeZone: "UTC" });
    else {
      const uid = notice.to === "client" ? about.order?.userId : notice.to === "editor" ? about.order?.assignedTo : subjectUid(fact);
      const reader = uid ? readers.get(uid) : undefined;
      // People are not told of what they did themselves, unless the table says so.
      if (!reader || (fact.actorId === reader.uid && !notice.evenOwn)) continue;
      await tellPerson(fact, notice, i, reader, { ...about, timeZone: reader.timeZone });
    }
  }
}

const rowOf = (fact: Fact, notice: Notice<FactKind>, about: NoticeContext) => ({
  kind: fact.kind,
  subject: fact.subjectId ?? "",
  title: notice.title(fact, about),
  body: notice.body(fact, about),
  link: notice.link ? notice.link(fact, about) : orderPage(notice.to, fact.orderId),
  orderId: fact.orderId,
  orderTitle: about.order?.title ?? null,
  severity: notice.severity,
  createdAt: fact.at,
});

async function insertOnce(tx: Tx, key: string, row: ReturnType<typeof rowOf> & { userId: string | null; type: string; forRole: string | null }): Promise<boolean> {
  const made = await tx.insertInto("notifications").values({ id: newId("notification"), key, ...row }).onConflict((c) => c.column("key").doNothing()).returning("id").executeTakeFirst();
  return made !== undefined;
}

async function tellStaff(fact: Fact, notice: Notice<FactKind>, i: number, about: NoticeContext): Promise<void> {
  await database().transaction().execute(async (tx) => {
    const fresh = await insertOnce(tx, `${fact.id}:${i}:${notice.to}`, { ...rowOf(fact, notice, about), userId: null, type: "admin_notification", forRole: notice.to });
    if (fresh) await publish(tx, ["staff"], { kind: "notification", orderId: fact.orderId });
  });
}

async function tellPerson(fact: Fact, notice: Notice<FactKind>, i: number, reader: Reader, about: NoticeContext): Promise<void> {
  const row = rowOf(fact, notice, about);
  const letter = notice.email
    ? await renderLetter({
        heading: row.title,
        paragraphs: [`Dear ${reader.displayName},`, row.body],
        ...(row.link ? { button: { label: "Open it", url: config().origins.app + row.link } } : {}),
      })
    : null;
  await database().transaction().execute(async (tx) => {
    const key = `${fact.id}:${i}:${reader.uid}`;
    const fresh = await insertOnce(tx, key, { ...row, userId: reader.uid, type: notice.type ?? fact.kind, forRole: null });
    if (!fresh) return;
    if (letter) await post(tx, { key, to: reader.email, subject: row.title, ...letter, kind: fact.kind });
    await publish(tx, [`user:${reader.uid}`], { kind: "notification", orderId: fact.orderId });
  });
}
