import { invalid } from "#app/platform/rules/core/errors.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { SERVICES } from "./policy.ts";

/** The fields that sales and account discounts share, parsed for the command. Dates are days in UTC. @throws invalid naming the unreadable field */
export function readDiscountForm(form: FormData) {
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const wrong = (name: string, message: string) =>
    invalid("discount", message, "Correct it and try again.", { [name]: message });
  const day = (name: string, more: number): Date | null => {
    const typed = text(name);
    if (!typed) return null;
    const ms = Date.parse(`${typed}T00:00:00Z`);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(typed) || Number.isNaN(ms)) throw wrong(name, "Choose a date.");
    return new Date(ms + more);
  };
  const percent = text("percent").replace(/\s*%$/, "");
  if (!/^\d{1,3}$/.test(percent)) throw wrong("percent", "Enter a whole percentage, such as 10.");
  const services = SERVICES.filter((s) => form.getAll("services").includes(s));
  return {
    percent: Number(percent),
    startsAt: day("startsOn", 0),
    // The end date is inclusive.
    endsAt: day("endsOn", DAY),
    services: services.length > 0 ? services : null,
  };
}
