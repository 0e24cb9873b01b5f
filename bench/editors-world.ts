/**
 * Two worlds with a thousand and with a hundred thousand editors, who all have the same work in both: an order's
 * editors should be ranked, and its price page answered, at the same cost. A few fields have as many editors in both,
 * as rare fields do.
 */
import type pg from "pg";
import { FIELDS } from "#app/features/pricing/rules/taxonomy.ts";
import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import type { OrderForMatching } from "#app/features/editors/rules/editor-for-matching.ts";
import { MATCHING_POLICY } from "#app/features/matching/rules/matching-figures.ts";
import { rankEditors } from "#app/features/matching/rules/score.ts";
import { listCandidates } from "#app/features/matching/server/list-candidates.ts";
import { listEditorsForMatching } from "#app/features/matching/server/list-editors-for-matching.ts";
import { listCapacity } from "#app/features/orders/server/drafts/list-capacity.ts";
import { ADMIN, NOW, type ScaleRead, chance, measureWorlds } from "./two-worlds.ts";

const SMALL = 1_000;
const slugs = (fields: typeof FIELDS): string[] => fields.flatMap((field) => field.subfields.map((it) => it.slug));
/** The last field is a rare one: five editors know it. */
const COMMON = slugs(FIELDS.slice(0, -1));
const RARE = slugs(FIELDS.slice(-1)).at(-1)!;
const FIELD = COMMON[3]!;
const ORDER = `ord_${"n".padStart(26, "0")}`;

const order = (subfield: string): OrderForMatching => ({
  orderId: ORDER,
  clientUid: "usr_c1",
  service: "copyediting",
  turnaround: "7d",
  subfield,
  variant: "US",
  words: 5_000,
  editorDueAt: new Date("2026-11-27T12:00:00Z"),
  declinedBy: [],
});
const PRICE = priceOrder(
  {
    service: "copyediting",
    turnaround: "7d",
    billableWords: 5_000,
    estimatePdf: false,
    addOns: {},
    consentOverflow: true,
  },
  PRICING_POLICY,
);
const ranked = async (it: OrderForMatching) =>
  rankEditors(await listEditorsForMatching(it, [], NOW), it, NOW, MATCHING_POLICY);
const capacity = (subfield: string | null) =>
  listCapacity({ words: 5_000, subfield, variant: subfield === null ? null : "US" }, "usr_c1", NOW);

async function fill(db: pg.Client, editors: number): Promise<void> {
  const list = `generate_series(1, ${editors}) i`;
  await db.query(`insert into users (uid, "displayName", email, role, "isEditor", "createdAt")
    select 'usr_e' || i, 'Person ' || i, 'e' || i || '@example.org', 'editor', true, '2023-01-01' from ${list}`);
  await db.query(`insert into users (uid, "displayName", email, role, "isAdmin", "createdAt") values
    ('usr_admin', 'Admin', 'admin@example.org', 'admin', true, '2023-01-01'), ('usr_c1', 'Client', 'c1@example.org',
      'client', false, '2023-01-01')`);
  await db.query(`insert into auth_user (id, name, email, "disabledAt")
    select 'usr_e' || i, 'Person ' || i, 'e' || i || '@example.org', case when ${chance("i", 200)} = 0 then timestamptz
      '2026-01-01' end from ${list}`);
  // Nine of ten are ready. Each has three subfields, from one or more fields; one in a hundred has a doctorate.
  await db.query(
    `insert into editors (uid, level, fields, variants, services, "weeklyWords", "parallelOrders", calendar,
      "quietHours", "timeZone", "matchReady", "identityApprovedAt", "agreementSignedAt", "doctorateVerifiedAt", stats,
      "createdAt")
    select 'usr_e' || i, (array['trial','standard','senior','lead'])[1 + ${chance("i + 3", 4)}],
      case when i % ${Math.floor(editors / 5)} = 0 then jsonb_build_array($2::text) else
        jsonb_build_array(($1::text[])[1 + ${chance("i", COMMON.length)}],
          ($1::text[])[1 + ${chance("i + 7", COMMON.length)}], ($1::text[])[1 + ${chance("i + 11", COMMON.length)}])
          end,
      case when i % 3 = 0 then '["US","UK"]'::jsonb else '["US"]' end,
        case when i % 2 = 0 then '["proofreading","copyediting"]'::jsonb else
        '["proofreading","copyediting","substantive","expert"]' end,
      10000 + ${chance("i", 40)} * 500, 4, '{"workdays":[1,2,3,4,5],"away":[]}', null, 'UTC', i % 10 > 0
        or i % ${Math.floor(editors / 5)} = 0, '2023-01-01', '2023-01-01', case when i % 100 = 1 then timestamptz
        '2023-01-01' end, '{}', '2023-01-01' from ${list}`,
    [COMMON, RARE],
  );
  await db.query(`insert into editor_records ("editorId", qa, ratings, "onTime", responses, repeats, quality,
    "countedAt")
    select 'usr_e' || i, sum, sum, sum, sum, sum, 0.5 + ${chance("i", 500)} / 1000.0, '2026-11-20'
      from ${list}, lateral (select jsonb_build_object('weight', 20, 'total', 10 + ${chance("i", 10)}) as sum) s`);
  // As the triggers would have it, which rest here.
  await db.query("insert into editor_subfields select * from editor_subfields_of(null)");
  // Two orders under way for each, and ten that are done.
  await db.query(
    `insert into orders (id, number, status, "userId", "assignedTo", title, choices, flags, service, turnaround, field,
      variant, words, "billableWords", "totalMinor", "paidMinor",
      "quotedAt", "paidAt", "dueAt", "editorDueAt", "assignedAt", "startedAt", "createdAt", "updatedAt")
    select 'ord_' || lpad(i || 'x' || k, 26, '0'), 'S-' || i || '-' || k, case when k <= 2 then 'in_progress' else
      'closed' end, 'usr_c1', 'usr_e' || i, 'Manuscript', '{}', '{}', 'copyediting', '7d', $1, 'US', 2000, 2000, 40000,
      40000,
      at, at, at + interval '7 days', at + interval '6 days', at, at, at, at
    from ${list}, generate_series(1, 12) k, lateral (select timestamptz '2026-11-20' -
      case when k > 2 then k * interval '20 days' else interval '0' end as at) t`,
    [FIELD],
  );
  await db.query(
    `insert into orders (id, number, status, "userId", title, choices, flags, service, turnaround, field, variant,
      words, "billableWords", "windowMs", price, "editorBasisMinor", "totalMinor", "paidMinor",
      "quotedAt", "paidAt", "dueAt", "createdAt", "updatedAt")
    values ('${ORDER}', 'S-NEW', 'paid', 'usr_c1', 'Manuscript', '{}', '{}', 'copyediting', '7d', $1, 'US', 5000, 5000,
      $2, $3, $4, 40000, 40000, '2026-11-21', '2026-11-21', '2026-11-28', '2026-11-21', '2026-11-21')`,
    [FIELD, PRICE.windowMs, JSON.stringify(PRICE), PRICE.editorBasisMinor],
  );
  await db.query(
    `insert into client_editors ("userId", "editorId", kind, "createdAt") select 'usr_c1', 'usr_e' || i, 'blocked',
      now() from generate_series(1, 10) i`,
  );
}

const READS = {
  "editors ranked for an order": () => ranked(order(FIELD)),
  "editors ranked in a rare field": () => ranked(order(RARE)),
  "candidates for an admin to choose": () => listCandidates(ADMIN, ORDER, NOW),
  "capacity for a price page": () => capacity(FIELD),
  "capacity in a rare field": () => capacity(RARE),
  "capacity before a field is chosen": () => capacity(null),
};

/** Medians of every read in both worlds. @param big how many editors the big world has @param say what is being done */
export const measureEditors = (big: number, say: (what: string) => void): Promise<ScaleRead[]> =>
  measureWorlds({ name: "editors", small: SMALL, big, fills: { editors: fill }, reads: READS }, say);
