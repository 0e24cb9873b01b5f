/** Identity providers in one setting, as JSON. */
import { z } from "zod";
import type { SignInProvider } from "../../../rules/core/sign-in-provider.ts";
import { ServiceUrl } from "./setting.ts";

/** Names that already mean a way to sign in. */
const TAKEN = ["orcid", "google", "microsoft", "oidc", "credential", "passkey"];
const MOST = 20;

/** The domains in a list with commas, in lower case and without "@". */
export const domainsOf = (list: string): string[] =>
  list
    .split(",")
    .map((it) => it.trim().toLowerCase().replace(/^@/, ""))
    .filter((it) => it !== "");

const Text = z.string("It must be text.").trim().min(1, "It's empty.").max(500, "It's too long.");
const Entry = z.strictObject({
  id: z
    .string("It must be text.")
    .regex(/^[a-z][a-z0-9-]{1,30}$/, "Use 2 to 31 lowercase letters, digits, and hyphens.")
    .refine((id) => !TAKEN.includes(id), "This name is taken. Choose another."),
  issuer: ServiceUrl,
  clientId: Text,
  clientSecret: Text,
  label: Text.max(40, "Use at most 40 characters."),
  domains: z
    .array(Text, "It must be a list of email domains.")
    .transform((all) => domainsOf(all.join(",")))
    .refine((all) => all.length > 0, "Name at least one email domain."),
});
const Entries = z
  .array(Entry, "It must be a list: begin with [ and end with ].")
  .max(MOST, `Use at most ${MOST} providers.`)
  .refine((all) => new Set(all.map((it) => it.id)).size === all.length, "Two providers have the same id.");

/** Parses the list, or says what's wrong with which of its entries. */
function read(text: string): { providers: SignInProvider[] } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "This isn't JSON." };
  }
  const parsed = Entries.safeParse(value);
  if (parsed.success)
    return { providers: parsed.data.map(({ domains, ...it }) => ({ ...it, kind: "oidc", allowedDomains: domains })) };
  const { path, message, code } = parsed.error.issues[0]!;
  const [at, field] = path;
  if (typeof at !== "number") return { problem: message };
  const where = `Provider ${at + 1}${field === undefined ? "" : `, ${String(field)}`}`;
  return { problem: `${where}: ${code === "unrecognized_keys" ? "it has a field that isn't known." : message}` };
}

export const OwnProviders = z.string().transform((text, ctx) => {
  const it = read(text);
  if ("providers" in it) return it.providers;
  ctx.addIssue({ code: "custom", message: it.problem, params: { because: it.problem } });
  return z.NEVER;
});
