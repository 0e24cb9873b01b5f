import {
  ValidationErrorsBIC,
  ValidationErrorsIBAN,
  composeIBAN,
  electronicFormatIBAN,
  extractIBAN,
  friendlyFormatIBAN,
  getCountrySpecifications,
  isSEPACountry,
  validateBIC,
  validateIBAN,
} from "ibantools";

/** An IBAN as banks exchange it: capitals without spaces or hyphens. */
export const normalizeIban = (typed: string): string => electronicFormatIBAN(typed) ?? "";

/** The IBAN of an account number as its country writes it (BBAN), with check digits. Null if it isn't one. */
export const ibanOf = (countryCode: string, bban: string): string | null => composeIBAN({ countryCode, bban });

/** "FI21 1234 5600 0007 85": an IBAN formatted for display. */
export const formatIban = (iban: string): string => friendlyFormatIBAN(iban) ?? iban;

/** "FI21 •••• 0785": enough for its owner to recognize it. */
export function maskIban(iban: string): string {
  const plain = normalizeIban(iban);
  return plain.length < 10 ? "••••" : `${plain.slice(0, 4)} •••• ${plain.slice(-4)}`;
}

/** The problem with a typed IBAN, in words for its owner, or null. */
export function ibanProblem(typed: string): string | null {
  const { valid, errorCodes } = validateIBAN(normalizeIban(typed));
  if (valid) return null;
  if (normalizeIban(typed) === "") return "Enter the IBAN.";
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry))
    return "An IBAN starts with the two-letter code of a country that has IBANs.";
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength))
    return "This IBAN has too few or too many characters for its country.";
  if (errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum))
    return "This IBAN has a typo: its check digits don't match. Compare it with the one from your bank.";
  return "This isn't a valid IBAN. Compare it with the one from your bank.";
}

/** A BIC as banks exchange it. */
export const normalizeBic = (typed: string): string => typed.replace(/\s+/g, "").toUpperCase();

/** The problem with a typed BIC, or null. */
export function bicProblem(typed: string): string | null {
  const { valid, errorCodes } = validateBIC(normalizeBic(typed));
  if (valid) return null;
  if (errorCodes.includes(ValidationErrorsBIC.NoBICCountry) && normalizeBic(typed).length >= 8)
    return "The fifth and sixth letters of a BIC are the country code.";
  return "A BIC has 8 or 11 letters and digits, such as NDEAFIHH.";
}

/** Whether accounts in a country have IBANs, as the registry says. @param country two letters */
export const hasIbans = (country: string): boolean => getCountrySpecifications()[country]?.IBANRegistry === true;

/** The country of a valid IBAN, two letters, or null for anything else. */
export const ibanCountry = (iban: string): string | null => extractIBAN(normalizeIban(iban)).countryCode ?? null;

/** Whether a valid IBAN can be paid in euros through SEPA. */
export function isSepaIban(iban: string): boolean {
  const country = ibanCountry(iban);
  return country !== null && isSEPACountry(country);
}

/** Whether nine digits are a valid ABA routing number, whose weighted sum ends in 0. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || digits === "000000000") return false;
  return Array.from(digits).reduce((total, d, i) => total + Number(d) * [3, 7, 1][i % 3]!, 0) % 10 === 0;
}

/** Territories whose IBANs and BICs name another country than each other. */
const FAMILIES: readonly (readonly string[])[] = [
  ["FR", "GF", "GP", "MQ", "RE", "PF", "TF", "YT", "NC", "BL", "MF", "PM", "WF", "MC"],
  ["GB", "GG", "JE", "IM"],
  ["FI", "AX"],
  ["DK", "FO", "GL"],
  ["RS", "XK"],
];
/** Whether a valid BIC can belong to a valid IBAN's bank. */
export function isBicOfIban(bic: string, iban: string): boolean {
  const [a, b] = [ibanCountry(iban) ?? "", normalizeBic(bic).slice(4, 6)];
  return a === b || FAMILIES.some((family) => family.includes(a) && family.includes(b));
}
