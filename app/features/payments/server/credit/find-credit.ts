import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { CreditLinesTable } from "#db/schema.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { lockOrganization } from "#app/features/organizations/server/find-organization.ts";
import { creditLeft, creditName, creditPhase } from "../../rules/credit.ts";
import type { Standing } from "../../rules/ledger/ledger.ts";

export type CreditLineRow = Selectable<CreditLinesTable>;

const SHOWN = 100;

/** The terms and purchase orders of an organization, newest first. */
export const creditLinesOf = (organizationId: string, db: Reader = database()): Promise<CreditLineRow[]> =>
  db
    .selectFrom("credit_lines")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .orderBy("askedAt", "desc")
    .orderBy("id", "desc")
    .limit(SHOWN)
    .execute();

/** One of them with its organization, which is locked first. @throws not-found */
export async function lockCreditLine(tx: Tx, actor: Actor, id: string) {
  const known = isId("creditLine", id)
    ? await tx.selectFrom("credit_lines").select("organizationId").where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!known) throw notFound("request");
  const organization = await lockOrganization(tx, actor, known.organizationId);
  const line = await tx
    .selectFrom("credit_lines")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { line, organization };
}

/** What was ordered on each, less refunds, in minor units. */
async function orderedOn(ids: readonly string[], db: Reader): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("payments")
    .select(["creditLineId", sql<number>`sum("amountMinor" - "refundedMinor")::bigint`.as("sum")])
    .where("creditLineId", "in", ids)
    .where("status", "=", "succeeded")
    .groupBy("creditLineId")
    .execute();
  return new Map(rows.map(({ creditLineId, sum }) => [creditLineId!, sum]));
}

/**
 * How much of each is used: of terms, what the organization owes; of a purchase order, what was ordered on it.
 * @param lines of one organization
 */
export async function usedOf(
  lines: readonly Pick<CreditLineRow, "id" | "kind">[],
  { prepaidMinor, owedMinor }: Standing,
  db: Reader = database(),
): Promise<Map<string, number>> {
  const ordered = await orderedOn(
    lines.flatMap(({ id, kind }) => (kind === "purchase_order" ? [id] : [])),
    db,
  );
  return new Map(
    lines.map(({ id, kind }) => [id, kind === "terms" ? owedMinor - prepaidMinor : (ordered.get(id) ?? 0)]),
  );
}

/** Credit that an organization's members can choose when they order. */
export type CreditChoice = { id: string; name: string; leftMinor: number };

/** What can be ordered on now, terms first. */
export async function creditChoices(
  organizationId: string,
  standing: Standing,
  at: Date,
  db: Reader = database(),
): Promise<CreditChoice[]> {
  const active = await db
    .selectFrom("credit_lines")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("state", "=", "active")
    .orderBy("kind", "desc")
    .orderBy("askedAt")
    .limit(SHOWN)
    .execute();
  const lines = active.filter((line) => creditPhase(line, dayOf(at)) === "active");
  const used = await usedOf(lines, standing, db);
  return lines.map((line) => ({
    id: line.id,
    name: creditName(line),
    leftMinor: creditLeft(line, used.get(line.id) ?? 0),
  }));
}
