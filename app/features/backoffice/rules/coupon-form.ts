import { invalid } from "#app/platform/rules/core/errors.ts";
import { SERVICES, TURNAROUNDS } from "#app/features/pricing/rules/policy.ts";

const DAY_MS = 86_400_000;

/** The coupon form, parsed for the command. @throws invalid naming the unreadable field */
export function readCouponForm(form: FormData) {
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const wrong = (name: string, message: string) =>
    invalid("coupon", message, "Correct it and try again.", { [name]: message });
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
  const day = (name: string, more: number): Date | null => {
    const typed = text(name);
    if (!typed) return null;
    const ms = Date.parse(`${typed}T00:00:00Z`);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(typed) || Number.isNaN(ms)) throw wrong(name, "Choose a date.");
    return new Date(ms + more);
  };
  const fixed = text("kind") === "fixed";
  const percent = fixed ? null : count("amount");
  const fixedMinor = fixed ? cents("amount") : null;
  if (percent === null && fixedMinor === null) throw wrong("amount", "Enter the discount.");
  const services = SERVICES.filter((s) => form.getAll("services").includes(s));
  const turnarounds = TURNAROUNDS.filter((t) => form.getAll("turnarounds").includes(t));
  return {
    code: text("code"),
    label: text("label"),
    percent,
    fixedMinor,
    capMinor: cents("cap"),
    minimumMinor: cents("minimum"),
    startsAt: day("startsOn", 0),
    // The end date is inclusive.
    endsAt: day("endsOn", DAY_MS),
    services: services.length > 0 ? services : null,
    turnarounds: turnarounds.length > 0 ? turnarounds : null,
    totalLimit: count("totalLimit"),
    personLimit: count("personLimit"),
    firstOrderOnly: form.has("firstOrderOnly"),
  };
}
