import { hasIbans, isRoutingNumber } from "#app/platform/rules/core/iban.ts";

/** How a bank is named by a code of its country, in ISO 20022's external list of clearing systems. */
export type ClearingSystem =
  | "USABA"
  | "INFSC"
  | "CACPA"
  | "AUBSB"
  | "NZNCC"
  | "GBDSC"
  | "ZANCC"
  | "JPZGN"
  | "CNAPS"
  | "HKNCC"
  | "SGIBG";

/** Whose a US account is. An ACH payment to a company has another code than one to a person. */
export const HOLDER_TYPES = ["person", "company"] as const;
export type HolderType = (typeof HOLDER_TYPES)[number];

export type AccountType = {
  /** Where the account is. */
  label: string;
  /** The country of the bank's BIC; null for any. */
  country: string | null;
  /** The bank's code there, without blanks and hyphens, in capitals; null where banks are known by their BIC alone. */
  code: {
    system: ClearingSystem;
    label: string;
    pattern: RegExp;
    fault: string;
    check?: { valid: (code: string) => boolean; fault: string };
  } | null;
  /** The account's number, without blanks and hyphens; null for an IBAN. */
  number: { pattern: RegExp; fault: string } | null;
  bic: "required" | "optional" | "none";
};

/**
 * The kinds of accounts that editors are paid to. The forms of codes are those of ISO 20022's external code list
 * (ExternalClearingSystemIdentification1Code), the lengths of account numbers those that the countries' payment systems
 * publish; where banks differ, the widest. Where a bank's code is enough for a transfer from abroad, its BIC is
 * optional.
 */
export const ACCOUNT_TYPES = {
  iban: { label: "A country with IBANs", country: null, code: null, number: null, bic: "required" },
  us: {
    label: "United States",
    country: "US",
    code: {
      system: "USABA",
      label: "Routing number (ABA)",
      pattern: /^\d{9}$/,
      fault: "Enter the nine digits of the routing number.",
      check: {
        valid: isRoutingNumber,
        fault: "This routing number has a typo: its check digit doesn't match.",
      },
    },
    number: { pattern: /^\d{4,17}$/, fault: "Enter the account number, 4 to 17 digits." },
    bic: "none",
  },
  au: {
    label: "Australia",
    country: "AU",
    code: { system: "AUBSB", label: "BSB", pattern: /^\d{6}$/, fault: "Enter the six digits of the BSB." },
    number: { pattern: /^\d{5,9}$/, fault: "Enter the account number, 5 to 9 digits." },
    bic: "optional",
  },
  ca: {
    label: "Canada",
    country: "CA",
    code: {
      system: "CACPA",
      label: "Routing number: 0, institution, and transit number",
      pattern: /^0\d{8}$/,
      fault: "Enter nine digits: 0, the three of the institution, and the five of the transit number.",
    },
    number: { pattern: /^\d{5,12}$/, fault: "Enter the account number, 5 to 12 digits." },
    bic: "optional",
  },
  cn: {
    label: "China",
    country: "CN",
    code: {
      system: "CNAPS",
      label: "CNAPS code",
      pattern: /^\d{12}$/,
      fault: "Enter the twelve digits of the CNAPS code.",
    },
    number: { pattern: /^\d{8,32}$/, fault: "Enter the account number, 8 to 32 digits." },
    bic: "required",
  },
  hk: {
    label: "Hong Kong",
    country: "HK",
    code: {
      system: "HKNCC",
      label: "Bank code",
      pattern: /^\d{3}$/,
      fault: "Enter the three digits of the bank code.",
    },
    number: {
      pattern: /^\d{9,15}$/,
      fault: "Enter the branch code and account number, 9 to 15 digits.",
    },
    bic: "required",
  },
  in: {
    label: "India",
    country: "IN",
    code: {
      system: "INFSC",
      label: "IFSC",
      pattern: /^[A-Z]{4}0[A-Z0-9]{6}$/,
      fault: "Enter the IFSC: four letters, a zero, and six letters or digits.",
    },
    number: { pattern: /^\d{9,18}$/, fault: "Enter the account number, 9 to 18 digits." },
    bic: "optional",
  },
  jp: {
    label: "Japan",
    country: "JP",
    code: {
      system: "JPZGN",
      label: "Bank and branch code (Zengin)",
      pattern: /^\d{7}$/,
      fault: "Enter seven digits: the four of the bank and the three of the branch.",
    },
    number: { pattern: /^\d{7}$/, fault: "Enter the seven digits of the account number." },
    bic: "required",
  },
  nz: {
    label: "New Zealand",
    country: "NZ",
    code: {
      system: "NZNCC",
      label: "Bank and branch number",
      pattern: /^\d{6}$/,
      fault: "Enter six digits: the two of the bank and the four of the branch.",
    },
    number: { pattern: /^\d{9,11}$/, fault: "Enter the account number with its suffix, 9 to 11 digits." },
    bic: "optional",
  },
  sg: {
    label: "Singapore",
    country: "SG",
    code: {
      system: "SGIBG",
      label: "Bank and branch code",
      pattern: /^\d{7}$/,
      fault: "Enter seven digits: the four of the bank and the three of the branch.",
    },
    number: { pattern: /^\d{5,14}$/, fault: "Enter the account number, 5 to 14 digits." },
    bic: "required",
  },
  za: {
    label: "South Africa",
    country: "ZA",
    code: {
      system: "ZANCC",
      label: "Branch code",
      pattern: /^\d{6}$/,
      fault: "Enter the six digits of the branch code.",
    },
    number: { pattern: /^\d{7,13}$/, fault: "Enter the account number, 7 to 13 digits." },
    bic: "optional",
  },
  gb: {
    label: "United Kingdom, without an IBAN",
    country: "GB",
    code: { system: "GBDSC", label: "Sort code", pattern: /^\d{6}$/, fault: "Enter the six digits of the sort code." },
    number: { pattern: /^\d{8}$/, fault: "Enter the eight digits of the account number." },
    bic: "optional",
  },
  other: {
    label: "Another country without IBANs",
    country: null,
    code: null,
    number: { pattern: /^[A-Z0-9]{1,34}$/, fault: "Enter the account number, at most 34 letters and digits." },
    bic: "required",
  },
} as const satisfies Readonly<Record<string, AccountType>>;
export type AccountScheme = keyof typeof ACCOUNT_TYPES;

export const ACCOUNT_SCHEMES = Object.keys(ACCOUNT_TYPES) as [AccountScheme, ...AccountScheme[]];
export const accountType = (scheme: AccountScheme): AccountType => ACCOUNT_TYPES[scheme];

/** What each clearing system's codes look like. */
export const CLEARING_CODES = Object.fromEntries(
  ACCOUNT_SCHEMES.flatMap((scheme) => {
    const { code } = accountType(scheme);
    return code ? [[code.system, code]] : [];
  }),
) as Readonly<Record<ClearingSystem, NonNullable<AccountType["code"]>>>;

/** The kind of account that somebody in a country most likely has. */
export const likelyScheme = (country: string): AccountScheme =>
  country === "" || hasIbans(country) ? "iban" : (schemeIn(country) ?? "other");

/** The kind of account that's a country's own. */
export const schemeIn = (country: string): AccountScheme | undefined =>
  ACCOUNT_SCHEMES.find((scheme) => accountType(scheme).country === country);
