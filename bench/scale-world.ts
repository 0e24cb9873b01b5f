/**
 * Two worlds that differ only in size: everybody has as many orders, notifications and tickets in both, but one has a
 * hundred times as many people. A page should cost the same in both.
 */
import type pg from "pg";
import { FIELDS } from "#app/features/pricing/rules/taxonomy.ts";
import type { OrderForMatching } from "#app/features/editors/rules/editor-for-matching.ts";
import { MATCHING_POLICY } from "#app/features/matching/rules/matching-figures.ts";
import { rankEditors } from "#app/features/matching/rules/score.ts";
import { listEditorsForMatching } from "#app/features/matching/server/list-editors-for-matching.ts";
import { listCapacity } from "#app/features/orders/server/drafts/list-capacity.ts";
import { findEverything } from "#app/features/backoffice/server/find-everything.ts";
import { countUnreadOrders } from "#app/features/messages/server/count-unread-orders.ts";
import { readFeed } from "#app/features/notifications/server/feed.ts";
import { readNumbers } from "#app/features/backoffice/rules/numbers.ts";
import { readNumbersOf } from "#app/features/backoffice/server/numbers/read-numbers.ts";
import { CLIENT_LIST, EDITOR_LIST } from "#app/features/orders/rules/own-lists.ts";
import { STAFF_LIST } from "#app/features/orders/rules/staff-list.ts";
import { listOrdersForStaff } from "#app/features/orders/server/views/list-staff-orders.ts";
import { ASKED_OF_AUTHOR } from "#app/features/payments/server/checkout/asked-of-author.ts";
import { listOwnOrders } from "#app/features/orders/server/views/list-own-orders.ts";
import { listOwnWork } from "#app/features/payouts/server/earnings/list-own-work.ts";
import { OWN_TICKETS_LIST, THREADS_LIST } from "#app/features/support/rules/ticket-view.ts";
import { countUnreadTickets } from "#app/features/support/server/tickets/count-unread-tickets.ts";
import { listOwnTickets } from "#app/features/support/server/own/list-own-tickets.ts";
import { listThreads } from "#app/features/support/server/desk/list-threads.ts";
import { AUDIT_LIST } from "#app/features/backoffice/rules/audit/audit-list.ts";
import { auditList, listAudit } from "#app/features/backoffice/server/audit/list-audit.ts";
import { FILE_ROWS, readListQuery } from "#app/platform/rules/core/list-query.ts";
import { foldLedger, fillMoney, fillWork } from "./scale-fills.ts";
import { fillBank, fillRequests, fillSums } from "./scale-fills-staff.ts";
import { FILE_READS } from "./scale-files.ts";
import { OTHER_READS } from "./scale-reads.ts";
import { ADMIN as admin, NOW, type ScaleRead, chance, measureWorlds, person } from "./two-worlds.ts";

const SMALL = 10_000;

const client = person("usr_c7");
const editor = person("usr_e7", { role: "editor", isEditor: true });
const nothing = new URLSearchParams();
const SUBFIELDS = FIELDS.flatMap((field) => field.subfields.map((it) => it.slug)).slice(0, 20);
const wanted: OrderForMatching = {
  orderId: "ord_new",
  clientUid: client.uid,
  service: "copyediting",
  turnaround: "7d",
  subfield: SUBFIELDS[3]!,
  variant: "US",
  words: 5_000,
  editorDueAt: new Date("2026-11-27T12:00:00Z"),
  declinedBy: [],
};

/** Reads that people wait for when they open a page. */
const READS: Readonly<Record<string, () => Promise<unknown>>> = {
  "bell and badge, client": () => readFeed(new Request("http://localhost/"), { actor: client }),
  "bell and badge, admin": () => readFeed(new Request("http://localhost/"), { actor: admin }),
  "unread orders, client": () => countUnreadOrders(client),
  "unread orders, editor": () => countUnreadOrders(editor),
  "unread tickets, client": () => countUnreadTickets(client),
  "unread tickets, staff": () => countUnreadTickets(admin),
  "my orders": () => listOwnOrders(client, readListQuery(nothing, CLIENT_LIST), ASKED_OF_AUTHOR),
  "an editor's orders": () => listOwnWork(editor, readListQuery(nothing, EDITOR_LIST)),
  "my tickets": () => listOwnTickets(client, readListQuery(nothing, OWN_TICKETS_LIST)),
  "threads, staff": () => listThreads(admin, readListQuery(nothing, THREADS_LIST)),
  "threads, staff, a rare word": () => listThreads(admin, readListQuery(new URLSearchParams("q=zephyr"), THREADS_LIST)),
  "threads, staff, a common word": () =>
    listThreads(admin, readListQuery(new URLSearchParams("q=manuscript"), THREADS_LIST)),
  "search, staff, a rare word": () => findEverything(admin, "zephyr"),
  "search, staff, a common word": () => findEverything(admin, "manuscript"),
  "search, staff, a typo": () => findEverything(admin, "zehpyrs"),
  "search, client": () => findEverything(client, "manuscript"),
  "capacity for a price page": () =>
    listCapacity({ words: 5_000, subfield: SUBFIELDS[3]!, variant: "US" }, client.uid, NOW),
  "capacity, 12,000 words": () =>
    listCapacity({ words: 12_000, subfield: SUBFIELDS[3]!, variant: "US" }, client.uid, NOW),
  "capacity, 40,000 words": () =>
    listCapacity({ words: 40_000, subfield: SUBFIELDS[3]!, variant: "US" }, client.uid, NOW),
  "capacity before a field is chosen": () => listCapacity({ words: 5_000, subfield: null, variant: null }, null, NOW),
  "editors ranked for an order": async () =>
    rankEditors(await listEditorsForMatching(wanted, [], NOW), wanted, NOW, MATCHING_POLICY),
  "audit trail": () => listAudit(admin, readListQuery(nothing, AUDIT_LIST)),
  "audit trail, a person": () =>
    listAudit(admin, readListQuery(new URLSearchParams({ person: editor.uid }), AUDIT_LIST)),
  "audit trail, an order": () => listAudit(admin, readListQuery(new URLSearchParams({ q: "S-77" }), AUDIT_LIST)),
  "audit trail, an area": () => listAudit(admin, readListQuery(new URLSearchParams({ area: "payouts" }), AUDIT_LIST)),
  "audit trail, a day": () =>
    listAudit(admin, readListQuery(new URLSearchParams("from=2026-03-02&to=2026-03-02"), AUDIT_LIST)),
  "audit trail, what a person did": () =>
    listAudit(admin, readListQuery(new URLSearchParams({ person: editor.uid, side: "did" }), AUDIT_LIST)),
  "audit trail, a name": () =>
    listAudit(admin, readListQuery(new URLSearchParams({ q: "e7@example.org" }), AUDIT_LIST)),
  "audit trail, a file's first rows": async () => {
    const list = await auditList(admin, readListQuery(nothing, AUDIT_LIST));
    // Leaving the loop ends the reading.
    for await (const rows of list.batches(FILE_ROWS + 1)) return rows;
    return [];
  },
  "numbers, a year": () => readNumbersOf(admin, readNumbers(new URLSearchParams({ from: "2025-11-21" }), NOW)),
  "orders, staff": () => listOrdersForStaff(admin, readListQuery(nothing, STAFF_LIST), NOW),
  ...OTHER_READS,
  ...FILE_READS,
};

/** Fills a migrated database with foreign keys and triggers disabled, then creates the indexes. */
async function fill(db: pg.Client, orders: number): Promise<void> {
  const clients = orders / 20;
  const editors = orders / 100;
  const { rows: indexes } = await db.query<{
    name: string;
    make: string;
  }>(`select i.indexname as name, i.indexdef as make from pg_indexes i
      where i.schemaname = 'public' and i.tablename in ('orders','notifications','tickets','order_threads','facts')
        and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`);
  for (const { name } of indexes) await db.query(`drop index "${name}"`);
  const people = (prefix: string, n: number, is: string) =>
    db.query(`insert into users (uid, "displayName", email, role, "isEditor", "isAdmin", "createdAt")
      select '${prefix}' || i, 'Person ' || i, '${prefix}' || i || '@example.org', '${is}', ${is === "editor"},
        ${is === "admin"}, '2023-01-01' from generate_series(1, ${n}) i`);
  await people("usr_c", clients, "client");
  await people("usr_e", editors, "editor");
  await db.query(
    `insert into users (uid, "displayName", email, role, "isAdmin", "createdAt")
      values ('usr_admin', 'Admin', 'admin@example.org', 'admin', true, '2023-01-01')`,
  );

  // Every editor is ready, in one of twenty subfields; half of them speak for more than one field.
  await db.query(
    `insert into editors (uid, level, fields, variants, services, "weeklyWords", "parallelOrders", calendar,
      "quietHours", "timeZone", "matchReady", "identityApprovedAt", "agreementSignedAt", stats, "createdAt")
      select 'usr_e' || i, 'standard', jsonb_build_array(($1::text[])[1 + i % 20]), '["US","UK"]',
        '["proofreading","copyediting","substantive"]', 10000 + ${chance("i", 40)} * 500, 4,
        '{"workdays":[1,2,3,4,5,6,7],"away":[]}', null, 'UTC', true, '2023-01-01', '2023-01-01', '{}', '2023-01-01'
          from generate_series(1, ${editors}) i`,
    [SUBFIELDS],
  );
  await db.query(
    `insert into editor_records ("editorId", qa, ratings, "onTime", responses, repeats, quality, "countedAt")
      select 'usr_e' || i, sum, sum, sum, sum, sum, 0.5 + ${chance("i", 50)} / 100.0, '2026-11-20'
        from generate_series(1, ${editors}) i, lateral (select jsonb_build_object('weight', 20, 'total',
        10 + ${chance("i", 10)}) as sum) s`,
  );

  // As the triggers would have it, which rest here.
  await db.query("insert into editor_subfields select * from editor_subfields_of(null)");

  // Three years of orders; one in fifty is under way.
  await db.query(`insert into orders (id, number, status, "userId", "assignedTo", title, choices, flags, service,
    turnaround, words, "billableWords", "totalMinor", "paidMinor",
        "quotedAt", "paidAt", "dueAt", "editorDueAt", "assignedAt", "startedAt", "deliveredAt", "closedAt",
          "unreadByClient", "unreadByEditor", "createdAt", "updatedAt")
      select 'ord_' || lpad(i::text, 26, '0'), 'S-' || i, case when ${chance("i", 50)} = 0 then 'in_progress' else
        'closed' end, 'usr_c' || 1 + i % ${clients}, 'usr_e' || 1 + i % ${editors},
        'Manuscript ' || i, '{}', '{}', 'copyediting', '7d', 5000, 5000, 40000, 40000, at, at, at + interval '7 days',
          at + interval '6 days', at, at,
        case when ${chance("i", 50)} > 0 then at + interval '5 days' end, case when ${chance("i", 50)} > 0 then at +
          interval '9 days' end, ${chance("i", 100)} = 1, ${chance("i", 100)} = 2, at, at
      from (select i, timestamptz '2023-11-20' + (i::float8 / ${orders}) * interval '1095 days' as at
        from generate_series(1, ${orders}) i) o`);
  // Two years of days with forty sources, however many orders there were.
  await db.query(`insert into daily_numbers (day, what, about, amount)
      select date '2024-11-21' + d, what, 'site' || s || '.example', 10
        from generate_series(0, 730) d, generate_series(1, 40) s,
        unnest(array['visits', 'files', 'prices', 'signUps', 'paid']) as what`);
  // The two whose pages are measured have the same in both worlds.
  for (const [owner, uid] of [
    ["userId", client.uid],
    ["assignedTo", editor.uid],
  ]) {
    await db.query(
      `update orders o set status = case when n <= 3 then 'in_progress' else 'closed' end, "unreadByClient" = n in (1,
        5), "unreadByEditor" = n in (2, 6)
        from (select id, row_number() over (order by "createdAt" desc) as n from orders where "${owner}" = $1) mine
          where o.id = mine.id`,
      [uid],
    );
  }

  await db.query(
    `insert into order_threads ("orderId", "lastAt", "lastRole", messages, "needsStaffAt")
      select id, "updatedAt", 'client', 2, case when status = 'in_progress' and right(id, 1) = '3' then "updatedAt" end
      from orders`,
  );

  await db.query(`insert into tickets (id, number, channel, "ownerUid", "ownerRole", subject, category, priority,
    status, "orderId", "unreadByAdmin", "unreadByClient", "firstResponseDueAt", "resolutionDueAt", "clocksFromAt",
    "lastAt", "lastRole", messages, "createdAt", "updatedAt")
      select 'tkt_' || lpad(i::text, 26, '0'), 'T-' || i, 'ticket', 'usr_c' || 1 + i % ${clients}, 'client',
        'A question about manuscript ' || i, (array['order','refunds','payment','account','technical','kyc','other'])[1
        + i % 7],
        (array['urgent','high','normal','low'])[1 + i % 4], case when ${chance("i", 50)} > 0 then 'closed' when i % 2 =
          0 then 'open' else 'waiting' end, 'ord_' || lpad(i::text, 26, '0'), i > ${orders} - 400,
          ${chance("i", 100)} = 3,
        at + interval '1 day', at + interval '5 days', at, at + interval '2 hours', 'client', 3, at, at
      from (select i, timestamptz '2023-11-20' + (i::float8 / ${orders}) * interval '1095 days' as at
        from generate_series(1, ${orders}) i) t`);

  // Ten for each order: eight to its author, two to its editor, and now and then one to the staff.
  for (let from = 1; from <= orders; from += 100_000) {
    await db.query(`insert into notifications (id, key, "userId", type, "forRole", kind, subject, title, body, link,
      "orderId", "orderTitle", severity, read, unread, "createdAt")
        select 'ntf_' || o.id || k, 'k' || o.id || k, case when staff then null when k <= 8 then o."userId" else
          o."assignedTo" end, case when staff then 'admin_notification' else 'order.delivered' end,
          case when staff then 'admin' end, 'order.delivered', '', 'Something happened to ' || o.number,
            'The order has moved on; look at what it waits for now.', null, o.id, o.title, k % 3, seen, not seen,
            o."createdAt" + k * interval '1 hour'
        from (select *, row_number() over (order by id) + ${from} - 1 as i from orders
          where id between 'ord_' || lpad('${from}', 26, '0') and 'ord_' || lpad('${Math.min(orders, from + 99_999)}',
          26, '0')) o
        cross join generate_series(1, 10) k cross join lateral (select (${chance("o.i", 20)} = 0 and k = 10) as staff,
          o."createdAt" < timestamptz '2026-11-01' or k > 2 as seen) x order by o.i, k`);
  }
  // One for each order, four kinds of them by turns; one in a thousand is about a payout.
  await db.query(`insert into facts (id, kind, at, "actorId", "actorRole", "orderId", "subjectId", data)
      select 'fct_' || lpad(i::text, 26, '0'), case when i % 1000 = 0 then 'payout.paid' else
        (array['order.started','order.progress','thread.read','invite.sent'])[1 + i % 4] end,
        timestamptz '2023-11-20' + (i::float8 / ${orders}) * interval '1095 days', 'usr_e' || 1 + i % ${editors},
          'editor', 'ord_' || lpad(i::text, 26, '0'), 'usr_c' || 1 + i % ${clients},
        jsonb_build_object('words', 5, 'inviteId', 'inv_' || lpad(i::text, 26, '0'))
          from generate_series(1, ${orders}) i`);
  await db.query(`insert into notifications (id, key, type, category, kind, title, body, severity, "createdAt")
      select 'ntf_a' || i, 'a' || i, 'announcement', 'global', 'announcement.published', 'News ' || i,
        'It concerns everybody.', 2, timestamptz '2026-01-01' + i * interval '5 days' from generate_series(1, 60) i`);
  // The oldest of all have a word that nothing else has.
  for (const [table, column] of [
    ["orders", "title"],
    ["tickets", "subject"],
  ])
    await db.query(
      `update ${table} set ${column} = 'Zephyrs ' || ${column} where id in (select id from ${table}
        order by "createdAt" limit 5)`,
    );
  for (const { make } of indexes) await db.query(make);
}

/**
 * Medians of every read in both worlds, taken by turns.
 * @param big how many orders the big world has
 * @param say what is being done
 */
export const measureScale = (big: number, say: (what: string) => void): Promise<ScaleRead[]> =>
  measureWorlds(
    {
      name: "orders",
      small: SMALL,
      big,
      fills: {
        orders: fill,
        money: fillMoney,
        work: fillWork,
        "ledger sums": foldLedger,
        requests: fillRequests,
        bank: fillBank,
        sums: fillSums,
      },
      reads: READS,
    },
    say,
  );
