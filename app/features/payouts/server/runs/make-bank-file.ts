import { sql } from "kysely";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, lockName } from "#app/platform/server/core/database.ts";
import type { Company } from "#app/features/company/rules/company.ts";
import { findCompany, unsavedSeller } from "#app/features/company/server/find-company.ts";
import { bankText } from "../../rules/bank-text.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { sum } from "#app/platform/rules/core/money.ts";
import { takeNumbers } from "#app/features/payments/server/invoices/take-number.ts";
import type { ClearingSystem } from "../../rules/account-types.ts";
import { type AchBatch, type AchPayment, achProblems, nacha } from "../../rules/nacha.ts";
import { paidAmount } from "../../rules/exchange.ts";
import { inEuros } from "#app/features/payments/rules/reference-rates.ts";
import { type BankBatch, type BatchPayment, batchProblems, pain001, remittanceText } from "../../rules/pain001.ts";
import type { BankRow } from "../earnings/list-earnings.ts";
import { type ProviderPayment, providerFile, providerProblems } from "../../rules/provider-file.ts";
import { type ProviderScheme, isProvider } from "../../rules/scheme.ts";
import type { Run } from "./move-run.ts";
import type { Payout } from "./payout-lines.ts";

/** A payout of a run, with the number of its self-billed invoice. */
export type FileLine = { payout: Payout; invoice: string };
/** `totalMinor` is in the currency of the books, whatever the file is in. */
type MadeFile = { name: string; body: string; totalMinor: number };

/** The bank file of a run, as its scheme has it. @throws invalid when a bank would refuse it */
export async function makeBankFile(ctx: CommandContext, run: Run, lines: readonly FileLine[]): Promise<MadeFile> {
  if (isProvider(run.scheme)) return providersFile(ctx, run, run.scheme, lines);
  const payer = await getPayer(ctx.tx);
  return run.scheme === "ach" ? achFile(ctx, run, lines, payer) : transferFile(ctx, run, lines, payer);
}

/**
 * The company, which holds the account that pays. The same as on its invoices, from the setup checklist.
 * @throws invalid before it's saved, or if a bank can't read its name
 */
export async function getPayer(db: Reader): Promise<Company> {
  const company = (await findCompany(db)) ?? (config().demo ? unsavedSeller() : null);
  if (!company || bankText(company.legalName, 70) === "" || bankText(company.town, 35) === "")
    throw invalid(
      "no_payer",
      company ? "Banks can't read the company's name or city." : "The company's details aren't saved yet.",
      "Enter them in Latin letters under Admin Tools > Setup, as your bank has them. Editors are paid in that name.",
    );
  return company;
}

const executionDay = (run: Run, now: Date): string => run.executeOn ?? dayOf(now);
const refuse = (problems: readonly string[]) => {
  if (problems.length > 0)
    throw invalid(
      "bank_file",
      problems[0]!,
      "Correct the editor's bank details, cancel this run, and prepare another.",
      { batch: problems.join(" ") },
    );
};

function transferFile({ now }: CommandContext, run: Run, lines: readonly FileLine[], payer: Company): MadeFile {
  const { debtor, siteName } = config();
  const payments = lines.map(({ payout: p, invoice }): BatchPayment => {
    const { bank } = p;
    return {
      endToEndId: p.endToEndId,
      name: bank.holder,
      address: {
        ...(bank.addressLine ? { street: bank.addressLine } : {}),
        ...(bank.postCode ? { postcode: bank.postCode } : {}),
        town: bank.town ?? "",
        country: bank.country,
      },
      account: bank.iban
        ? { iban: bank.iban, bic: bank.bic ?? "" }
        : {
            number: bank.accountNumber ?? "",
            bic: bank.bic ?? "",
            ...clearingOf(bank),
          },
      amountMinor: paidAmount(p).minor,
      remittance: remittanceText(siteName, invoice),
    };
  });
  const batch: BankBatch = {
    messageId: run.number,
    createdAt: now,
    executionDay: executionDay(run, now),
    scheme: run.scheme === "sepa" ? "sepa" : "cross-border",
    currency: run.scheme === "sepa" ? "EUR" : run.currency,
    debtor: {
      name: payer.legalName,
      address: { town: payer.town, country: payer.country },
      iban: debtor.iban,
      bic: debtor.bic,
    },
    payments,
  };
  refuse([...batchProblems(batch), ...exchangeProblems(run, lines)]);
  return {
    name: `${run.number}.xml`,
    body: pain001(batch),
    totalMinor: sum(lines.map(({ payout }) => payout.amountMinor)),
  };
}

async function providersFile(
  { tx }: CommandContext,
  run: Run,
  scheme: ProviderScheme,
  lines: readonly FileLine[],
): Promise<MadeFile> {
  const people = await tx
    .selectFrom("users")
    .select(["uid", "email"])
    .where(sql<boolean>`uid = any(${lines.map(({ payout }) => payout.editorId)}::text[])`)
    .execute();
  const emails = new Map(people.map(({ uid, email }) => [uid, email]));
  const payments = lines.map(({ payout, invoice }): ProviderPayment => ({
    name: payout.bank.holder,
    email: emails.get(payout.editorId) ?? "",
    amountMinor: payout.amountMinor,
    currency: payout.currency,
    reference: invoice,
  }));
  refuse(providerProblems(scheme, payments));
  return {
    name: `${run.number}-${scheme}.csv`,
    body: providerFile(scheme, payments),
    totalMinor: sum(payments.map((p) => p.amountMinor)),
  };
}

function clearingOf(bank: BankRow): { clearing?: { system: ClearingSystem; code: string } } {
  if (bank.routingNumber) return { clearing: { system: "USABA", code: bank.routingNumber } };
  return bank.clearingSystem && bank.clearingCode
    ? { clearing: { system: bank.clearingSystem, code: bank.clearingCode } }
    : {};
}

/** Each payout of a file in euros is in euros, and its euros are its dollars at its frozen rate. */
function exchangeProblems(run: Run, lines: readonly FileLine[]): string[] {
  const wrong = lines.filter(({ payout: p }) =>
    run.scheme === "sepa"
      ? p.paidCurrency !== "EUR" || p.rateMicros === null || p.paidMinor !== inEuros(p.amountMinor, p.rateMicros)
      : p.paidCurrency !== null,
  );
  return wrong.map(({ payout: p }) => `${p.endToEndId} (${p.bank.holder}): the amount isn't its frozen rate's.`);
}

async function achFile(ctx: CommandContext, run: Run, lines: readonly FileLine[], payer: Company): Promise<MadeFile> {
  const { ach } = config().debtor;
  if (!ach) throw invalid("no_ach", "No bank for ACH is set up.", "Cancel this run and prepare another.");
  const traced = await traceNumbers(ctx, ach.routingNumber, lines);
  const payments = lines.map(({ payout, invoice }): AchPayment => {
    const { bank } = payout;
    return {
      traceNumber: traced.get(payout.id)!,
      name: bank.holder,
      routingNumber: bank.routingNumber ?? "",
      accountNumber: bank.accountNumber ?? "",
      accountType: bank.accountType === "savings" ? "savings" : "checking",
      // As before it was asked.
      holderType: bank.holderType ?? "person",
      amountMinor: payout.amountMinor,
      reference: invoice,
    };
  });
  const batch: AchBatch = {
    createdAt: ctx.now,
    executionDay: executionDay(run, ctx.now),
    filesBefore: await achFilesOf(ctx),
    company: { name: payer.legalName, id: ach.companyId },
    bank: { name: ach.bankName, routingNumber: ach.routingNumber },
    payments,
  };
  refuse(achProblems(batch));
  return { name: `${run.number}.ach`, body: nacha(batch), totalMinor: sum(payments.map((p) => p.amountMinor)) };
}

/** ACH files made so far today, in UTC. Only one is made at a time. */
async function achFilesOf({ tx, now }: CommandContext): Promise<number> {
  await lockName(tx, "ACH files");
  const day = dayOf(now);
  const { count } = await tx
    .selectFrom("payout_runs")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("scheme", "=", "ach")
    .where("approvedAt", ">=", new Date(`${day}T00:00:00Z`))
    .where("approvedAt", "<=", now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Each payout's trace number. It keeps the one it has when a run is approved again. */
async function traceNumbers(
  { tx }: CommandContext,
  routingNumber: string,
  lines: readonly FileLine[],
): Promise<Map<string, string>> {
  const known = new Map(lines.flatMap(({ payout: p }) => (p.traceNumber ? [[p.id, p.traceNumber] as const] : [])));
  const without = lines.filter(({ payout }) => !payout.traceNumber);
  if (without.length === 0) return known;
  const first = await takeNumbers(tx, "ACH", without.length);
  const fresh = without.map(({ payout }, i) => ({
    id: payout.id,
    traceNumber: `${routingNumber.slice(0, 8)}${String((first + i) % 10_000_000).padStart(7, "0")}`,
  }));
  await sql`update payouts p set "traceNumber" = f."traceNumber"
    from jsonb_to_recordset(${json(fresh)}::jsonb) as f(id text, "traceNumber" text) where p.id = f.id`.execute(tx);
  return new Map([...known, ...fresh.map((one) => [one.id, one.traceNumber] as const)]);
}
