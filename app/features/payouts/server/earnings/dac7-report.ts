import type { Actor } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { invalid, refused } from "#app/platform/rules/core/errors.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { findCompany } from "#app/features/company/server/find-company.ts";
import { EU_COUNTRIES } from "#app/features/tax/rules/places.ts";
import { homeRegistration, isValidOn } from "#app/features/tax/rules/registration.ts";
import { listRegistrations } from "#app/features/tax/server/registrations.ts";
import { type Dac7Seller, dac7Problem, dac7Xml } from "../../rules/dac7-xml.ts";
import { dac7Rows, yearIn } from "./yearly-figures.ts";

/**
 * GET /api/reports/dac7?year=2026&country=DE&taxNumber=...: the DAC7 report of a year as XML, for the authority of one
 * member state. @throws refused without the duty; invalid, with what's missing
 */
export async function dac7Report(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  if (!may(actor, "money")) throw refused(only("money", "export tax reports"));
  const year = yearIn(request);
  const search = new URL(request.url).searchParams;
  const entered = (name: string): string => (search.get(name) ?? "").trim().slice(0, 200);
  const [country, taxNumber, sender] = [entered("country"), entered("taxNumber"), entered("sender")];
  if (!EU_COUNTRIES.includes(country)) throw invalid("country", "Choose the member state that gets the report.");
  if (taxNumber === "") throw invalid("taxNumber", "Enter the company's tax number in that country.");
  const company = await findCompany();
  if (!company)
    throw invalid("company", "The company's details are missing.", "Enter them at /admin/admin-tools?show=setup.");
  const rows = await dac7Rows(year);
  const sellers = rows.flatMap((row): Dac7Seller[] => (row.details ? [{ ...row, details: row.details }] : []));
  const problem = rows.map((row) => row.details && dac7Problem(row.displayName, row.details)).find((it) => it);
  if (problem) throw invalid("editor", problem);
  const madeAt = now();
  const registrations = (await listRegistrations()).filter((it) => isValidOn(it, dayOf(madeAt)));
  const vatId = homeRegistration(company.country, registrations)?.number ?? null;
  return new Response(dac7Xml({ year, madeAt, country, company, taxNumber, vatId, sender, sellers }), {
    headers: {
      "content-type": "application/xml; charset=utf-8",
      "content-disposition": `attachment; filename="dac7-${country}-${year}.xml"`,
      "cache-control": "private, no-store",
    },
  });
}
