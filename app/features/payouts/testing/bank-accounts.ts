import type { AccountScheme } from "../rules/account-types.ts";

/** Accounts of each kind without an IBAN, as somebody enters them. None of them exists. */
export const EXAMPLES: Readonly<
  Record<
    Exclude<AccountScheme, "iban">,
    { code?: string; accountNumber: string; bic?: string; accountType?: string; holderType?: string }
  >
> = {
  us: { code: "021000021", accountNumber: "000123456789", accountType: "checking", holderType: "person" },
  au: { code: "062000", accountNumber: "12345678" },
  ca: { code: "000300012", accountNumber: "1234567" },
  cn: { code: "102100099996", accountNumber: "6222021234567890123", bic: "ICBKCNBJ" },
  hk: { code: "004", accountNumber: "123456789012", bic: "HSBCHKHH" },
  in: { code: "HDFC0000123", accountNumber: "50100123456789" },
  jp: { code: "0001001", accountNumber: "1234567", bic: "MHCBJPJT" },
  nz: { code: "020100", accountNumber: "123456700" },
  sg: { code: "7171001", accountNumber: "0031234567", bic: "DBSSSGSG" },
  za: { code: "250655", accountNumber: "62001234567" },
  gb: { code: "200000", accountNumber: "55779911" },
  other: { accountNumber: "0011223344", bic: "BNMXMXMM" },
};
