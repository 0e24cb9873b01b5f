import { sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";

const DAYS = 14;
const SHOWN = 100;

/**
 * How our email fares: bounces and complaints by day (UTC), the suppression list, recent failures, and how reports and
 * replies arrive. @throws refused unless admin
 */
export async function readEmailHealth(actor: Actor, now: Date) {
  if (!may(actor, "operations")) throw refused("Only an admin can see this page.");
  const db = database();
  const since = new Date(
    after(now, -(DAYS - 1) * DAY)
      .toISOString()
      .slice(0, 10),
  );
  const [days, suppressed, total, failures, held] = await Promise.all([
    sql<{ day: string; sent: number; bounces: number; complaints: number }>`
      select to_char(d, 'YYYY-MM-DD') as day,
        (select count(*)::int from mail where "sentAt" >= d and "sentAt" < d + interval '1 day') as sent,
        (select count(*) filter (where kind <> 'complaint')::int from mail_events
          where at >= d and at < d + interval '1 day') as bounces,
        (select count(*) filter (where kind = 'complaint')::int from mail_events
          where at >= d and at < d + interval '1 day') as complaints
      from generate_series(${since}::timestamptz, ${now}::timestamptz, interval '1 day') d order by d desc`.execute(db),
    db
      .selectFrom("mail_suppressions")
      .select(["id", "address", "reason", "source", "detail", "createdAt"])
      .where("removedAt", "is", null)
      .orderBy("createdAt", "desc")
      .limit(SHOWN)
      .execute(),
    db
      .selectFrom("mail_suppressions")
      .select(sql<number>`count(*)::int`.as("n"))
      .where("removedAt", "is", null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("mail")
      .select(["id", "to", "subject", "status", "failure", "createdAt"])
      .where("status", "not in", ["sent", "waiting", "sending"])
      .orderBy("seq", "desc")
      .limit(SHOWN)
      .execute(),
    db
      .selectFrom("held_emails as h")
      .leftJoin("orders as o", "o.id", "h.orderId")
      .leftJoin("tickets as t", "t.id", "h.ticketId")
      .select(["h.id", "h.address", "h.subject", "h.proof", "h.createdAt", "o.number as order", "t.number as ticket"])
      .where("h.confirmedAt", "is", null)
      .orderBy("h.createdAt", "desc")
      .limit(SHOWN)
      .execute(),
  ]);
  const { mail } = config();
  return {
    days: days.rows,
    suppressed: suppressed,
    suppressedTotal: total.n,
    failures: failures,
    held: held.map(({ order, ticket, ...it }) => ({
      ...it,
      thread: order ?? ticket,
      createdAt: it.createdAt,
    })),
    ways: {
      ses: mail.sesTopics.length > 0,
      postmark: mail.postmarkSecret !== null,
      inbound: mail.inbound?.domain ?? null,
      support: mail.support,
      returnPath: mail.returnPath,
    },
  };
}
export type EmailHealth = Awaited<ReturnType<typeof readEmailHealth>>;
