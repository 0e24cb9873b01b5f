import { sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { recordReading } from "#app/platform/server/core/facts.ts";
import { readClaims, resolveRoles } from "#app/features/accounts/rules/claims.ts";
import { canBeImpersonated } from "#app/features/accounts/rules/impersonation.ts";
import { findPersonAccount } from "#app/features/accounts/server/people/find-person-account.ts";
import { listPersonNotes } from "#app/features/accounts/server/people/list-person-notes.ts";
import { listAcceptedDocuments } from "#app/features/accounts/server/legal/record-acceptance.ts";
import { pauseOf } from "#app/features/editors/rules/pause.ts";
import { findEditor, levelOf } from "#app/features/editors/server/find-editor.ts";
import { findKyc } from "#app/features/editors/server/kyc/find-kyc.ts";
import { listPersonEmails } from "#app/features/emails/server/list-person-emails.ts";
import { newestPastOrders } from "#app/features/orders/server/past/list-past-orders.ts";
import { ownBalances } from "#app/features/payments/server/balance/own-balance.ts";
import { currencyOfClient } from "#app/features/payments/server/courtesy/give-credit.ts";
import { readCredit } from "#app/features/payments/server/courtesy/read-credit.ts";
import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import { discountLimits } from "#app/features/pricing/rules/discount-limits.ts";
import { listDiscountsOf } from "#app/features/pricing/server/list-discounts.ts";
import { listPersonTickets } from "#app/features/support/server/tickets/list-person-tickets.ts";

/** How many rows each section shows; the lists show the rest. */
const SHOWN = 50;
const ENDED = ["closed", "expired", "cancelled", "refunded", "draft"];

/**
 * Everything about one person on one page: orders, payments, refunds, tickets, notes, and whether the account is
 * blocked; for an editor also level, KYC state and the orders they edit. Support sees the same without cards, and can't
 * block.
 * @throws refused, not-found
 */
export async function findClientFile(actor: Actor, uid: string, now: Date) {
  if (!may(actor, "care")) throw refused("Only staff can see a person's file.");
  const db = database();
  const admin = may(actor, "people");
  const person = await db
    .selectFrom("users as u")
    .leftJoin("auth_user as a", "a.id", "u.uid")
    .select([
      "u.uid",
      "u.displayName",
      "u.email",
      "u.timeZone",
      "u.createdAt",
      "u.isEditor",
      "a.emailVerified",
      "u.role",
      "u.isAdmin",
      "a.claims",
    ])
    .where("u.uid", "=", uid)
    .executeTakeFirst();
  if (!person) throw notFound("person");
  if (actor.uid !== uid)
    await recordReading(actor, "access.person_viewed", { subjectId: uid, data: { uid, page: "client" } });
  const { role, isAdmin: isAdminProfile, claims, ...named } = person;
  const roles = resolveRoles(readClaims(claims), { role, isAdmin: isAdminProfile, isEditor: person.isEditor });
  const [orders, sums, edited, payments, refunds] = await Promise.all([
    db
      .selectFrom("orders")
      .select(["id", "number", "title", "status", "totalMinor", "currency", "createdAt"])
      .where("userId", "=", uid)
      .where("status", "<>", "draft")
      .orderBy("createdAt", "desc")
      .limit(SHOWN)
      .execute(),
    db
      .selectFrom("orders")
      .select(["currency", sql<number>`count(*)::int`.as("orders")])
      .select(sql<number>`count(*) filter (where status <> all(${ENDED}))::int`.as("open"))
      .select(sql<number>`coalesce(sum("paidMinor"), 0)::bigint`.as("paidMinor"))
      .select(sql<number>`coalesce(sum("refundedMinor"), 0)::bigint`.as("refundedMinor"))
      .where("userId", "=", uid)
      .where("status", "<>", "draft")
      .groupBy("currency")
      .orderBy("paidMinor", "desc")
      .execute(),
    db
      .selectFrom("orders")
      .select(["id", "number", "title", "status"])
      .select(sql<Date | null>`coalesce("revisionDueAt", "editorDueAt")`.as("dueAt"))
      .where("assignedTo", "=", uid)
      .orderBy("createdAt", "desc")
      .limit(SHOWN)
      .execute(),
    db
      .selectFrom("payments as p")
      .innerJoin("orders as o", "o.id", "p.orderId")
      .select(["p.id", "p.status", "p.amountMinor", "p.currency", "p.cardLabel", "p.createdAt"])
      .select(["o.number", "o.id as orderId"])
      .where("o.userId", "=", uid)
      .orderBy("p.createdAt", "desc")
      .limit(SHOWN)
      .execute(),
    db
      .selectFrom("refunds as r")
      .innerJoin("orders as o", "o.id", "r.orderId")
      .select(["r.id", "r.status", "r.cause", "r.amountMinor", "r.currency", "r.createdAt"])
      .select(["o.number", "o.id as orderId"])
      .where("o.userId", "=", uid)
      .orderBy("r.createdAt", "desc")
      .limit(SHOWN)
      .execute(),
  ]);
  const editor = await findEditor(uid);
  const account = await findPersonAccount(uid);
  return {
    own: actor.uid === uid,
    admin,
    impersonable:
      actor.uid !== uid &&
      account.blocked === null &&
      canBeImpersonated({ ...roles, emailVerified: person.emailVerified ?? false }),
    /** Makes resent forms count once. */
    formKey: crypto.randomUUID(),
    person: {
      ...named,
      emailVerified: person.emailVerified ?? false,
      createdAt: person.createdAt,
    },
    // Only admins block, so the reason stays with them; that it is blocked concerns all staff.
    account: admin || account.blocked === null ? account : { ...account, blocked: { ...account.blocked, reason: "" } },
    editor: editor && {
      level: levelOf(editor),
      pause: pauseOf(editor),
      kyc: (await findKyc(actor, uid, now)).overview,
    },
    sums,
    orders: orders.map((o) => ({ ...o, createdAt: o.createdAt })),
    past: await newestPastOrders(uid, SHOWN),
    edited: edited.map((o) => ({ ...o, dueAt: o.dueAt })),
    payments: payments.map((p) => ({
      ...p,
      cardLabel: admin ? p.cardLabel : null,
      createdAt: p.createdAt,
    })),
    refunds: refunds.map((r) => ({ ...r, createdAt: r.createdAt })),
    limits: discountLimits(await pricingAt(now)),
    discounts: admin ? await listDiscountsOf(actor, uid, now) : [],
    balances: await ownBalances(uid),
    credit: await readCredit(uid),
    creditCurrency: await currencyOfClient(uid),
    tickets: await listPersonTickets(uid),
    notes: await listPersonNotes(actor, uid),
    accepted: await listAcceptedDocuments(uid),
    emails: await listPersonEmails(actor, person.email),
  };
}
