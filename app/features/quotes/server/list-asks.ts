import { PAY_CURRENCY } from "#app/platform/rules/core/money.ts";
import { type Person } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { OfferStatus } from "../rules/quote-flow.ts";

/** A question to an editor: would you take this order under these terms? */
export type Ask = {
  offerId: string;
  status: OfferStatus;
  service: string;
  field: string | null;
  variant: string | null;
  words: number;
  windowMs: number;
  payMinor: number;
  currency: string;
  brief: string;
  askedAt: Date;
  askExpiresAt: Date;
  /** The author's deadline to pay, if there is one. */
  expiresAt: Date | null;
  /** Set once the order is theirs. */
  orderId: string | null;
};

const MOST = 30;

/** The questions to an editor, newest first: open ones, and the latest past ones. */
export async function listAsks(person: Person): Promise<Ask[]> {
  if (!person.isEditor && !may(person, "orders")) return [];
  const rows = await database()
    .selectFrom("quote_offers as f")
    .innerJoin("orders as o", "o.id", "f.orderId")
    .selectAll("f")
    .select(["o.field", "o.variant", "o.assignedTo"])
    .where("f.editorId", "=", person.uid)
    .orderBy("f.askedAt", "desc")
    .orderBy("f.id", "desc")
    .limit(MOST)
    .execute();
  return rows.map((f) => ({
    offerId: f.id,
    status: f.status,
    service: f.service,
    field: f.field,
    variant: f.variant,
    words: f.price.billableWords,
    windowMs: f.windowMs,
    payMinor: f.editorPayMinor!,
    currency: PAY_CURRENCY,
    brief: f.brief,
    askedAt: f.askedAt!,
    askExpiresAt: f.askExpiresAt!,
    expiresAt: f.expiresAt,
    orderId: f.assignedTo === person.uid ? f.orderId : null,
  }));
}

/** How many open questions an editor has. */
export async function countAsks(person: Person, now: Date): Promise<number> {
  const { n } = await database()
    .selectFrom("quote_offers")
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("editorId", "=", person.uid)
    .where("status", "=", "asking")
    .where("askExpiresAt", ">", now)
    .executeTakeFirstOrThrow();
  return Number(n);
}
