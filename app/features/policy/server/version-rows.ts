import type { Selectable, Updateable } from "kysely";
import type { PolicyVersionsTable } from "#db/schema.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database, json, lockName } from "#app/platform/server/core/database.ts";
import { publish } from "#app/platform/server/live/live.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import type { Figures } from "../rules/figures.ts";
import { POLICY_TOPIC } from "./read-policy.ts";

export type PolicyRow = Selectable<PolicyVersionsTable>;
type Change = Omit<Updateable<PolicyVersionsTable>, "id" | "status" | "figures">;

/** The newest approved version, whether it applies already or not; null before the first is recorded. */
export async function findNewest(db: Reader = database()): Promise<PolicyRow | null> {
  const row = await db
    .selectFrom("policy_versions")
    .selectAll()
    .where("status", "=", "approved")
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * A draft or version, held for this transaction. Everything that changes the policy waits here for its turn.
 * @throws not-found
 */
export async function lockVersion(tx: Tx, id: string): Promise<PolicyRow> {
  await lockName(tx, "policy");
  const row = await tx.selectFrom("policy_versions").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("policy draft");
  return row;
}

/** The open draft of an admin, or null. */
export async function findOwnDraft(db: Reader, uid: string): Promise<PolicyRow | null> {
  const row = await db
    .selectFrom("policy_versions")
    .selectAll()
    .where("draftedBy", "=", uid)
    .where("status", "in", ["draft", "proposed"])
    .executeTakeFirst();
  return row ?? null;
}

export async function insertDraft(
  { tx, now }: Pick<CommandContext, "tx" | "now">,
  of: { figures: Figures; basedOn: number; draftedBy: string; revertedFrom: number | null; reason: string },
): Promise<PolicyRow> {
  return tx
    .insertInto("policy_versions")
    .values({ ...of, id: newId("policyVersion"), status: "draft", figures: json(of.figures), draftedAt: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Saves into a draft. Each save counts, so that the next one knows what it was made from. */
export async function saveVersion(
  tx: Tx,
  row: PolicyRow,
  { figures, ...change }: Change & { figures: Figures },
): Promise<void> {
  await tx
    .updateTable("policy_versions")
    .set({ ...change, figures: json(figures), revision: row.revision + 1 })
    .where("id", "=", row.id)
    .execute();
}

/** Tells every process, when the transaction commits, that another policy applies or will apply. */
export async function policyChanged(tx: Tx): Promise<void> {
  await publish(tx, [POLICY_TOPIC], { kind: "policy.changed", orderId: null });
  await forgetPages(tx);
}

/**
 * Records the policy that the product comes with as its first version, once. Later changes of the defaults don't touch
 * it.
 */
export async function recordFirst({ tx, now }: Pick<CommandContext, "tx" | "now">, figures: Figures): Promise<void> {
  await lockName(tx, "policy");
  if (await tx.selectFrom("policy_versions").select("id").limit(1).executeTakeFirst()) return;
  await tx
    .insertInto("policy_versions")
    .values({
      id: newId("policyVersion"),
      version: 1,
      status: "approved",
      figures: json(figures),
      basedOn: 1,
      reason: "The policy the product came with.",
      effectiveAt: now,
      draftedAt: now,
      announcedAt: now,
    })
    .execute();
  await policyChanged(tx);
}

/**
 * Clock rule: notes each version that has begun to apply, and clears pages that show the one before.
 * @returns how many
 */
export async function announceVersions(ctx: CommandContext): Promise<number> {
  const begun = await ctx.tx
    .updateTable("policy_versions")
    .set({ announcedAt: ctx.now })
    .where("status", "=", "approved")
    .where("announcedAt", "is", null)
    .where("effectiveAt", "<=", ctx.now)
    .returning(["id", "version"])
    .execute();
  for (const { id, version } of begun)
    await ctx.fact("policy.took_effect", { subjectId: id, data: { version: version! }, topics: ["staff"] });
  if (begun.length > 0) await policyChanged(ctx.tx);
  return begun.length;
}
