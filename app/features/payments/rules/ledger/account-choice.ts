/**
 * What people book money to: an account, and of "Tax payable" the account of one authority. In forms and addresses it's
 * one text, such as "bank_fees" or "tax_payable:DE".
 */
import { z } from "zod";
import { type Authority, authorityName, isAuthority } from "#app/features/tax/rules/authority.ts";
import { ACCOUNTS, type Account } from "./chart-of-accounts.ts";

const TAX = "tax_payable";
export type TaxChoice = `${typeof TAX}:${Authority}`;
export type AccountChoice<A extends Account = Account> = Exclude<A, typeof TAX> | TaxChoice;

export const taxChoice = (authority: Authority): TaxChoice => `${TAX}:${authority}`;
const isTax = (text: string): text is TaxChoice =>
  text.startsWith(`${TAX}:`) && isAuthority(text.slice(TAX.length + 1));

/** A choice as a line of the ledger has it. Tax that names no authority has no party, which no entry allows. */
export function accountOf(choice: AccountChoice | Account): { account: Account; party?: Authority } {
  return isTax(choice) ? { account: TAX, party: choice.slice(TAX.length + 1) } : { account: choice as Account };
}

/** A line of the ledger as a choice. */
export const choiceOf = ({ account, party }: { account: Account; party?: string | undefined }): AccountChoice =>
  account === TAX ? taxChoice(party ?? "") : account;

/** "Bank fees", "Tax payable: Germany, VAT". */
export function choiceLabel(choice: AccountChoice | Account): string {
  const { account, party } = accountOf(choice);
  return party === undefined ? ACCOUNTS[account].label : `${ACCOUNTS[account].label}: ${authorityName(party)}`;
}

/** The choices of a form: these accounts, with each authority's instead of "Tax payable". */
export const accountChoices = (
  accounts: readonly Account[],
  authorities: readonly Authority[],
): { value: AccountChoice; label: string; code: string }[] =>
  accounts
    .flatMap((account): AccountChoice[] => (account === TAX ? authorities.map(taxChoice) : [account]))
    .map((value) => ({ value, label: choiceLabel(value), code: ACCOUNTS[accountOf(value).account].code }));

/** A choice that a form sent. @param accounts those it may be */
export const accountChoice = <A extends Account>(accounts: readonly A[], fault: string) =>
  z.custom<AccountChoice<A>>(
    (sent) =>
      typeof sent === "string" &&
      (isTax(sent) ? (accounts as readonly Account[]).includes(TAX) : sent !== TAX && accounts.includes(sent as A)),
    fault,
  );
