import {
  ValidationErrorsBIC,
  ValidationErrorsIBAN,
  electronicFormatIBAN,
  extractIBAN,
  friendlyFormatIBAN,
  isSEPACountry,
  validateBIC,
  validateIBAN,
} from "ibantools";

/** An IBAN as banks exchange it: capitals, no blanks or hyphens. */
export const normaliseIban = (typed: string): string => electronicFormatIBAN(typed) ?? "";

/** "FI21 1234 5600 0007 85": an IBAN for people. */
export const formatIban = (iban: string): string => friendlyFormatIBAN(iban) ?? iban;

/** "FI21 •••• 0785": enough for its owner to know it. */
export function maskIban(iban: string): string {
  const plain = normaliseIban(iban);
  return plain.length < 10 ? "••••" : `${plain.slice(0, 4)} •••• ${plain.slice(-4)}`;
}

/** What is wrong with an IBAN as it was typed, in words for its owner, or null. */
export function ibanProblem(typed: string): string | null {
  const { valid, errorCodes } = validateIBAN(normaliseIban(typed));
  if (valid) return null;
  if (normaliseIban(typed) === "") return "Enter the IBAN.";
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry))
    return "An IBAN begins with the two letters of a country that has IBANs.";
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength))
    return "This IBAN has too few or too many characters for its country.";
  if (errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum))
    return "This IBAN has a mistake in it: its check digits do not fit. Compare it with your bank's.";
  return "This is not an IBAN. Compare it with your bank's.";
}

/** A BIC as banks exchange it. */
export const normaliseBic = (typed: string): string => typed.replace(/\s+/g, "").toUpperCase();

/** What is wrong with a BIC as it was typed, or null. */
export function bicProblem(typed: string): string | null {
  const { valid, errorCodes } = validateBIC(normaliseBic(typed));
  if (valid) return null;
  if (errorCodes.includes(ValidationErrorsBIC.NoBICCountry) && normaliseBic(typed).length >= 8)
    return "The fifth and sixth letters of a BIC are its country.";
  return "A BIC has 8 or 11 letters and digits, such as NDEAFIHH.";
}

/** The country of a valid IBAN, two letters; null for any other. */
export const ibanCountry = (iban: string): string | null => extractIBAN(normaliseIban(iban)).countryCode ?? null;

/** Whether a valid IBAN can be paid in euro through SEPA. */
export function isSepaIban(iban: string): boolean {
  const country = ibanCountry(iban);
  return country !== null && isSEPACountry(country);
}
