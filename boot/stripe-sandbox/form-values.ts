import { invalidRequest } from "./failures.ts";
import type { Form, FormValue } from "./form.ts";

export function text(form: Form, name: string, longest = 5_000): string | null {
  const value = form[name];
  if (value === undefined || value === "") return null;
  if (typeof value !== "string") throw invalidRequest(`Invalid string: ${name}`, { param: name });
  if (value.length > longest)
    throw invalidRequest(`Invalid string: ${name} must be at most ${longest} characters`, { param: name });
  return value;
}

export function wholeNumber(value: FormValue | undefined, param: string, least: number): number | null {
  if (value === undefined || value === "") return null;
  if (typeof value !== "string" || !/^-?\d+$/.test(value) || !Number.isSafeInteger(Number(value)))
    throw invalidRequest(`Invalid integer: ${JSON.stringify(value)}`, { code: "parameter_invalid_integer", param });
  if (Number(value) < least)
    throw invalidRequest(`This value must be greater than or equal to ${least}.`, {
      code: "parameter_invalid_integer",
      param,
    });
  return Number(value);
}

/** At most 50 keys of 40 characters, with values of 500: Stripe's limits. */
export function metadata(value: FormValue | undefined, param = "metadata"): Record<string, string> {
  if (value === undefined || value === "") return {};
  const entries = Object.entries(branch(value, param));
  if (entries.length > 50) throw invalidRequest("Metadata can have at most 50 keys.", { param });
  for (const [key, entry] of entries) {
    if (typeof entry !== "string" || key.length > 40 || entry.length > 500)
      throw invalidRequest("Metadata keys have at most 40 characters and values at most 500.", {
        param: `${param}[${key}]`,
      });
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

export function branch(value: FormValue | undefined, param: string): Form {
  if (typeof value !== "object" || Array.isArray(value)) throw invalidRequest("Invalid object", { param });
  return value;
}

export function refuseUnknown(form: Form, known: Set<string>, prefix = ""): void {
  for (const name of Object.keys(form)) {
    if (!known.has(name)) {
      const param = prefix === "" ? name : `${prefix}[${name}]`;
      throw invalidRequest(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
    }
  }
}

export function webAddress(form: Form, name: string): string | null {
  const value = text(form, name);
  if (value !== null && !/^https?:\/\//i.test(value))
    throw invalidRequest("Not a valid URL", { code: "url_invalid", param: name });
  if (value !== null && !URL.canParse(value))
    throw invalidRequest("Not a valid URL", { code: "url_invalid", param: name });
  return value;
}
