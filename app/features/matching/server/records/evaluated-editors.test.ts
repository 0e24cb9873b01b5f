/** The indexed search for an order's editors finds exactly those that reading every editor would find. */
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { tries } from "#boot/testing/tries.ts";
import { json } from "#app/platform/server/core/database.ts";
import {
  FROM_THE_TOP,
  type ReadyAfter,
  listReadyEditors,
} from "#app/features/orders/server/lifecycle/list-ready-editors.ts";
import { FIELDS, subfieldsBeside } from "#app/features/pricing/rules/taxonomy.ts";
import { SERVICES, type Service } from "#app/features/pricing/rules/policy.ts";
import type { EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";
import { evaluatedQueries } from "../list-editors-for-matching.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

// Two fields with three subfields each, one field with a single subfield, and a subfield without a field.
const SUBFIELDS = [
  ...FIELDS.slice(0, 2).flatMap((field) => field.subfields.slice(0, 3).map((it) => it.slug)),
  FIELDS.at(-1)!.subfields[0]!.slug,
  "a-subfield-of-before",
];
const IDS = Array.from({ length: 14 }, (_, i) => `usr_r${String(i).padStart(2, "0")}`);
const CLIENT = "usr_amara";
const ORDER = `ord_${"0".repeat(26)}`;

const editor = fc.record({
  fields: fc.uniqueArray(fc.constantFrom(...SUBFIELDS), { maxLength: 3 }),
  variants: fc.subarray<EnglishVariant>(["US", "UK"], { minLength: 1 }),
  services: fc.subarray([...SERVICES]),
  // Few distinct values, so that many are equal and the id decides.
  weeklyWords: fc.constantFrom(null, 5_000, 10_000, 20_000),
  quality: fc.constantFrom(null, 0.5, 0.7, 0.9),
  doctorate: fc.boolean(),
  /** What keeps some of them from being ready. Most are ready. */
  flaw: fc.constantFrom(
    "",
    "",
    "",
    "",
    "settings",
    "identity",
    "agreement",
    "expired",
    "paused",
    "disabled",
    "blocked",
  ),
});
type Settings = typeof editor extends fc.Arbitrary<infer T> ? T : never;
const worldOf = fc.array(editor, { minLength: IDS.length, maxLength: IDS.length });

const row = (uid: string, it: Settings) => ({
  uid,
  fields: json(it.fields),
  variants: json(it.variants),
  services: json(it.services),
  weeklyWords: it.weeklyWords,
  matchReady: it.flaw !== "settings",
  identityApprovedAt: it.flaw === "identity" ? null : NOON,
  agreementSignedAt: it.flaw === "agreement" ? null : NOON,
  kycExpiredAt: it.flaw === "expired" ? NOON : null,
  pausedAt: it.flaw === "paused" ? NOON : null,
  doctorateVerifiedAt: it.doctorate ? NOON : null,
});

async function clear(): Promise<void> {
  await world.db.deleteFrom("client_editors").where("editorId", "in", IDS).execute();
  await world.db.deleteFrom("editor_records").where("editorId", "in", IDS).execute();
  await world.db.deleteFrom("editors").where("uid", "in", IDS).execute();
  await world.db.deleteFrom("auth_user").where("id", "in", IDS).execute();
  await world.db.deleteFrom("users").where("uid", "in", IDS).execute();
}

/** Sets every editor to these settings, whatever they were before. @param only inserts those that don't exist yet */
async function set(settings: readonly Settings[]): Promise<void> {
  const record = json({ weight: 0, total: 0 });
  for (const [i, it] of settings.entries()) {
    const uid = IDS[i]!;
    const values = row(uid, it);
    await world.db
      .insertInto("editors")
      .values({ ...values, stats: json({}), createdAt: NOON })
      .onConflict((c) => c.column("uid").doUpdateSet(values))
      .execute();
    const disabledAt = it.flaw === "disabled" ? NOON : null;
    await world.db.updateTable("auth_user").set({ disabledAt }).where("id", "=", uid).execute();
    await world.db.deleteFrom("client_editors").where("editorId", "=", uid).execute();
    if (it.flaw === "blocked")
      await world.db
        .insertInto("client_editors")
        .values({ userId: CLIENT, editorId: uid, kind: "blocked", createdAt: NOON })
        .execute();
    if (it.quality === null) await world.db.deleteFrom("editor_records").where("editorId", "=", uid).execute();
    else {
      const counted = { quality: it.quality, countedAt: NOON };
      await world.db
        .insertInto("editor_records")
        .values({
          editorId: uid,
          qa: record,
          ratings: record,
          onTime: record,
          responses: record,
          repeats: record,
          ...counted,
        })
        .onConflict((c) => c.column("editorId").doUpdateSet(counted))
        .execute();
    }
  }
}

const READY = sql`(e."matchReady" and e."identityApprovedAt" is not null and e."agreementSignedAt" is not null and
  e."kycExpiredAt" is null and e."pausedAt" is null
  and not exists (select 1 from auth_user a where a.id = e.uid and a."disabledAt" is not null))`;
const inField = (subfield: string | null) =>
  subfield === null ? sql`true` : sql`e.fields ?| ${subfieldsBeside(subfield)}::text[]`;

/** The reference implementation: it reads every editor and takes the best. */
async function meantFor(subfield: string, also: string[], most: { qualified: number; others: number }) {
  const fits = sql`(${READY} and ${inField(subfield || null)})`;
  const { rows } = await sql<{ uid: string }>`
    select uid from (select e.uid from editors e left join editor_records r on r."editorId" = e.uid where ${fits}
      order by r.quality desc nulls last, e.uid limit ${most.qualified}) q
    union select uid from (select e.uid from editors e where not ${fits} order by e.uid limit ${most.others}) o
    union select unnest(${also}::text[]) order by uid`.execute(world.db);
  const known = await world.db.selectFrom("editors").select("uid").execute();
  return rows.map((r) => r.uid).filter((uid) => known.some((it) => it.uid === uid));
}

type Asked = { subfield: string | null; variant: EnglishVariant | null; clientUid: string | null };
async function meantReady(of: Asked, from: ReadyAfter, limit: number): Promise<string[]> {
  const expert =
    from.service === "expert"
      ? sql`e."doctorateVerifiedAt" is not null and (${of.subfield}::text is null or e.fields ? ${of.subfield})`
      : sql`true`;
  const { rows } = await sql<{ uid: string }>`select e.uid from editors e
    where ${READY} and ${expert} and ${inField(of.subfield)} and e.services ? ${from.service}
    and (${of.variant}::text is null or e.variants ? ${of.variant})
      and (e."weeklyWords" < ${from.weeklyWords} or (e."weeklyWords" = ${from.weeklyWords} and e.uid > ${from.uid}))
      and not exists (select 1 from client_editors c
        where c."editorId" = e.uid and c."userId" = ${of.clientUid} and c.kind = 'blocked')
    order by e."weeklyWords" desc, e.uid limit ${limit}`.execute(world.db);
  return rows.map((r) => r.uid);
}

const question = fc.record({
  subfield: fc.constantFrom(...SUBFIELDS, ""),
  also: fc.subarray([...IDS.slice(0, 2), "usr_nobody"]),
  most: fc.record({ qualified: fc.integer({ min: 1, max: 6 }), others: fc.integer({ min: 1, max: 6 }) }),
  variant: fc.constantFrom<EnglishVariant | null>("US", "UK", null),
  clientUid: fc.constantFrom(CLIENT, null),
  service: fc.constantFrom<Service>(...SERVICES),
  cursor: fc.constantFrom<Omit<ReadyAfter, "service"> | null>(
    null,
    { weeklyWords: 20_000, uid: IDS[4]! },
    { weeklyWords: 10_000, uid: "" },
  ),
  limit: fc.integer({ min: 1, max: 6 }),
});

test(
  "finds the same editors as reading all of them, however they came to be as they are",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      // Each world is then changed into a second one, to check that nothing stale remains from the first.
      fc.asyncProperty(
        fc.array(worldOf, { minLength: 1, maxLength: 2 }),
        fc.array(question, { minLength: 4, maxLength: 4 }),
        async (worlds, questions) => {
          await clear();
          for (const uid of IDS) {
            await world.db
              .insertInto("users")
              .values({ uid, displayName: uid, email: `${uid}@example.org`, createdAt: NOON })
              .execute();
            await sql`insert into auth_user (id, name, email) values (${uid}, ${uid}, ${`${uid}@example.org`})`.execute(
              world.db,
            );
          }
          for (const settings of worlds) {
            await set(settings);
            for (const it of questions) {
              const { subfield } = it;
              const found = await evaluatedQueries(
                world.db,
                { orderId: ORDER, subfield },
                it.also,
                it.most,
              ).editors.execute();
              expect(found.map((e) => e.uid)).toEqual(await meantFor(subfield, it.also, it.most));
              const of = { subfield: subfield || null, variant: it.variant, clientUid: it.clientUid };
              const from = it.cursor ? { service: it.service, ...it.cursor } : FROM_THE_TOP(it.service);
              const ready = (await listReadyEditors(of, [from], it.limit, world.db)).get(it.service)!;
              expect(ready.map((e) => e.uid)).toEqual(await meantReady(of, from, it.limit));
            }
          }
        },
      ),
      tries(60),
    );
  },
);

test("a record and new settings at the same moment are both seen", async () => {
  await clear();
  const [uid] = IDS;
  await world.db
    .insertInto("users")
    .values({ uid: uid!, displayName: uid!, email: "r@example.org", createdAt: NOON })
    .execute();
  const plain: Settings = {
    fields: [SUBFIELDS[0]!],
    variants: ["US"],
    services: ["copyediting"],
    weeklyWords: 5_000,
    quality: 0.5,
    doctorate: false,
    flaw: "",
  };
  await set([plain]);
  const kept = () =>
    world.db.selectFrom("editor_subfields").selectAll().where("editorId", "=", uid!).orderBy("subfield").execute();
  for (let i = 0; i < 20; i++) {
    const fields = i % 2 ? [SUBFIELDS[1]!] : [SUBFIELDS[0]!, SUBFIELDS[2]!];
    const quality = 0.5 + i / 100;
    await Promise.all([
      world.db
        .updateTable("editors")
        .set({ fields: json(fields) })
        .where("uid", "=", uid!)
        .execute(),
      world.db.updateTable("editor_records").set({ quality }).where("editorId", "=", uid!).execute(),
    ]);
    expect((await kept()).map((it) => [it.subfield, it.quality])).toEqual(fields.toSorted().map((it) => [it, quality]));
  }
});
