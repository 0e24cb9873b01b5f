import { discountFields } from "#app/features/pricing/rules/discount-form.ts";
import { SERVICES, TURNAROUNDS } from "#app/features/pricing/rules/policy.ts";

/** The coupon form, parsed for the command. @throws invalid naming the unreadable field */
export function readCouponForm(form: FormData) {
  const { text, wrong, chosen, days } = discountFields(form, "coupon");
  const cents = (name: string): number | null => {
    const typed = text(name).replace(/^\$/, "");
    if (!typed) return null;
    const parts = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed);
    if (!parts) throw wrong(name, "Enter an amount such as 25 or 25.50.");
    return Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
  };
  const count = (name: string): number | null => {
    const typed = text(name);
    if (!typed) return null;
    if (!/^\d{1,7}$/.test(typed)) throw wrong(name, "Enter a whole number.");
    return Number(typed);
  };
  const fixed = text("kind") === "fixed";
  const percent = fixed ? null : count("amount");
  const fixedMinor = fixed ? cents("amount") : null;
  if (percent === null && fixedMinor === null) throw wrong("amount", "Enter the discount.");
  return {
    code: text("code"),
    label: text("label"),
    percent,
    fixedMinor,
    capMinor: cents("cap"),
    minimumMinor: cents("minimum"),
    ...days(),
    services: chosen("services", SERVICES),
    turnarounds: chosen("turnarounds", TURNAROUNDS),
    totalLimit: count("totalLimit"),
    personLimit: count("personLimit"),
    firstOrderOnly: form.has("firstOrderOnly"),
  };
}
