import type { Fact, FactData, FactKind } from "#app/platform/rules/core/fact.ts";
import { type Actor, roleWord, uidOf } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type Tx, database, json } from "./database.ts";
import { enqueue } from "./jobs.ts";
import { publish } from "../live/live.ts";

/** What follows from a fact, by name: MAP 3 gives the table at start, since the platform knows no feature. */
export type Reaction = (fact: Fact) => Promise<void>;
export type ReactionTable = Readonly<Record<FactKind, Readonly<Record<string, Reaction>>>>;

const holder = globalThis as unknown as { __stetReactions?: ReactionTable };
export const useReactions = (table: ReactionTable): void => {
  holder.__stetReactions = table;
};

export const REACTION_JOB = "reaction";

/**
 * Writes down that something happened, in the transaction that did it: the audit trail, the timeline, the outbox.
 * Each reaction becomes a job of its own, so that one that fails is tried again without repeating the others.
 * @param about.topics live topics to ring ("user:<uid>", "staff"); listeners re-read, the topic carries no data
 */
export async function recordFact<K extends FactKind>(
  tx: Tx,
  actor: Actor,
  at: Date,
  kind: K,
  about: { orderId?: string | null; subjectId?: string | null; data: FactData[K]; topics?: readonly string[] },
): Promise<string> {
  const id = newId("fact");
  await tx
    .insertInto("facts")
    .values({
      id,
      kind,
      at,
      actorId: uidOf(actor),
      actorRole: roleWord(actor),
      orderId: about.orderId ?? null,
      subjectId: about.subjectId ?? null,
      data: json(about.data),
    })
    .execute();
  for (const name of Object.keys(holder.__stetReactions?.[kind] ?? {}))
    await enqueue(tx, REACTION_JOB, { factId: id, reaction: name });
  await publish(tx, about.topics ?? [], { kind, orderId: about.orderId ?? null });
  return id;
}

/** One fact, read back. @throws when it is not there */
export async function getFact(id: string): Promise<Fact> {
  const row = await database().selectFrom("facts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return row as unknown as Fact;
}

/** The job that runs one reaction to one fact. */
export async function runReaction(data: Record<string, unknown>): Promise<void> {
  const fact = await getFact(String(data.factId));
  const reaction = holder.__stetReactions?.[fact.kind]?.[String(data.reaction)];
  // A reaction that a newer version no longer has: nothing to do, and nothing to try again.
  if (reaction) await reaction(fact);
}

/** The facts of an order, oldest first: its timeline. */
export async function listOrderFacts(orderId: string): Promise<Fact[]> {
  const rows = await database()
    .selectFrom("facts")
    .selectAll()
    .where("orderId", "=", orderId)
    .orderBy("seq")
    .limit(1_000)
    .execute();
  return rows as unknown as Fact[];
}
