/** The bank accounts that buyers transfer to, in one setting, as JSON. */
import { z } from "zod";
import {
  bicProblem,
  formatIban,
  ibanProblem,
  isRoutingNumber,
  normalizeBic,
  normalizeIban,
} from "../../../rules/core/iban.ts";
import { CURRENCY_NAMES, type Currency } from "../../../rules/core/money.ts";

/** What a document tells a buyer, line by line: "IBAN", "DE89 3704 0044 0532 0130 00". */
export type AccountLine = { label: string; value: string };
export type ReceivingAccounts = Partial<Record<Currency, readonly AccountLine[]>>;

/** Labels whose values are checked, and how documents write them. */
const CHECKED: Readonly<
  Record<string, { problem: (value: string) => string | null; write: (value: string) => string }>
> = {
  IBAN: { problem: ibanProblem, write: (value) => formatIban(normalizeIban(value)) },
  BIC: { problem: bicProblem, write: normalizeBic },
  "Routing number": {
    problem: (value) => (isRoutingNumber(value) ? null : "Its check digit doesn't match."),
    write: (value) => value,
  },
};
/** Which lines say the account itself. */
export const ACCOUNT_LABELS: readonly string[] = ["IBAN", "Account number"];
const LINES = 6;

const Value = z.string("It must be text.").trim().min(1, "It's empty.").max(60, "Use at most 60 characters.");
const Accounts = z.partialRecord(
  z.enum(CURRENCY_NAMES as [Currency, ...Currency[]]),
  z
    .record(
      z.string().trim().min(1).max(30, "Use at most 30 characters."),
      Value,
      "It must be labels with their values.",
    )
    .refine((lines) => ACCOUNT_LABELS.some((label) => label in lines), `Name its ${ACCOUNT_LABELS.join(" or ")}.`)
    .refine((lines) => Object.keys(lines).length <= LINES, `Use at most ${LINES} lines.`),
  `Its keys must be currencies: ${CURRENCY_NAMES.join(", ")}.`,
);

/** Parses the accounts, or says what's wrong with which of them. */
function read(text: string): { accounts: ReceivingAccounts } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "This isn't JSON." };
  }
  const parsed = Accounts.safeParse(value);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    return { problem: path.length > 0 ? `${path.join(", ")}: ${message}` : message };
  }
  const accounts: ReceivingAccounts = {};
  for (const currency of CURRENCY_NAMES) {
    const lines = parsed.data[currency];
    if (!lines) continue;
    for (const [label, typed] of Object.entries(lines)) {
      const problem = CHECKED[label]?.problem(typed);
      if (problem) return { problem: `${currency}, ${label}: ${problem}` };
    }
    accounts[currency] = Object.entries(lines).map(([label, typed]) => ({
      label,
      value: CHECKED[label]?.write(typed) ?? typed,
    }));
  }
  return { accounts };
}

export const ReceivingAccountsSetting = z.string().transform((text, ctx) => {
  const it = read(text);
  if ("accounts" in it) return it.accounts;
  ctx.addIssue({ code: "custom", message: it.problem, params: { because: it.problem } });
  return z.NEVER;
});
