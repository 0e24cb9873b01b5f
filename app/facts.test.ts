import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { eventOf } from "#app/features/integrations/rules/events.ts";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import type { FactData, FactKind } from "#app/platform/rules/core/fact.ts";
import { type FactWordsTable, noticesOf } from "#app/platform/rules/core/fact-words.ts";
import { recordFact, useFacts } from "#app/platform/server/core/facts.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { factWords } from "./fact-words.ts";
import { effects, reactions } from "./reactions.ts";

const KINDS = Object.keys(factWords) as FactKind[];
const NO_ROLES = { admin: false, editor: false, support: false };
/** Data that works for a fact of any kind. */
const ANY_DATA = {
  scheme: "wise",
  change: "verified",
  waits: true,
  uid: "usr_jonas",
  uids: ["usr_jonas"],
  editorId: "usr_jonas",
  before: NO_ROLES,
  after: { ...NO_ROLES, editor: true },
  reason: "A reason.",
  ownerRole: "client",
  number: "T-1",
  category: "other",
  priority: "normal",
  channel: "form",
  clock: "resolution",
  level: "breach",
  amountMinor: 100,
  currency: "USD",
  untracked: 1,
  basis: [],
  again: true,
  passed: true,
  how: "lost",
  by: "staff",
  appealed: true,
  byAdmin: true,
  files: 1,
};

let world: TestWorld;
let orderId: string;
beforeAll(async () => {
  world = await openWorld();
  orderId = (await orderIn("in_progress")).id;
});
beforeEach(async () => {
  await sql`delete from pgboss.job where name = 'reaction'`.execute(world.db);
});
afterAll(async () => {
  useFacts({ reactions, words: factWords });
  await world.close();
});

/** The jobs that recording a fact of this kind enqueues. */
async function jobsOf(kind: FactKind, data: object = {}): Promise<string[]> {
  const factId = await world.db
    .transaction()
    .execute((tx) =>
      recordFact(tx, CLOCK, NOON, kind, { orderId, data: { ...ANY_DATA, ...data } as unknown as FactData[FactKind] }),
    );
  const { rows } = await sql<{ name: string }>`
    select data->>'reaction' as name from pgboss.job where name = 'reaction' and data->>'factId' = ${factId}`.execute(
    world.db,
  );
  return rows.map(({ name }) => name).toSorted();
}

describe("the words of facts", () => {
  test("each kind's words are declared once, by the feature that declares what it carries", async () => {
    const root = path.resolve(import.meta.dirname, "..");
    for (const file of globSync("app/features/*/rules/facts.ts", { cwd: root })) {
      const carried = [...readFileSync(path.join(root, file), "utf8").matchAll(/^ {4}"([a-z_.]+)":/gm)].map(
        (m) => m[1],
      );
      const words = (await import(path.join(root, path.dirname(file), "fact-words.ts"))) as Record<string, object>;
      expect([
        file,
        Object.values(words)
          .flatMap((it) => Object.keys(it))
          .toSorted(),
      ]).toEqual([file, carried.map(String).toSorted()]);
    }
  });

  test("a table with a gap doesn't compile", () => {
    const { "order.paid": gap, ...rest } = factWords;
    // @ts-expect-error "order.paid" is missing
    const table: FactWordsTable = rest;
    expect([gap, Object.hasOwn(table, "order.paid")]).toEqual([factWords["order.paid"], false]);
  });

  test("a notice to a person without a group doesn't compile", () => {
    const { group, ...rest } = factWords["order.paid"];
    // @ts-expect-error the author can't choose how they hear of it
    const words: FactWordsTable["order.paid"] = rest;
    expect([group, words.group]).toEqual(["orders", undefined]);
  });
});

test("a kind's notices to the same recipient say for which facts they are, because a notice is known by its recipient", () => {
  const same = Object.keys(factWords).flatMap((kind) =>
    [...Map.groupBy(noticesOf(factWords, kind), ({ to }) => to).values()]
      .filter((all) => all.length > 1)
      .map((all) => ({ kind, each: all.every((it) => "only" in it) })),
  );
  expect(same.filter(({ each }) => !each)).toEqual([]);
  expect(same.length).toBeGreaterThan(0);
});

describe("what a fact triggers", () => {
  test("one job per effect, one for its notices, and none if nothing follows", async () => {
    const sent = new Map<string, string[]>();
    for (const kind of KINDS) sent.set(kind, await jobsOf(kind));
    for (const kind of KINDS)
      expect([kind, sent.get(kind)]).toEqual([
        kind,
        [
          ...(noticesOf(factWords, kind).length > 0 ? ["notify"] : []),
          ...(eventOf(kind) ? ["publishEvent"] : []),
          ...Object.keys(effects[kind] ?? {}),
        ].toSorted(),
      ]);
    expect(sent.get("order.quoted")).toEqual(["publishEvent"]);
    expect(sent.get("macro.saved")).toEqual([]);
    expect(sent.get("order.started")).toEqual(["notify"]);
    expect(sent.get("order.paid")).toEqual([
      "checkPaidOrder",
      "mailPayerInvoice",
      "notify",
      "publishEvent",
      "raiseFactAlert",
      "resumeMatching",
    ]);
    expect(sent.get("thread.read")).toEqual(["readOrderNotices", "readTicketNotices"]);
    expect([...sent.values()].filter((names) => names.length === 0).length).toBeGreaterThan(30);
  }, 120_000);

  test("no job if none of the kind's notices applies to this fact", async () => {
    expect(await jobsOf("ticket.opened", { channel: "form" })).toEqual(["allowHelp", "notify"]);
    expect(await jobsOf("ticket.opened", { channel: "contact" })).toEqual(["allowHelp"]);
  });

  test("every effect runs for its own kind, and some command records that kind", async () => {
    const ran: string[] = [];
    useFacts({
      words: factWords,
      reactions: (fact) =>
        Object.fromEntries(
          Object.keys(reactions(fact)).map((name) => [name, async () => void ran.push(`${fact.kind} ${name}`)]),
        ),
    });
    const listed = Object.entries(effects).flatMap(([kind, names]) => Object.keys(names).map((n) => `${kind} ${n}`));
    for (const kind of Object.keys(effects) as FactKind[]) await jobsOf(kind);
    await drainJobs();
    expect(ran.filter((one) => !/ (?:notify|publishEvent)$/.test(one)).toSorted()).toEqual(listed.toSorted());

    const root = path.resolve(import.meta.dirname, "features");
    const server = globSync("*/{server,rules}/**/*.ts", { cwd: root })
      .filter((file) => !/\.test\.ts$|rules\/facts\.ts$|fact-words\.ts$|email-samples\.ts$/.test(file))
      .map((file) => readFileSync(path.join(root, file), "utf8"))
      .join("\n");
    expect(Object.keys(effects).filter((kind) => !server.includes(`"${kind}"`))).toEqual([]);
  });
});
