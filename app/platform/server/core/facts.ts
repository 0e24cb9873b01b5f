import { type Selectable, sql } from "kysely";
import type { FactsTable } from "#db/schema.ts";
import type { Fact, FactData, FactKind } from "#app/platform/rules/core/fact.ts";
import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import { type Actor, impersonatorOf, roleWord, uidOf } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { HOUR, after } from "#app/platform/rules/core/time.ts";
import { now } from "./clock.ts";
import { type Reader, type Tx, database, json, lockName } from "./database.ts";
import { enqueue } from "./jobs.ts";
import { publish } from "../live/live.ts";
import { processWide } from "./process-wide.ts";
import { tracing } from "./tracing.ts";

/** One consequence of a fact. It may run twice. */
export type Reaction = (fact: Fact) => Promise<void>;
/** A fact's reactions, by name. */
export type ReactionsTo = (fact: Fact) => Readonly<Record<string, Reaction>>;

const holder = processWide<{ __stetReactions?: ReactionsTo; __stetFactWords?: FactWordsTable }>();
/** Tells the platform, which knows no feature, what follows from each fact (MAP 3) and how it's worded (MAP 5). */
export const useFacts = (maps: { reactions: ReactionsTo; words: FactWordsTable }): void => {
  holder.__stetReactions = maps.reactions;
  holder.__stetFactWords = maps.words;
};

/** The words of each kind of fact. @throws before the process has started */
export function factWords(): FactWordsTable {
  if (!holder.__stetFactWords) throw new Error("The words of facts aren't loaded");
  return holder.__stetFactWords;
}

export const REACTION_JOB = "reaction";

/**
 * Records that something happened, in the same transaction: the audit trail, the timeline, the outbox. Each reaction
 * becomes its own job, so a failed one is retried without repeating the others. A fact without reactions enqueues no
 * job.
 * @param about.topics live topics to notify ("user:<uid>", "staff"); listeners reload, since the event carries no data
 */
export async function recordFact<K extends FactKind>(
  tx: Tx,
  actor: Actor,
  at: Date,
  kind: K,
  about: { orderId?: string | null; subjectId?: string | null; data: FactData[K]; topics?: readonly string[] },
): Promise<string> {
  const row = {
    id: newId("fact"),
    kind,
    at,
    actorId: uidOf(actor),
    actorRole: roleWord(actor),
    orderId: about.orderId ?? null,
    subjectId: about.subjectId ?? null,
    impersonatorId: impersonatorOf(actor)?.uid ?? null,
  };
  const { seq } = await tx
    .insertInto("facts")
    .values({ ...row, data: json(about.data) })
    .returning("seq")
    .executeTakeFirstOrThrow();
  for (const name of Object.keys(holder.__stetReactions?.({ ...row, seq, data: about.data } as unknown as Fact) ?? {}))
    await enqueue(tx, REACTION_JOB, { factId: row.id, reaction: name });
  await publish(tx, about.topics ?? [], { kind, orderId: about.orderId ?? null });
  tracing()?.fact(kind);
  return row.id;
}

/** A stored fact, typed by its kind: `recordFact` stores nothing else. */
export const asFact = (row: Selectable<FactsTable>): Fact => row as Fact;

/** Reads one fact. @throws if it doesn't exist */
export async function getFact(id: string): Promise<Fact> {
  const row = await database().selectFrom("facts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return asFact(row);
}

/** Runs one reaction to one fact. @returns false when this version doesn't have that reaction */
export async function runReaction(data: Record<string, unknown>): Promise<boolean> {
  const fact = await getFact(String(data.factId));
  const reaction = holder.__stetReactions?.(fact)[String(data.reaction)];
  await reaction?.(fact);
  return reaction !== undefined;
}

/**
 * The job of a reaction. @throws if this version doesn't have it: during an upgrade, the job is retried until a new
 * worker takes it
 */
export async function runReactionJob(data: Record<string, unknown>): Promise<void> {
  if (!(await runReaction(data))) throw new Error(`This version doesn't have the reaction ${String(data.reaction)}`);
}

/** The query of an order's facts, oldest first: its timeline. */
export const factsOf = (db: Reader, orderId: string) =>
  db.selectFrom("facts").selectAll().where("orderId", "=", orderId).orderBy("seq").limit(1_000);

/**
 * Text that people wrote into facts. It's cleared when an order's records are deleted. What happened, when, and the
 * amounts are kept.
 */
const WRITTEN = ["note", "reason"] as const;

/** Clears the text that people wrote into an order's facts. */
export async function removeFactTexts(tx: Tx, orderId: string): Promise<void> {
  await sql`select set_config('stet.erasing', 'on', true)`.execute(tx);
  for (const name of WRITTEN)
    await sql`
      update facts set data = data || jsonb_build_object(${name}::text, ''::text)
      where "orderId" = ${orderId} and jsonb_typeof(data->${name}) = 'string'`.execute(tx);
  await sql`select set_config('stet.erasing', 'off', true)`.execute(tx);
}

/** The most facts that one call of `removeFactsBefore` deletes. */
const AT_ONCE = 5_000;

/**
 * Deletes the oldest facts of these kinds before a time, up to a few thousand per call. Concurrent calls share the
 * work. @returns how many
 */
export async function removeFactsBefore(before: Date, kinds: readonly FactKind[]): Promise<number> {
  return database()
    .transaction()
    .execute(async (tx) => {
      await sql`select set_config('stet.expiring', 'on', true)`.execute(tx);
      const { numAffectedRows } = await sql`
        delete from facts where id in (select id from facts where kind = any(${kinds}::text[]) and at < ${before}
          order by at limit ${AT_ONCE} for update skip locked)`.execute(tx);
      await sql`select set_config('stet.expiring', 'off', true)`.execute(tx);
      return Number(numAffectedRows ?? 0);
    });
}

/** Reading the same data is recorded at most this often per person. */
const READ_EVERY_MS = HOUR;

/**
 * Records that somebody read or copied personal data, once an hour for the same person, kind and object: a page that
 * stays open and reloads is one reading. Checks before writing, because most readings are repeats. Does nothing for
 * somebody without an account.
 */
export async function recordReading<K extends FactKind>(
  actor: Actor,
  kind: K,
  about: { orderId?: string | null; subjectId?: string | null; data: FactData[K] },
): Promise<void> {
  const uid = uidOf(actor);
  if (uid === null) return;
  const at = now();
  const isKnown = async (db: Reader) =>
    (await db
      .selectFrom("facts")
      .select("seq")
      .where("actorId", "=", uid)
      .where("at", ">", after(at, -READ_EVERY_MS))
      .where("kind", "=", kind)
      .where(sql<boolean>`"impersonatorId" is not distinct from ${impersonatorOf(actor)?.uid ?? null}`)
      .where(sql<boolean>`"subjectId" is not distinct from ${about.subjectId ?? null}`)
      .where(sql<boolean>`"orderId" is not distinct from ${about.orderId ?? null}`)
      .where(sql<boolean>`data = ${json(about.data)}::jsonb`)
      .limit(1)
      .executeTakeFirst()) !== undefined;
  if (await isKnown(database())) return;
  await database()
    .transaction()
    .execute(async (tx) => {
      await lockName(tx, `reading ${uid} ${kind} ${about.subjectId ?? about.orderId ?? ""}`);
      if (!(await isKnown(tx))) await recordFact(tx, actor, at, kind, about);
    });
}
