import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type RecordedValue, recordedValues } from "../../rules/audit/audit-data.ts";
import { allowDuty } from "../allow-duty.ts";
import { auditRows, peopleOf } from "./list-audit.ts";
import type { AuditPerson, AuditRow } from "#app/features/backoffice/rules/audit/audit-list.ts";

/** One fact with everything it recorded, and the people it names. @throws refused unless admin, not-found */
export async function findFact(
  actor: Actor,
  id: string,
): Promise<{ row: AuditRow; values: RecordedValue[]; people: Record<string, AuditPerson> }> {
  allowDuty(actor, "operations", "the audit trail");
  const fact = isId("fact", id)
    ? await database().selectFrom("facts").selectAll().where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!fact) throw notFound("audit entry");
  const [{ currency, ...row }] = (await auditRows([fact])) as [Awaited<ReturnType<typeof auditRows>>[number]];
  const values = recordedValues(fact.data, currency);
  const people = await peopleOf(values.flatMap((it) => (it.kind === "person" ? it.value : [])));
  return { row, values, people: Object.fromEntries(people) };
}
