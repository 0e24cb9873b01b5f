/**
 * Every setting, once: its form, its example, and what it does. Validation, error messages, and the table in
 * docs/operations.md are made from it.
 */
import { z } from "zod";
import { PROCESS } from "./process.ts";
import { SERVICES } from "./services.ts";
import { SITE } from "./site.ts";

export const SETTINGS = { ...SITE, ...SERVICES, ...PROCESS };
export type SettingName = keyof typeof SETTINGS;

type Schemas = { [K in SettingName]: (typeof SETTINGS)[K]["schema"] };
export const Environment = z.object(
  Object.fromEntries(Object.entries(SETTINGS).map(([name, it]) => [name, it.schema])) as Schemas,
);
export type Settings = z.infer<typeof Environment>;

/** "NAME must be FORM, e.g. EXAMPLE. REASON" for each wrong setting. */
export function explainIssues(error: z.ZodError, given: Record<string, string>): string[] {
  return error.issues.map((issue) => {
    const name = String(issue.path[0]) as SettingName;
    if (given[name] === undefined) return sayMissing(name);
    const because = issue.code === "custom" ? issue.params?.["because"] : undefined;
    return `${sayWrong(name)}${typeof because === "string" ? ` ${because}` : ""}`;
  });
}

export const sayWrong = (name: SettingName): string =>
  `${name} must be ${SETTINGS[name].is}, e.g. ${SETTINGS[name].example}.`;

/** @param what instead of the setting's own words */
export function sayMissing(name: SettingName, what?: string): string {
  const it: { is: string; example: string; missing?: string } = SETTINGS[name];
  return `${name} is missing: ${what ?? it.missing ?? it.is}, e.g. ${it.example}`;
}
