import { formatMoney } from "#app/platform/rules/core/money.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import { bankReferences } from "../balance/bank-references.ts";

/**
 * Reaction: emails what's due to the address where an organization wants its documents, which needn't be a member's.
 * Once for the statement, and once for each reminder.
 */
export async function mailStatement(fact: Fact): Promise<void> {
  if (fact.kind !== "statement.issued" && fact.kind !== "statement.reminded") return;
  if (fact.data.amountMinor === 0) return;
  const db = database();
  const organization = await db
    .selectFrom("organizations")
    .select("invoiceEmail")
    .where("id", "=", fact.data.organizationId)
    .executeTakeFirstOrThrow();
  const text = statementEmail({ ...fact.data, dueAt: new Date(fact.data.dueAt), at: now() });
  await post(db, {
    key: `statement:${fact.id}`,
    to: organization.invoiceEmail,
    subject: text.heading,
    ...(await renderEmail(text)),
    kind: "statement.due",
  });
}

/** The email to an organization's accounts department. @param of.amountMinor what's open */
export function statementEmail(of: {
  number: string;
  name: string;
  organizationId: string;
  amountMinor: number;
  currency: string;
  dueAt: Date;
  at: Date;
}): EmailText {
  const money = formatMoney(of.amountMinor, of.currency);
  const due = formatDay(of.dueAt, "UTC");
  const isOverdue = of.dueAt < of.at;
  return {
    key: "statement.due",
    heading: isOverdue ? `Overdue: statement ${of.number} of ${of.name}` : `Statement ${of.number} of ${of.name}`,
    paragraphs: [
      "Hello,",
      isOverdue
        ? `${money} of statement ${of.number} was due on ${due}. If you've paid it, you don't need to do anything.`
        : `${money} is due by ${due}.`,
      `Please transfer it: ${bankReferences(of.number, of.currency)
        .map(({ label, value }) => `${label} ${value}`)
        .join(", ")}.`,
      "The organization's owners and managers can download the statement and its invoices.",
    ],
    button: { label: "Open statements", url: `${config().origins.app}/organizations/${of.organizationId}/statements` },
    footer: `You're getting this email because documents of ${of.name} at ${config().siteName} go to this address.`,
  };
}
