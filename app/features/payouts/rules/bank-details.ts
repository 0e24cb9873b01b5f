import { z } from "zod";
import { COUNTRY_CODES, countryName } from "#app/platform/rules/core/country.ts";
import {
  ACCOUNT_SCHEMES,
  type ClearingSystem,
  HOLDER_TYPES,
  type HolderType,
  accountType,
  schemeIn,
} from "./account-types.ts";
import { bankText, unspellable } from "./bank-text.ts";
import { PAID_CURRENCIES, type PaidCurrency } from "./exchange.ts";
import {
  bicProblem,
  hasIbans,
  isBicOfIban,
  ibanProblem,
  isSepaIban,
  maskIban,
  normalizeBic,
  normalizeIban,
} from "#app/platform/rules/core/iban.ts";
import { ACH_NAME, achText } from "./nacha.ts";

/** How long the link in the email works. */
export const CONFIRM_HOURS = 24;

const text = (most: number) => z.string().trim().max(most, `Use ${most} characters or fewer.`).default("");

const holderTypeIn = (typed: string): HolderType | undefined => HOLDER_TYPES.find((one) => one === typed);

/** Bank details as entered: by IBAN and BIC, or as the account's country names banks and accounts. */
export const BankForm = z.object({
  scheme: z.enum(ACCOUNT_SCHEMES, "Choose where your account is."),
  holder: text(70),
  iban: text(60),
  bic: text(20),
  /** The bank's code in its country, such as a routing number. */
  code: text(30),
  accountNumber: text(50),
  accountType: text(10),
  holderType: text(10),
  bankName: text(70),
  addressLine: text(70),
  postCode: text(16),
  town: text(35),
  country: text(2),
  /** The currency of payouts. Euros go only to accounts in the SEPA area. */
  currency: z.enum(PAID_CURRENCIES, "Choose a currency.").default("USD"),
});
export type BankForm = z.output<typeof BankForm>;

/** Bank details as they're kept. */
export type BankDetails = {
  holder: string;
  iban: string | null;
  bic: string | null;
  /** Of a bank in the US. */
  routingNumber: string | null;
  /** The bank's code in another country. */
  clearingSystem: Exclude<ClearingSystem, "USABA"> | null;
  clearingCode: string | null;
  accountNumber: string | null;
  accountType: "checking" | "savings" | null;
  /** Of an account in the US; null for those from before it was asked. */
  holderType: HolderType | null;
  bankName: string | null;
  addressLine: string | null;
  postCode: string | null;
  town: string;
  /** The holder's country. */
  country: string;
  currency: PaidCurrency;
};

const plainNumber = (typed: string): string => typed.replaceAll(/[\s-]/g, "").toUpperCase();

/**
 * What is wrong with bank details as entered, by field; empty if nothing.
 * @param ownIban the company's own account, which pays
 */
export function bankFaults(form: BankForm, ownIban: string): Faults {
  const faults: Faults = {};
  if (form.holder === "") faults.holder = "Enter the account holder's name.";
  else if (unspellable(form.holder).length > 0 || bankText(form.holder, 70) === "")
    faults.holder = `${cannotSend(form.holder)} Enter the whole name in Latin letters, as your bank spells it.`;
  if (form.town === "") faults.town = "Enter the account holder's city.";
  else if (unspellable(form.town).length > 0 || bankText(form.town, 35) === "")
    faults.town = `${cannotSend(form.town)} Enter the city in Latin letters.`;
  if (!COUNTRY_CODES.includes(form.country)) faults.country = "Choose a country.";
  return { ...faults, ...(form.scheme === "iban" ? ibanFaults(form, ownIban) : numberFaults(form)) };
}

type Faults = Partial<Record<keyof BankForm, string>>;

function ibanFaults(form: BankForm, ownIban: string): Faults {
  const faults: Faults = {};
  const iban = ibanProblem(form.iban);
  if (iban) faults.iban = iban;
  else if (normalizeIban(form.iban) === ownIban)
    faults.iban = "This is our own account, which we pay from. Enter the IBAN of yours.";
  const bic = bicProblem(form.bic);
  if (bic) faults.bic = form.bic === "" ? "Enter the BIC." : bic;
  else if (!iban && !isBicOfIban(form.bic, form.iban)) faults.bic = "This BIC is of another country than the IBAN.";
  if (form.currency === "EUR" && !iban && !isSepaIban(form.iban))
    faults.currency = "Only accounts in the SEPA area can be paid in euros. Choose US dollars.";
  return faults;
}

/** Of an account that's known by its number. A currency that was chosen for an IBAN doesn't count. */
function numberFaults(form: BankForm): Faults {
  const faults: Faults = {};
  const { code, number, bic, country } = accountType(form.scheme);
  if (code) {
    const typed = plainNumber(form.code);
    if (!code.pattern.test(typed)) faults.code = code.fault;
    else if (code.check && !code.check.valid(typed)) faults.code = code.check.fault;
  }
  if (number && !number.pattern.test(plainNumber(form.accountNumber))) faults.accountNumber = number.fault;
  if (bic === "required" || (bic === "optional" && form.bic !== "")) {
    const problem = bicProblem(form.bic);
    if (problem) faults.bic = form.bic === "" ? "Enter the BIC." : problem;
    else if (country !== null && normalizeBic(form.bic).slice(4, 6) !== country)
      faults.bic = "This BIC is of another country than the account.";
    else if (country === null) {
      const there = normalizeBic(form.bic).slice(4, 6);
      const own = schemeIn(there) ?? (hasIbans(there) ? "iban" : null);
      if (own)
        faults.bic = `This bank is in ${countryName(there)}. Choose “${accountType(own).label}” as the place of your account.`;
    }
  }
  if (form.scheme === "us" && form.accountType !== "checking" && form.accountType !== "savings")
    faults.accountType = "Choose checking or savings.";
  if (form.scheme === "us" && !holderTypeIn(form.holderType))
    faults.holderType = "Choose whether the account is a person's or a company's.";
  return faults;
}

const cannotSend = (text: string): string => `Banks can't read “${unspellable(text).join(" ") || text}”.`;

/** The account holder's name as the bank gets it: plain letters, and in the US capitals and at most 22 of them. */
export const holderAtBank = (bank: Pick<BankDetails, "holder" | "routingNumber">): string =>
  bank.routingNumber ? achText(bank.holder, ACH_NAME) : bankText(bank.holder, 70);

/** Valid bank details, in the form banks exchange. The caller has checked `bankFaults`. */
export function bankDetails(form: BankForm): BankDetails {
  const us = form.scheme === "us";
  const { code, number, bic } = accountType(form.scheme);
  const elsewhere = code !== null && code.system !== "USABA" ? code.system : null;
  return {
    holder: form.holder,
    iban: number ? null : normalizeIban(form.iban),
    bic: bic === "none" || form.bic === "" ? null : normalizeBic(form.bic),
    routingNumber: us ? plainNumber(form.code) : null,
    clearingSystem: elsewhere,
    clearingCode: elsewhere ? plainNumber(form.code) : null,
    accountNumber: number ? plainNumber(form.accountNumber) : null,
    accountType: us ? (form.accountType as "checking" | "savings") : null,
    holderType: us ? (holderTypeIn(form.holderType) ?? null) : null,
    bankName: form.bankName || null,
    addressLine: form.addressLine || null,
    postCode: form.postCode || null,
    town: form.town,
    country: form.country,
    currency: number ? "USD" : form.currency,
  };
}

/** "DE02 •••• 2051" or "•••• 6789": the only way an account number is shown. */
export const maskAccount = (bank: { iban: string | null; accountNumber: string | null }): string =>
  bank.iban ? maskIban(bank.iban) : `•••• ${(bank.accountNumber ?? "").slice(-4)}`;

/** What people see of the account that a payout went to. @param bank as it was when its run was prepared */
export const accountShown = (
  bank: (Pick<BankDetails, "iban" | "accountNumber" | "bankName" | "bic"> & { clearingCode?: string | null }) | null,
): { account: string; bankName: string } => ({
  account: bank?.iban || bank?.accountNumber ? maskAccount(bank) : "",
  bankName: bank?.bankName ?? bank?.bic ?? bank?.clearingCode ?? "",
});
