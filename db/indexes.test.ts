import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type TestWorld, NOON, openWorld } from "#boot/testing/world.ts";
import { SUM_PAYOUTS } from "./migrations/0250-payout-sums.ts";
import { SUM_COUPONS } from "./migrations/0251-coupon-sums.ts";
import { personOf } from "./seed/cast.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { readNumbers } from "#app/features/backoffice/rules/numbers.ts";
import { readNumbersOf } from "#app/features/backoffice/server/numbers/read-numbers.ts";
import { POST_LIST } from "#app/features/blog/rules/post-list.ts";
import { listEditedPosts } from "#app/features/blog/server/list-posts.ts";
import { listTags } from "#app/features/blog/server/list-published-posts.ts";
import { listCapacity } from "#app/features/orders/server/drafts/list-capacity.ts";
import {
  findEditorForMatching,
  listEditorsForMatching,
} from "#app/features/matching/server/list-editors-for-matching.ts";
import { findSearch } from "#app/features/matching/server/find-search.ts";
import { refreshStaleRecords } from "#app/features/matching/server/records/refresh-editor-record.ts";
import { lockReviewOf } from "#app/features/orders/server/review/review-submission.ts";
import { AUDIT_LIST } from "#app/features/backoffice/rules/audit/audit-list.ts";
import { listAccounts } from "#app/features/backoffice/server/people/list-accounts.ts";
import { CLIENT_LIST as CLIENTS } from "#app/features/backoffice/rules/lists/client-list.ts";
import { clientList } from "#app/features/backoffice/server/people/list-clients.ts";
import { EDITOR_LIST as EDITORS } from "#app/features/backoffice/rules/lists/editor-list.ts";
import { editorList } from "#app/features/backoffice/server/people/list-editors.ts";
import { couponUseList, listCoupons } from "#app/features/backoffice/server/money/list-coupons.ts";
import { listCutoffs, readPipeline } from "#app/features/backoffice/server/money/payout-pipeline.ts";
import { STAFF_LIST } from "#app/features/orders/rules/staff-list.ts";
import { listOrdersForStaff } from "#app/features/orders/server/views/list-staff-orders.ts";
import { CONTACT_LIST } from "#app/features/support/rules/contact-list.ts";
import { countDeskThreads } from "#app/features/support/server/desk/desk-counts.ts";
import { listContactMessages } from "#app/features/support/server/contact/list-contact-messages.ts";
import { INVOICE_LIST } from "#app/features/backoffice/rules/lists/invoice-list.ts";
import { listInvoices } from "#app/features/backoffice/server/money/list-invoices.ts";
import { listPayments, listRefunds } from "#app/features/backoffice/server/money/list-payments.ts";
import { listPayoutHistory } from "#app/features/backoffice/server/money/list-payouts.ts";
import { COUPON_LIST, COUPON_USE_LIST } from "#app/features/backoffice/rules/lists/coupon-list.ts";
import { PAYMENT_LIST, REFUND_LIST } from "#app/features/backoffice/rules/lists/payment-list.ts";
import { CUTOFF_LIST, PAYOUT_LIST } from "#app/features/backoffice/rules/lists/payout-list.ts";
import { readTotals } from "#app/features/backoffice/server/money/finance.ts";
import { SUMMARY_LIST, readPayoutSummary } from "#app/features/backoffice/server/money/payout-summary.ts";
import { listAudit } from "#app/features/backoffice/server/audit/list-audit.ts";
import { findEverything } from "#app/features/backoffice/server/find-everything.ts";
import { THREADS_LIST } from "#app/features/support/rules/ticket-view.ts";
import { listThreads } from "#app/features/support/server/desk/list-threads.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { listEditorBalances } from "#app/features/payouts/server/earnings/list-earnings.ts";
import { listPayoutPlans } from "#app/features/payouts/server/earnings/list-payout-plans.ts";
import { findLookAlikes } from "#app/features/payouts/server/bank/find-look-alikes.ts";
import { ACCOUNT_LIST } from "#app/features/backoffice/rules/lists/account-list.ts";

const JONAS = "usr_jonas";
const PAYOUT = `pyo_${"0".repeat(26)}`;
const SUBFIELD = "cardiology";
const ORDER = `ord_${"0".repeat(18)}a0000001`;

/** All orders here are one client's, so a search for that client would rightly read them all. */
const SEQ_SCAN_OF_MONEY = /Seq Scan on (?:payments|refunds|invoices|users|payouts)\b/;

let world: TestWorld;
let pool: pg.Pool;

/** Enough rows that a full scan costs more than an index: 6,000 orders of 60 editors, with related rows. */
beforeAll(async () => {
  world = await openWorld();
  pool = new pg.Pool({ connectionString: world.url, max: 1 });
  // Triggers and foreign keys are off while the rows are inserted.
  await pool.query("set session_replication_role = replica");
  await pool.query("create temp table n as select i from generate_series(1, 6000) i");
  const at = `'${NOON.toISOString()}'::timestamptz - (i % 700) * interval '1 day'`;
  const editor = `case when i % 60 = 0 then '${JONAS}' else 'usr_' || (i % 60) end`;
  const order = `'ord_' || lpad('a' || lpad(i::text, 7, '0'), 26, '0')`;
  for (const statement of [
    `insert into users (uid, "displayName", email, "createdAt") select 'usr_' || i, 'Person ' || i, i || '@example.org', now() from n`,
    `insert into orders (id, number, status, "userId", "assignedTo", "assignedAt", "paidAt", "dueAt", "deliveredAt", choices, flags, "createdAt", "updatedAt")
     select ${order}, 'N-' || i, 'closed', 'usr_mei', ${editor}, ${at}, ${at}, ${at}, ${at}, '{}', '{}', ${at}, ${at} from n`,
    `insert into tickets (id, number, channel, "ownerUid", "ownerRole", subject, category, priority, status, "clocksFromAt", "lastAt", "lastRole", messages, "createdAt", "updatedAt", pauses, flags)
     select 'tkt_' || lpad(i::text, 26, '0'), 'T-' || i, 'ticket', 'usr_' || i, 'client', 'Question ' || i, 'other', 'normal', 'closed', ${at}, ${at}, 'client', 1, ${at}, ${at}, '[]', '{}' from n`,
    `insert into order_threads ("orderId", "lastAt", "lastRole", messages) select ${order}, ${at}, 'client', 1 from n`,
    `insert into messages (id, "orderId", "authorRole", kind, body, "createdAt") select 'msg_' || i, ${order}, 'client', 'message', 'Words ' || i, ${at} from n`,
    `insert into ticket_messages (id, "ticketId", "authorRole", kind, body, "createdAt") select 'tms_' || i, 'tkt_' || lpad(i::text, 26, '0'), 'client', 'message', 'Words ' || i, ${at} from n`,
    `insert into invites (id, "orderId", "editorId", wave, status, score, "sentAt", "expiresAt")
     select 'inv_' || i, ${order}, ${editor}, 1, 'declined', '{}', ${at}, ${at} from n`,
    `insert into submissions (id, "orderId", "editorId", round, status, "createdAt") select 'sub_' || i, ${order}, ${editor}, 1, 'delivered', ${at} from n`,
    `insert into qa_reviews (id, "orderId", "submissionId", reason, status, total, "createdAt", "decidedAt", "dueAt")
     select 'qar_' || i, ${order}, 'sub_' || i, 'trial', 'passed', 90, ${at}, ${at}, ${at} from n`,
    `insert into ratings ("orderId", "userId", "editorId", overall, "createdAt", "updatedAt") select ${order}, 'usr_mei', ${editor}, 5, ${at}, ${at} from n`,
    `insert into bank_details (id, uid, holder, iban, "accountNumber", country, currency, "confirmedAt", "createdAt")
     select 'bnk_' || i, 'usr_' || i, 'Person ' || i, case when i % 2 = 0 then 'DE' || lpad(i::text, 20, '0') end, case when i % 2 = 1 then lpad(i::text, 10, '0') end, 'DE', 'EUR', now(), now() from n`,
    // 18,000 facts: most by editors about orders, a few of some kinds, and one about a payout.
    `insert into facts (id, kind, at, "actorId", "actorRole", "orderId", "subjectId", data)
     select 'fct_' || lpad(i || 'x' || k, 26, '0'), case when i % 500 = 0 then 'payout.paid' else (array['order.progress','thread.read','invite.sent'])[k] end, ${at},
       ${editor}, 'editor', ${order}, 'usr_' || (i % 59), jsonb_build_object('payoutId', case when i = 500 then '${PAYOUT}' end, 'words', 5, 'amountMinor', 100, 'currency', 'USD') from n, generate_series(1, 3) k`,
    // 6,000 editors, none of them to be counted again, with one subfield of six each.
    `insert into auth_user (id, name, email) select 'usr_' || i, 'Person ' || i, i || '@example.org' from n`,
    `insert into editors (uid, fields, variants, services, "weeklyWords", "matchReady", "identityApprovedAt", "agreementSignedAt", "doctorateVerifiedAt", stats, "createdAt")
     select 'usr_' || i, jsonb_build_array(case i % 6 when 0 then '${SUBFIELD}' else 'subfield-' || i % 6 end), '["UK"]', '["copyediting","expert"]', 5000 + i, true, ${at}, ${at}, ${at}, '{}', ${at} from n`,
    `insert into editor_records ("editorId", qa, ratings, "onTime", responses, repeats, quality, "countedAt")
     select 'usr_' || i, s, s, s, s, s, i / 6000.0, '${NOON.toISOString()}' from n, (select '{"weight":1,"total":1}'::jsonb as s) one`,
    "insert into editor_subfields select * from editor_subfields_of(null) on conflict do nothing",
    `insert into blog_authors (id, slug, name, "createdAt") values ('bau_1', 'one', 'One', now())`,
    `insert into blog_posts (id, slug, title, summary, body, tags, "authorId", status, "publishedAt", "createdAt", "updatedAt", "editedAt")
     select 'pst_' || i, 'article-' || i, 'Article ' || i, 'What it says.', 'Words.', array['tag-' || i % 40], 'bau_1', 'published', ${at}, ${at}, ${at}, ${at} from n`,
    // A payment, refund, invoice, payout and journal entry for each order. Two in a hundred earnings aren't paid yet.
    `insert into payments (id, "orderId", attempt, status, "amountMinor", currency, "createdAt") select 'pay_' || i, ${order}, 1, 'succeeded', 100, 'USD', ${at} from n`,
    `insert into refunds (id, "orderId", "paymentId", cause, "amountMinor", currency, status, basis, "createdAt") select 'ref_' || i, ${order}, 'pay_' || i, 'goodwill', 100, 'USD', 'succeeded', '[]', ${at} from n`,
    `insert into invoices (id, kind, number, "ownerId", "orderId", "totalMinor", currency, document, "issuedAt", "reviewedAt")
     select 'ivc_' || i, case when i % 2 = 0 then 'invoice' else 'self_billed' end, 'INV-' || i, 'usr_' || i, ${order}, 100, 'USD', '{}', ${at}, ${at} from n`,
    `insert into payout_runs (id, number, status, "cutoffAt", currency, "totalMinor", "makerId", "createdAt") select 'run_' || i, 'P-' || i, 'settled', ${at}, 'USD', 100, 'usr_1', ${at} from n where i <= 60`,
    `insert into payouts (id, "runId", "editorId", status, "grossMinor", "amountMinor", currency, "endToEndId", bank, "createdAt") select 'pyo_' || i, 'run_' || 1 + i % 60, 'usr_' || i, 'paid', 100, 100, 'USD', 'pyo_' || i, '{}', ${at} from n`,
    `insert into earnings (id, "orderId", "editorId", level, "basisMinor", "shareBp", "amountMinor", currency, status, "createdAt")
     select 'ear_' || i, ${order}, ${editor}, 'standard', 100, 6000, 60, 'USD', case when i % 50 = 0 then 'available' else 'paid' end, ${at} from n`,
    `insert into journal_entries (id, key, kind, "causeType", "causeId", memo, at, "happenedAt", "bookedAt") select 'jre_' || i, 'k' || i, 'payment_received', 'payment', 'pay_' || i, '', ${at}, ${at}, ${at} from n`,
    `insert into journal_lines ("entryId", line, account, party, "amountMinor", currency) select 'jre_' || i, k, case k when 1 then 'provider' else 'deferred_revenue' end, '', case k when 1 then 100 else -100 end, 'USD' from n, generate_series(1, 2) k`,
    `insert into contact_messages (id, key, name, email, topic, message, status, "createdAt") select 'cnt_' || i, 'c' || i, 'Visitor', 'v@example.org', 'other', 'Words ' || i, 'closed', ${at} from n`,
    `insert into daily_numbers (day, what, about, amount) select date '2026-11-21' - i / 20, 'visits', 'site' || i % 20, 1 from n`,
    `insert into coupons (id, code, label, percent, "createdAt") values ('cpn_1', 'ONE', 'One', 10, now())`,
    `insert into coupon_uses ("couponId", "orderId", "userId", "createdAt", state) select 'cpn_1', ${order}, 'usr_mei', ${at}, 'redeemed' from n`,
    // Triggers would have noted them.
    "truncate earning_sums, payout_sums, coupon_sums",
    SUM_PAYOUTS,
    SUM_COUPONS,
    "analyze",
    // New rows wait in a list that a trigram index reads from beginning to end, until a vacuum files them.
    "vacuum blog_posts",
  ])
    await pool.query(statement);
});
afterAll(async () => {
  await pool.end();
  await world.close();
});

/** The plans of all queries that `read` sends, by the first table each names. */
async function plansOf(read: () => Promise<unknown>): Promise<string[]> {
  const sent: { text: string; values: unknown[] }[] = [];
  const query = Reflect.get(pg.Client.prototype, "query") as (...all: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (typeof args[0] === "string" && /^[\s(]*(?:select|with)\b/i.test(args[0]))
      sent.push({ text: args[0], values: Array.isArray(args[1]) ? args[1] : [] });
    return Reflect.apply(query, this, args);
  });
  try {
    await read();
  } finally {
    spy.mockRestore();
  }
  const plans: string[] = [];
  // Searches may only use indexes. Everything else is decided by cost.
  const searches = sent.some(({ text }) => text.includes("enable_seqscan"));
  await pool.query(`set enable_seqscan = ${searches ? "off" : "on"}`);
  for (const { text, values } of sent.filter((it) => !it.text.includes("enable_seqscan"))) {
    const { rows } = await pool.query<{ "QUERY PLAN": string }>(
      `explain ${text.replace(/\bfor update\b(?: of "\w+")?/g, "")}`,
      values,
    );
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  }
  return plans;
}

/** The plans that read this table. */
const reading = (plans: readonly string[], table: string): string =>
  plans
    .filter((plan) => new RegExp(`(?:Scan|using \\w+) on ${table}\\b|_on_${table}\\b| on ${table}\\b`).test(plan))
    .join("\n\n");

describe("indexes", () => {
  test("finds an order's invites without reading everybody's", async () => {
    const plans = await plansOf(() => findSearch(personOf("ada"), ORDER, NOON));
    expect(reading(plans, "invites")).toContain("invites_by_order");
    expect(reading(plans, "invites")).not.toContain("Seq Scan on invites");
  });

  test("finds an editor's reviews, ratings, deliveries and answers since a date", async () => {
    const plans = await plansOf(() => refreshStaleRecords(NOON));
    const of = (table: string) =>
      reading(
        plans.filter((plan) => plan.includes(JONAS)),
        table,
      );
    expect(of("qa_reviews")).toContain("submissions_by_editor");
    expect(of("ratings")).toContain("ratings_by_editor");
    expect(of("ratings")).toMatch(/Index Cond: .*"updatedAt" >/);
    expect(of("invites")).toContain("invites_by_editor");
    expect(of("invites")).toMatch(/Index Cond: .*"sentAt" >/);
  });

  test("finds an editor's words in a week by assignment time", async () => {
    const plans = await plansOf(() => findEditorForMatching(JONAS, null, NOON));
    expect(reading(plans, "orders")).toContain("orders_by_assignment");
    expect(reading(plans, "orders")).toMatch(/Index Cond: .*"assignedAt" >/);
  });

  test("an order's editors are found by its field, best or most words first, without reading the others", async () => {
    const ranked = await plansOf(() =>
      listEditorsForMatching(
        {
          orderId: ORDER,
          clientUid: "usr_mei",
          service: "copyediting",
          turnaround: "7d",
          subfield: SUBFIELD,
          variant: "UK",
          words: 5_000,
          editorDueAt: after(NOON, 5 * DAY),
          declinedBy: [],
        },
        [],
        NOON,
      ),
    );
    expect(reading(ranked, "editor_subfields")).toContain("editor_subfields_by_quality");
    const free = await plansOf(() =>
      listCapacity({ words: 5_000, subfield: SUBFIELD, variant: "UK" }, "usr_mei", NOON),
    );
    expect(reading(free, "editor_subfields")).toContain("editor_subfields_by_words");
    expect(reading(free, "editor_subfields")).toContain("editor_subfields_by_doctorate");
    for (const plan of [...ranked, ...free])
      expect(plan).not.toMatch(/Seq Scan on (?:editors|editor_subfields|editor_records|auth_user)\b/);
  });

  test("tags are read from their table, and articles found by part of a word", async () => {
    const tags = await plansOf(() => listTags());
    expect(reading(tags, "blog_posts")).not.toContain("Seq Scan on blog_posts");
    const found = await plansOf(() =>
      listEditedPosts(personOf("ada"), readListQuery(new URLSearchParams("q=ticle 47"), POST_LIST)),
    );
    for (const plan of found.filter((it) => it.includes("blog_posts"))) expect(plan).toContain("blog_posts_by_heading");
  });

  test("the numbers page reads the days of its period, and no order", async () => {
    const plans = await plansOf(() => readNumbersOf(personOf("ada"), readNumbers(new URLSearchParams(), NOON)));
    expect(reading(plans, "daily_numbers")).toContain("daily_numbers_pkey");
    expect(reading(plans, "daily_numbers")).not.toContain("Seq Scan on daily_numbers");
    expect(reading(plans, "orders")).toBe("");
  });

  test("money's lists are read in the order of an index, from either end, and nothing is sorted", async () => {
    const ada = personOf("ada");
    const lists: [index: string, sort: string, read: (search: URLSearchParams) => Promise<unknown>][] = [
      ["payments_listed", "at", (it) => listPayments(ada, readListQuery(it, PAYMENT_LIST))],
      ["refunds_listed", "at", (it) => listRefunds(ada, readListQuery(it, REFUND_LIST))],
      ["invoices_listed", "issued", (it) => listInvoices(ada, readListQuery(it, INVOICE_LIST))],
      ["payouts_listed", "at", (it) => listPayoutHistory(ada, readListQuery(it, PAYOUT_LIST))],
      ["auth_user_listed", "since", (it) => listAccounts(ada, readListQuery(it, ACCOUNT_LIST))],
    ];
    for (const [index, sort, read] of lists) {
      for (const order of [sort, `-${sort}`]) {
        const plans = await plansOf(() => read(new URLSearchParams({ sort: order, show: "self-billed" })));
        const listed = plans.filter((plan) => plan.includes(index)).join("\n\n");
        expect([order, listed]).toEqual([order, expect.stringContaining(`using ${index}`)]);
        expect(listed).not.toContain("Sort");
      }
    }
  });

  test("the list of clients opens on the newest orders, and asks no other client for theirs", async () => {
    const list = clientList(personOf("ada"), readListQuery(new URLSearchParams(), CLIENTS), NOON);
    const plans = await plansOf(() => list.read(1, 0));
    expect(reading(plans, "orders")).toContain("using orders_placed");
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on users\b/);
  });

  test("lists of editors by name, the payout pipeline, and the desk's counts read indexes alone", async () => {
    const ada = personOf("ada");
    const named = await plansOf(() => editorList(ada, readListQuery(new URLSearchParams(), EDITORS), NOON).read(1, 0));
    expect(reading(named, "users")).toContain("users_listed_by_name");
    const pipeline = await plansOf(() => readPipeline(ada, NOON));
    expect(reading(pipeline, "earnings")).toContain("earnings_owed");
    const counts = await plansOf(() => countDeskThreads(ada, NOON));
    expect(reading(counts, "tickets")).toContain("tickets_snoozed");
  });

  test("editors' balances, cut-offs, and coupons are read from their sums, and every editor's plan at once", async () => {
    const ada = personOf("ada");
    const nothing = new URLSearchParams();
    const balances = await plansOf(() => listEditorBalances());
    expect(reading(balances, "earnings")).toBe("");
    expect(reading(balances, "earning_sums")).not.toBe("");
    const cutoffs = await plansOf(() => listCutoffs(ada, readListQuery(nothing, CUTOFF_LIST)));
    expect(reading(cutoffs, "payouts")).toBe("");
    expect(reading(cutoffs, "payout_sums")).not.toBe("");
    const coupons = await plansOf(() => listCoupons(ada, readListQuery(nothing, COUPON_LIST), NOON));
    expect(reading(coupons, "coupon_uses")).toBe("");
    expect(reading(coupons, "coupon_sums")).not.toBe("");
    // There are sixty editors with earnings.
    const editors = await listEditorBalances();
    expect(editors.length).toBeGreaterThan(50);
    const queries = await plansOf(() => listPayoutPlans(ada, NOON));
    expect(queries.length).toBeLessThan(30);
    expect(reading(queries, "earnings")).not.toContain("Seq Scan on earnings");
    const uses = await plansOf(() => couponUseList(ada, null, readListQuery(nothing, COUPON_USE_LIST)).read(50, 0));
    expect(reading(uses, "coupon_uses")).toContain("coupon_uses_listed");
  });

  test("words in orders of every age and in contact messages are looked up", async () => {
    const sam = personOf("sam");
    const orders = await plansOf(() =>
      listOrdersForStaff(sam, readListQuery(new URLSearchParams("show=all&q=zephyrs"), STAFF_LIST), NOON),
    );
    for (const plan of orders) expect(plan).not.toMatch(/Seq Scan on orders o\b/);
    const messages = await plansOf(() =>
      listContactMessages(sam, readListQuery(new URLSearchParams("status=all&q=zephyrs"), CONTACT_LIST)),
    );
    expect(reading(messages, "contact_messages")).toContain("contact_messages_by_words");
  });

  test("a search in money's lists reads what it finds", async () => {
    const ada = personOf("ada");
    const search = (q: string) => new URLSearchParams({ q, show: "self-billed" });
    for (const q of ["N-4711", "person 4711", "4711@example.org"]) {
      const plans = [
        ...(await plansOf(() => listPayments(ada, readListQuery(search(q), PAYMENT_LIST)))),
        ...(await plansOf(() => listRefunds(ada, readListQuery(search(q), REFUND_LIST)))),
        ...(await plansOf(() => listInvoices(ada, readListQuery(search(q), INVOICE_LIST)))),
      ];
      for (const plan of plans) expect([q, plan]).not.toEqual([q, expect.stringMatching(SEQ_SCAN_OF_MONEY)]);
    }
  });

  test("the overview and what editors are owed are read from the ledger's sums, and no line of it", async () => {
    const ada = personOf("ada");
    const plans = [
      ...(await plansOf(() => readTotals(ada, "2026-11-01", "2026-11-21"))),
      ...(await plansOf(() => readPayoutSummary(ada, readListQuery(new URLSearchParams(), SUMMARY_LIST)))),
    ];
    const ledger = plans.filter((plan) => plan.includes("journal_lines"));
    expect(ledger.length).toBeGreaterThan(0);
    // The database looks there only if the condition before it is true.
    for (const plan of ledger) expect(plan).toMatch(/One-Time Filter: \(InitPlan \d+\)\.col1/);
    expect(reading(plans, "earnings")).toContain("earnings_owed");
    expect(reading(plans, "earnings")).not.toContain("Seq Scan on earnings");
    // None of six thousand payouts is on its way.
    expect(reading(plans, "payouts")).toContain("payouts_under_way");
    expect((await readTotals(ada, "2000-01-01", "2026-11-21")).gross).toBe(0);
  });

  test("a rare word in a thread's title is found through its order, without asking every thread", async () => {
    const plans = await plansOf(() =>
      listThreads(personOf("ada"), readListQuery(new URLSearchParams({ q: "zephyrs" }), THREADS_LIST)),
    );
    const threads = reading(plans, "order_threads");
    expect(threads).toContain("orders_by_words");
    // Once among the newest, and once by the orders' ids.
    expect(threads).toMatch(/order_threads_pkey[^]*Index Cond: \("orderId" = ANY/);
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (?:order_threads|orders|tickets)\b/);
  });

  test("finds an order's quality review by order", async () => {
    const plans = await plansOf(() => transact(SYSTEM, (ctx) => lockReviewOf({ orderId: ORDER }, ctx)));
    expect(reading(plans, "qa_reviews")).toContain("qa_reviews_by_order");
  });

  test("reads only a page's own rows of the audit trail, whatever the search", async () => {
    const planOf = async (search: string) =>
      reading(
        await plansOf(() => listAudit(personOf("ada"), readListQuery(new URLSearchParams(search), AUDIT_LIST))),
        "facts",
      );
    for (const [search, ...indexes] of [
      ["", "facts_by_time"],
      ["from=2026-10-01&to=2026-10-02", "facts_by_time"],
      [`person=${JONAS}`, "facts_by_actor", "facts_about"],
      [`person=${JONAS}&kind=order.progress&from=2026-01-01`, "facts_by_actor", "facts_about"],
      ["kind=payout.paid", "facts_by_kind"],
      ["area=payouts", "facts_by_kind"],
      [`object=${ORDER}`, "facts_by_order", "facts_naming"],
      [`q=${PAYOUT}`, "facts_naming"],
    ] as const) {
      const plan = await planOf(search);
      for (const index of indexes) expect([search, plan]).toEqual([search, expect.stringContaining(index)]);
      // Counting everything stops at its limit, in whatever order is cheapest.
      if (search) expect([search, plan]).not.toEqual([search, expect.stringContaining("Seq Scan on facts")]);
    }
  });

  test("finds shared bank accounts and names without comparing everybody", async () => {
    const plans = await plansOf(() => findLookAlikes("usr_2"));
    const plan = reading(plans, "bank_details");
    for (const index of [
      "bank_details_history",
      "bank_details_by_iban",
      "bank_details_by_number",
      "bank_details_by_holder",
    ])
      expect(plan).toContain(index);
    expect(plan).not.toContain("Seq Scan on bank_details");
  });

  test("lets staff find words, also with typos, without reading every row", async () => {
    const tables = ["orders", "tickets", "users", "messages", "ticket_messages", "blog_posts", "invoices"];
    const typed = await plansOf(() => findEverything(personOf("ada"), "person 4711"));
    const loose = await plansOf(() => findEverything(personOf("ada"), "questoin zzyzx"));
    for (const table of tables) {
      expect(reading(typed, table)).toContain(`${table}_by_words`);
      expect(reading(loose, table)).toContain(`${table}_by_words`);
    }
    for (const table of ["orders", "tickets", "users"]) expect(reading(loose, table)).toContain(`${table}_by_letters`);
    for (const plan of [...typed, ...loose]) expect(plan).not.toMatch(/Seq Scan on (?!company)/);
  });

  test("finds a common word among the newest rows, and a rarer one anywhere", async () => {
    const common = await plansOf(() => findEverything(personOf("ada"), "question"));
    expect(reading(common, "tickets")).toContain("tickets_by_time");
    expect(reading(common, "tickets")).not.toContain("tickets_by_words");
    const search = (q: string) =>
      plansOf(() => listThreads(personOf("ada"), readListQuery(new URLSearchParams({ q }), THREADS_LIST)));
    expect(reading(await search("question"), "tickets")).not.toContain("tickets_by_words");
    // The oldest of all, which newer rows must not hide.
    const { rows } = await listThreads(
      personOf("ada"),
      readListQuery(new URLSearchParams({ q: "question 4899" }), THREADS_LIST),
    );
    expect(rows.map((r) => r.subject)).toEqual(["Question 4899"]);
    expect(reading(await search("question 4899"), "tickets")).toContain("tickets_by_words");
  });
});
