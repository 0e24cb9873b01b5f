import { formatDay, formatInstant } from "#app/platform/rules/core/time.ts";
import type { Evidence } from "./collect-evidence.ts";

/** The longest text the provider accepts in a field. Source: Stripe's API reference, dispute evidence. */
const LONGEST = 20_000;

const ZONE = "UTC";

/** The evidence in the provider's own fields, besides the file. Empty ones are left out. */
export function evidenceFields(evidence: Evidence): Record<string, string> {
  const { client, deliveredAt, openings } = evidence;
  const log = openings.map((o) => `${formatInstant(o.at, ZONE)}: ${o.what}, ${o.name}`).join("\n");
  const fields: Record<string, string> = {
    product_description: `Editing of the manuscript “${evidence.title}” (order ${evidence.number}): ${evidence.service}.`,
    customer_name: client.name,
    customer_email_address: client.email,
    service_date: deliveredAt ? formatDay(deliveredAt, ZONE) : "",
    access_activity_log: log,
    uncategorized_text: evidence.statement,
  };
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, text]) => text !== "")
      .map(([name, text]) => [name, text.slice(-LONGEST)]),
  );
}
