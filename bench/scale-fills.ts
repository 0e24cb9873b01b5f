/**
 * What else the worlds of `scale-world.ts` have beside orders, notifications and tickets: accounts, money, the ledger,
 * messages, invites, reviews. Everybody has as much of each in both.
 */
import type pg from "pg";
import { chance } from "./two-worlds.ts";

/** Ids as the product makes them, from a number. */
const id = (kind: string, n: string): string => `'${kind}_' || lpad((${n})::text, 26, '0')`;
const AT = (orders: number): string => `timestamptz '2023-11-20' + (i::float8 / ${orders}) * interval '1095 days'`;
/** How many orders an editor has, and how many of them a payout pays. */
const PER_EDITOR = 100;
const PER_PAYOUT = 2;
const RUNS = 72;

/**
 * Fills tables without their indexes, except those of constraints, and makes each index once at the end, which is much
 * faster.
 */
async function withoutIndexes(db: pg.Client, tables: readonly string[], fill: () => Promise<void>) {
  const { rows } = await db.query<{ name: string; make: string }>(
    `select i.indexname as name, i.indexdef as make from pg_indexes i
      where i.schemaname = 'public' and i.tablename = any($1)
      and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`,
    [tables],
  );
  for (const { name } of rows) await db.query(`drop index "${name}"`);
  await fill();
  for (const { make } of rows) await db.query(make);
}

/** Accounts, payments, refunds, documents, earnings, payouts, and the ledger. */
export async function fillMoney(db: pg.Client, orders: number): Promise<void> {
  const clients = orders / 20;
  const editors = orders / PER_EDITOR;
  const perEditor = PER_EDITOR / PER_PAYOUT;
  const each = `generate_series(1, ${orders}) i cross join lateral (select ${AT(orders)} as at) t`;
  await db.query(
    `insert into auth_user (id, name, email, "emailVerified", "createdAt")
      select uid, "displayName", email, true, "createdAt" from users`,
  );
  const run = (n: string): string => id("run", n);
  await db.query(`insert into payout_runs (id, number, status, "cutoffAt", currency, "totalMinor", "makerId",
    "createdAt", "settledAt")
    select ${run("i")}, 'P-' || i, 'settled', at, 'USD', 100, 'usr_admin', at, at
      from (select i, timestamptz '2023-12-01' + i * interval '15 days' as at from generate_series(1, ${RUNS}) i) r`);
  // The k-th payout of editor e.
  const payouts = `generate_series(1, ${editors}) e, generate_series(0, ${perEditor - 1}) k cross join lateral
    (select ${id("pyo", `e * ${PER_EDITOR} + k`)} as payout, 1 + k * ${RUNS} / ${perEditor} as n) p cross join lateral (select timestamptz '2023-12-01' + n * interval '15 days' as at) t`;
  await withoutIndexes(db, ["payments", "refunds", "invoices", "earnings", "payouts"], async () => {
    await db.query(`insert into payments (id, "orderId", attempt, status, "amountMinor", currency, "checkoutSessionId",
      "paymentIntentId", "cardLabel", "createdAt", "succeededAt")
      select ${id("pay", "i")}, ${id("ord", "i")}, 1, 'succeeded', 40000, 'USD', 'cs_' || i, 'pi_' || i, 'Visa 4242',
        at, at from ${each}`);
    await db.query(`insert into refunds (id, "orderId", "paymentId", cause, "amountMinor", currency, status,
      "providerRefundId", basis, "createdAt", "settledAt")
      select ${id("ref", "i")}, ${id("ord", "i")}, ${id("pay", "i")}, 'goodwill', 1000, 'USD', 'succeeded', 're_' || i,
        '[]', at, at from ${each} where i % 50 = 0`);
    await db.query(`insert into invoices (id, kind, number, "ownerId", "orderId", "paymentId", "totalMinor", currency,
      document, "issuedAt")
      select ${id("ivc", "i")}, 'invoice', 'INV-' || i, 'usr_c' || 1 + i % ${clients}, ${id("ord", "i")},
        ${id("pay", "i")}, 40000, 'USD',
        jsonb_build_object('buyer', jsonb_build_object('name', 'Person ' || 1 + i % ${clients}), 'taxes',
          '[{"treatment":"none","code":"none","label":"No tax","rateBp":0,"baseMinor":40000,"amountMinor":0}]'::jsonb),
          at from ${each}`);
    await db.query(`insert into payouts (id, "runId", "editorId", status, "grossMinor", "amountMinor", currency,
      "endToEndId", bank, "createdAt", "paidAt")
      select payout, ${run("n")}, 'usr_e' || e, 'paid', 48000, 48000, 'USD', payout, '{}', at, at from ${payouts}`);
    await db.query(`insert into invoices (id, kind, number, "ownerId", "payoutId", "totalMinor", currency, document,
      "reviewedAt", "reviewedBy", "issuedAt")
      select ${id("ivs", `e * ${PER_EDITOR} + k`)}, 'self_billed', 'SB-' || e || '-' || k, 'usr_e' || e, payout, 48000,
        'USD', '{}', case when e > 40 or k < ${perEditor - 1} then at end, 'usr_admin', at from ${payouts}`);
    // The last of each editor's orders isn't paid out yet.
    await db.query(`insert into earnings (id, "orderId", "editorId", level, "basisMinor", "shareBp", "amountMinor",
      currency, status, "payoutId", "createdAt", "availableAt")
      select ${id("ear", "i")}, ${id("ord", "i")}, 'usr_e' || 1 + i % ${editors}, 'standard', 40000, 6000, 24000,
        'USD', case when i / ${editors} >= ${PER_EDITOR - 2} then 'available' else 'paid' end,
        case when i / ${editors} < ${PER_EDITOR - 2} then
          ${id("pyo", `(1 + i % ${editors}) * ${PER_EDITOR} + i / ${editors} / ${PER_PAYOUT}`)}
          end, at + interval '5 days', at + interval '15 days' from ${each} where ${chance("i", 50)} > 0`);
  });
  await withoutIndexes(db, ["journal_entries", "journal_lines"], async () => {
    const entry = (columns: string, from: string): Promise<unknown> =>
      db.query(
        `insert into journal_entries (id, key, kind, "orderId", "causeType", "causeId", memo, at, "happenedAt",
          "bookedAt") select ${columns}, at, at, at from ${from}`,
      );
    const lines = (values: string, from: string): Promise<unknown> =>
      db.query(
        `insert into journal_lines ("entryId", line, account, party, "amountMinor", currency) select v.*, 'USD'
          from ${from} cross join lateral (values ${values}) v`,
      );
    await entry(
      `${id("jrp", "i")}, 'paid:' || i, 'payment_received', ${id("ord", "i")}, 'payment', ${id("pay", "i")}, 'Paid'`,
      each,
    );
    await lines(
      `(${id("jrp", "i")}, 1, 'provider', '', 40000), (${id("jrp", "i")}, 2, 'deferred_revenue', '', -40000)`,
      each,
    );
    const delivered = `${each.replace("as at)", "+ interval '5 days' as at)")} where ${chance("i", 50)} > 0`;
    await entry(
      `${id("jrd", "i")}, 'delivered:' || i, 'order_delivered', ${id("ord", "i")}, 'order', ${id("ord", "i")}, 'Delivered'`,
      delivered,
    );
    await lines(
      `(${id("jrd", "i")}, 1, 'deferred_revenue', '', 40000), (${id("jrd", "i")}, 2, 'revenue', '', -40000),
       (${id("jrd", "i")}, 3, 'editor_cost', '', 24000), (${id("jrd", "i")}, 4, 'editor_available', 'usr_e' || 1 + i % ${editors}, -24000)`,
      `(select i from ${delivered}) t`,
    );
    const paid = `(select e, k, payout, at from ${payouts}) p`;
    await entry(
      `${id("jro", `e * ${PER_EDITOR} + k`)}, 'payout:' || payout, 'payout_paid', null, 'payout', payout, 'Paid out'`,
      paid,
    );
    await lines(
      `(${id("jro", `e * ${PER_EDITOR} + k`)}, 1, 'editor_available', 'usr_e' || e, 48000), (${id("jro", `e * ${PER_EDITOR} + k`)}, 2, 'bank', '', -48000)`,
      paid,
    );
  });
}

/** Messages, invites, reviews, ratings, quotes, emails, coupons, documents of editors, and who read announcements. */
export async function fillWork(db: pg.Client, orders: number): Promise<void> {
  const clients = orders / 20;
  const editors = orders / PER_EDITOR;
  const each = `generate_series(1, ${orders}) i cross join lateral (select ${AT(orders)} as at) t`;
  const client = `'usr_c' || 1 + i % ${clients}`;
  const editor = `'usr_e' || 1 + i % ${editors}`;
  await withoutIndexes(db, ["messages", "ticket_messages", "contact_messages", "mail"], async () => {
    const words = `case when i <= 5 then 'Zephyrs are in ' else '' end || 'A few words about manuscript ' || i`;
    await db.query(`insert into messages (id, "orderId", "authorId", "authorRole", kind, body, "createdAt")
      select ${id("msg", "i")}, ${id("ord", "i")}, ${client}, 'client', 'message', ${words}, at from ${each}`);
    await db.query(`insert into ticket_messages (id, "ticketId", "authorId", "authorRole", kind, body, "createdAt")
      select ${id("tms", "i")}, ${id("tkt", "i")}, ${client}, 'client', 'message', ${words}, at from ${each}`);
    await db.query(`insert into contact_messages (id, key, name, email, topic, message, status, "createdAt")
      select ${id("cnt", "i")}, 'c' || i, 'Visitor ' || i, 'v' || i || '@example.org', 'other', ${words},
        case when i > ${orders} - 100 then 'new' else 'closed' end, at from ${each} where i % 10 = 0 or i <= 5`);
    await db.query(`insert into mail (id, key, "to", subject, html, text, kind, status, "createdAt", "sentAt")
      select ${id("eml", "i")}, 'm:' || i, 'c' || 1 + i % ${clients} || '@example.org', 'Order S-' || i, '', '',
        'order', 'sent', at, at from ${each}`);
  });
  await withoutIndexes(db, ["invites", "submissions", "qa_reviews", "ratings"], async () => {
    await db.query(`insert into invites (id, "orderId", "editorId", wave, status, score, "sentAt", "expiresAt",
      "respondedAt")
      select ${id("inv", "i")}, ${id("ord", "i")}, ${editor}, 1, 'accepted', '{}', at, at, at from ${each}`);
    await db.query(`insert into submissions (id, "orderId", "editorId", round, status, "createdAt", "submittedAt",
      "deliveredAt")
      select ${id("sub", "i")}, ${id("ord", "i")}, ${editor}, 1, 'delivered', at, at, at from ${each}
        where i % 10 = 0`);
    await db.query(`insert into qa_reviews (id, "orderId", "submissionId", reason, status, "reviewerId", total,
      "createdAt", "decidedAt", "dueAt")
      select ${id("qar", "i")}, ${id("ord", "i")}, ${id("sub", "i")}, 'trial', case when i > ${orders} - 400 then
        'waiting' else 'passed' end, case when i <= ${orders} - 400 then 'usr_admin' end, case when i <= ${orders} -
        400 then 90 end, at, case when i <= ${orders} - 400 then at end, at + interval '1 day' from ${each}
        where i % 10 = 0`);
    await db.query(
      `insert into ratings ("orderId", "userId", "editorId", overall, "createdAt", "updatedAt")
        select ${id("ord", "i")}, ${client}, ${editor}, 5, at, at from ${each} where i % 3 = 0`,
    );
  });
  await db.query(`insert into custom_quotes (id, "orderId", "userId", status, reason, requirements, "askedAt", "dueAt",
    "createdAt", "updatedAt")
    select ${id("quo", "i")}, ${id("ord", "i")}, ${client}, case when i > ${orders} - 2000 then 'waiting' else 'paid'
      end, 'too_long', 'More', at, at + interval '1 day', at, at from ${each} where i % 50 = 0`);
  await db.query(
    `insert into coupons (id, code, label, percent, "createdAt") select 'cpn_' || i, 'CODE' || i, 'Coupon ' || i, 10,
      '2023-01-01' from generate_series(1, 20) i`,
  );
  await db.query(
    `insert into coupon_uses ("couponId", "orderId", "userId", "createdAt", state)
      select 'cpn_' || 1 + i % 20, ${id("ord", "i")}, ${client}, at, 'redeemed' from ${each} where i % 20 = 0`,
  );
  await db.query(`insert into kyc_documents (id, uid, kind, status, "submittedAt", "reviewedAt")
    select ${id("kyc", "i")}, 'usr_e' || i, 'id_document', case when i <= 40 then 'submitted' else 'approved'
      end, '2026-11-01', case when i > 40 then timestamptz '2026-11-02' end from generate_series(1, ${editors}) i`);
  await db.query(`insert into disputes (id, "providerDisputeId", "paymentId", "orderId", kind, status, reason,
    "amountMinor", currency, "openedAt", "closedAt", "checkedAt")
    select ${id("dsp", "i")}, 'dp_' || i, ${id("pay", "i")}, ${id("ord", "i")}, 'chargeback', 'won', 'fraudulent',
      40000, 'USD', at, at, at from ${each} where i % 1000 = 0`);
  await db.query(`insert into announcements (id, audience, severity, title, body, status, "notificationId",
    "createdBy", "createdAt", "updatedAt", "publishedAt")
    select ${id("ann", "i")}, 'global', 2, 'News ' || i, 'It concerns everybody.', 'published', 'ntf_a' || i,
      'usr_admin', at, at, at from (select i, timestamptz '2026-01-01' + i * interval '5 days' as at
      from generate_series(1, 60) i) a`);
  await db.query(
    `insert into notification_reads ("notificationId", "userId", "readAt")
      select 'ntf_a' || a, 'usr_c' || c, '2026-11-01' from generate_series(1, 60) a, generate_series(1, ${clients}) c
      where (a + c) % 10 = 0`,
  );
}

/** The ledger's sums, as the clock rule would have them: the triggers rest while the worlds are filled. */
export async function foldLedger(db: pg.Client): Promise<void> {
  await db.query("truncate ledger_moves, ledger_days, ledger_parties");
  await db.query(`insert into ledger_days select (e."bookedAt" at time zone 'UTC')::date, l.currency, l.account, e.kind,
      sum(greatest(l."amountMinor", 0)), sum(greatest(-l."amountMinor", 0))
    from journal_lines l join journal_entries e on e.id = l."entryId" group by 1, 2, 3, 4`);
  await db.query(`insert into ledger_parties select l.currency, l.party, l.account, coalesce(-sum(l."amountMinor")
    filter (where e.kind not like 'payout%'), 0),
      coalesce(sum(l."amountMinor") filter (where e.kind like 'payout%'), 0)
    from journal_lines l join journal_entries e on e.id = l."entryId"
      where l.account in ('editor_pending', 'editor_available', 'editor_in_payout') group by 1, 2, 3`);
  await db.query(`update ledger_folding set "throughAt" = 'infinity'`);
}
