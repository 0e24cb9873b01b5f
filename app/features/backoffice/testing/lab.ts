import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { expect } from "vitest";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { CURRENCY, type Currency } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { createOrganization } from "#app/features/organizations/server/change-organization.ts";
import { acceptInvitation, inviteMember, openInvitations } from "#app/features/organizations/server/members.ts";
import { choosePayer } from "#app/features/orders/server/drafts/choose-payer.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { startTopUp } from "#app/features/payments/server/balance/top-ups.ts";
import { reconcileLedger } from "#app/features/payments/server/ledger/reconcile-ledger.ts";
import { importStatement } from "../server/reconciliation/import-statement.ts";
import { camtStatement } from "./camt-statement.ts";

const [amara, mei, ada] = (["amara", "mei", "ada"] as const).map(personOf);
export const DETAILS = {
  organization: "Volta Basin Lab",
  address: "1 University Road",
  country: "GH",
  state: "",
  vatId: "",
  invoiceEmail: "accounts@lab.test",
};
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  );
export const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Problem ? error.kind : String(error)),
  );

let made = 0;
/** An organization of Amara's that Mei-Ling belongs to. */
export async function lab({
  currency = CURRENCY,
  ...limits
}: { month?: string; order?: string; currency?: Currency } = {}) {
  made += 1;
  const { organizationId } = await createOrganization(amara!, {
    ...DETAILS,
    organization: `Lab ${made}`,
    clientKey: `key-of-lab-${made}`,
    currency,
  });
  await inviteMember(amara!, { organizationId, email: mei!.email.toUpperCase(), role: "member", ...limits });
  const [invitation] = await openInvitations(organizationId, NOON);
  await acceptInvitation(mei!, { invitationId: invitation!.id });
  return organizationId;
}

const closing = new Map<Currency, number>();
let statements = 0;
type Line = { minor: number; text: string; reference?: string };
/** A statement of the bank account in a currency that continues where the last one ended. */
export async function bankIn(currency: Currency, ...lines: Line[]) {
  statements += 1;
  const { text, closingMinor } = camtStatement({
    id: `ORG${statements}`,
    day: dayOf(now()),
    openingMinor: closing.get(currency) ?? 0,
    lines,
    currency,
  });
  closing.set(currency, closingMinor);
  await importStatement(ada!, { fileName: "statement.xml", text });
}
export const bank = (...lines: Line[]): Promise<void> => bankIn(CURRENCY, ...lines);
export async function topUp(organizationId: string, amount: string, minor = Math.round(Number(amount) * 100)) {
  const { number } = await startTopUp(amara!, { organizationId, amount });
  await bank({ minor, text: `Payment ${number.replaceAll("-", " ").toLowerCase()} thank you` });
  return number;
}
/** An order of Mei-Ling's with a price, which the organization pays for. */
export async function orderFor(organizationId: string, words = 1_000, author = mei!) {
  const { id } = await quotedOrder(author, words);
  await choosePayer(author, { orderId: id, organizationId, titleHidden: false });
  return getOrder(id);
}
export async function expectSound() {
  const { rowsMinor, ledgerMinor, ledgerSumMinor, differences } = await reconcileLedger();
  expect({ differences, ledgerSumMinor, off: ledgerMinor - rowsMinor }).toEqual({
    differences: [],
    ledgerSumMinor: 0,
    off: 0,
  });
}
