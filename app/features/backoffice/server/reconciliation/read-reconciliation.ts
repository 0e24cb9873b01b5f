import { type Actor, isAdmin } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { DIFFERENCE_ADVICE, needsAccount } from "../../rules/reconciliation.ts";
import { payoutsInTransit } from "./match-line.ts";
import { balancesNow } from "./record-differences.ts";

const SHOWN = 200;
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const onlyAdmins = (actor: Actor): void => {
  if (!isAdmin(actor)) throw refused("Only admins can see the reconciliation.");
};

/**
 * Everything the reconciliation page shows: the balances of the three sides, what is open, in transit, and imported.
 * @throws refused unless admin
 */
export async function readReconciliation(actor: Actor) {
  onlyAdmins(actor);
  const db = database();
  const differences = db
    .selectFrom("money_differences as d")
    .leftJoin("users as o", "o.uid", "d.ownerId")
    .leftJoin("users as r", "r.uid", "d.resolvedBy")
    .select(["d.key", "d.kind", "d.amountMinor", "d.currency", "d.title", "d.orderId", "d.foundAt", "d.note"])
    .select(["d.resolvedAt", "d.clearedAt", "o.displayName as owner", "r.displayName as resolvedBy"]);
  const [{ rows: balances }, readings, open, ended, transit, statements, days] = await Promise.all([
    balancesNow.execute(db),
    db.selectFrom("provider_balances").select(["currency", "readAt"]).execute(),
    differences
      .where("d.resolvedAt", "is", null)
      .where("d.clearedAt", "is", null)
      .orderBy("d.foundAt")
      .orderBy("d.key")
      .limit(SHOWN)
      .execute(),
    differences
      .where((e) => e.or([e("d.resolvedAt", "is not", null), e("d.clearedAt", "is not", null)]))
      .orderBy("d.foundAt", "desc")
      .limit(SHOWN)
      .execute(),
    payoutsInTransit(db)
      .select(["p.id", "p.amountMinor", "p.currency", "p.madeAt", "p.arrivesAt"])
      .orderBy("p.arrivesAt")
      .limit(SHOWN)
      .execute(),
    db
      .selectFrom("bank_statements as s")
      .leftJoin("users as u", "u.uid", "s.importedBy")
      .select(["s.id", "s.fileName", "s.account", "s.currency", "s.fromAt", "s.toAt", "s.closingMinor"])
      .select(["s.lineCount", "s.newLines", "s.importedAt", "u.displayName as importer"])
      .orderBy("s.toAt", "desc")
      .limit(50)
      .execute(),
    db.selectFrom("reconciliations").selectAll().orderBy("day", "desc").limit(14).execute(),
  ]);
  const shown = (rows: typeof open) =>
    rows.map(({ foundAt, resolvedAt, clearedAt, ...row }) => ({
      ...row,
      foundAt: foundAt.toISOString(),
      resolvedAt: iso(resolvedAt),
      clearedAt: iso(clearedAt),
      advice: DIFFERENCE_ADVICE[row.kind],
      needsAccount: needsAccount(row.kind),
    }));
  return {
    balances: balances.map((b) => ({
      ...b,
      providerReadAt: iso(readings.find((r) => r.currency === b.currency)?.readAt ?? null),
    })),
    open: shown(open),
    ended: shown(ended),
    transit: transit.map((p) => ({ ...p, madeAt: p.madeAt.toISOString(), arrivesAt: p.arrivesAt.toISOString() })),
    statements: statements.map((s) => ({
      ...s,
      fromAt: s.fromAt.toISOString(),
      toAt: s.toAt.toISOString(),
      importer: s.importer ?? "",
      importedAt: s.importedAt.toISOString(),
    })),
    days: days.map(({ madeAt, ...day }) => ({ ...day, madeAt: madeAt.toISOString() })),
  };
}
export type Reconciliation = Awaited<ReturnType<typeof readReconciliation>>;
export type ShownDifference = Reconciliation["open"][number];
