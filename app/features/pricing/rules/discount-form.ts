import { invalid } from "#app/platform/rules/core/errors.ts";
import { formText } from "#app/platform/rules/text/form-text.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { SERVICES } from "./policy.ts";

/**
 * How the forms of coupons, sales, and account discounts are read. Dates are days in UTC.
 * @param code of what it throws
 */
export function discountFields(form: FormData, code: string) {
  const text = (name: string): string => formText(form, name).trim();
  const wrong = (name: string, message: string) =>
    invalid(code, message, "Correct it and try again.", { [name]: message });
  const day = (name: string, more: number): Date | null => {
    const typed = text(name);
    if (!typed) return null;
    const ms = Date.parse(`${typed}T00:00:00Z`);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(typed) || Number.isNaN(ms)) throw wrong(name, "Choose a date.");
    return new Date(ms + more);
  };
  /** The choices that were made, or null for all. */
  const chosen = <T extends string>(name: string, choices: readonly T[]): T[] | null => {
    const found = choices.filter((choice) => form.getAll(name).includes(choice));
    return found.length > 0 ? found : null;
  };
  return {
    text,
    wrong,
    chosen,
    // The end date is inclusive.
    days: () => ({ startsAt: day("startsOn", 0), endsAt: day("endsOn", DAY) }),
  };
}

/**
 * The fields that sales and account discounts share, parsed for the command.
 * @throws invalid naming the unreadable field
 */
export function readDiscountForm(form: FormData) {
  const { text, wrong, chosen, days } = discountFields(form, "discount");
  const percent = text("percent").replace(/%$/, "").trimEnd();
  if (!/^\d{1,3}$/.test(percent)) throw wrong("percent", "Enter a whole percentage, such as 10.");
  return { percent: Number(percent), ...days(), services: chosen("services", SERVICES) };
}
