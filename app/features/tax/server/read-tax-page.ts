import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { findCompany } from "#app/features/company/server/find-company.ts";
import { isValidOn, registrationName } from "../rules/registration.ts";

/** A company has a handful of registrations; declined ones are kept too. */
const MOST = 200;

/** The registrations with who proposed and decided them. @throws refused unless admin */
export async function readTaxPage(actor: Actor) {
  if (!may(actor, "money")) throw refused(only("money", "see the tax registrations"));
  const uid = uidOf(actor);
  const today = dayOf(now());
  const rows = await database()
    .selectFrom("tax_registrations as r")
    .leftJoin("users as p", "p.uid", "r.proposedBy")
    .leftJoin("users as d", "d.uid", "r.decidedBy")
    .leftJoin("users as e", "e.uid", "r.endProposedBy")
    .selectAll("r")
    .select(["p.displayName as proposer", "d.displayName as decider", "e.displayName as ender"])
    .orderBy("r.proposedAt", "desc")
    .limit(MOST)
    .execute();
  return {
    today,
    companyCountry: (await findCompany())?.country ?? null,
    registrations: rows.map((row) => ({
      id: row.id,
      name: registrationName(row),
      number: row.number,
      validFrom: row.validFrom,
      validUntil: row.validUntil,
      state:
        row.status !== "approved"
          ? row.status
          : isValidOn(row, today)
            ? ("valid" as const)
            : row.validFrom > today
              ? ("scheduled" as const)
              : ("ended" as const),
      proposer: row.proposer,
      decider: row.decider,
      own: row.proposedBy === uid,
      end: row.endDay === null ? null : { day: row.endDay, by: row.ender, own: row.endProposedBy === uid },
    })),
  };
}
export type RegistrationOnPage = Awaited<ReturnType<typeof readTaxPage>>["registrations"][number];
