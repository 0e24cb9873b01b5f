import type { Actor } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { CURRENCY, csvMoney } from "#app/platform/rules/core/money.ts";
import { csvResponse } from "#app/platform/server/requests/csv-response.ts";
import { getPartner } from "#app/features/partners/server/find-partner.ts";
import { FUNNEL, readNumbers } from "../../rules/numbers.ts";
import { partnerFigures } from "./partner-figures.ts";

/** GET /api/csv/partners/:id?from=&to=: a partner's figures by day. @throws not-found, refused */
export async function partnerCsv(
  request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const partner = await getPartner(actor, params.id);
  const { from, to } = readNumbers(new URL(request.url).searchParams, now());
  const rows = await partnerFigures(partner, {
    from: new Date(`${from}T00:00:00Z`),
    to: after(new Date(`${to}T00:00:00Z`), DAY),
    step: "day",
  });
  return csvResponse(
    `partner-${partner.code}-${from}-to-${to}`,
    [
      { header: "Day (UTC)", value: (row: (typeof rows)[number]) => row.when },
      ...FUNNEL.map(({ key, label }) => ({ header: label, value: (row: (typeof rows)[number]) => row[key] })),
      {
        header: `Paid without tax (${CURRENCY})`,
        value: (row: (typeof rows)[number]) => csvMoney(row.paidMinor, CURRENCY),
      },
      {
        header: `Partner discount (${CURRENCY})`,
        value: (row: (typeof rows)[number]) => csvMoney(row.discountMinor, CURRENCY),
      },
    ],
    rows,
  );
}
