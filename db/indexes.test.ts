import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type TestWorld, NOON, openWorld } from "#boot/testing/world.ts";
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
import { refreshStaleRecords } from "#app/features/matching/server/refresh-editor-record.ts";
import { lockReviewOf } from "#app/features/orders/server/review/review-submission.ts";
import { AUDIT_LIST } from "#app/features/backoffice/rules/audit-list.ts";
import { listAudit } from "#app/features/backoffice/server/list-audit.ts";
import { findEverything } from "#app/features/backoffice/server/find-everything.ts";
import { THREADS_LIST } from "#app/features/support/rules/ticket-view.ts";
import { listThreads } from "#app/features/support/server/list-threads.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { findLookAlikes } from "#app/features/payouts/server/find-look-alikes.ts";

const JONAS = "usr_jonas";
const PAYOUT = `pyo_${"0".repeat(26)}`;
const SUBFIELD = "cardiology";
const ORDER = `ord_${"0".repeat(18)}a0000001`;

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
       ${editor}, 'editor', ${order}, 'usr_' || (i % 59), case when i = 500 then '{"payoutId":"${PAYOUT}"}' else '{"words":5}' end::jsonb from n, generate_series(1, 3) k`,
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
    `insert into daily_numbers (day, what, about, amount) select date '2026-11-21' - i / 20, 'visits', 'site' || i % 20, 1 from n`,
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
    if (typeof args[0] === "string" && /^\s*(?:select|with)\b/i.test(args[0]))
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
