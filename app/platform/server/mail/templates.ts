import { SECOND } from "../../rules/core/time.ts";
import {
  BRAND_KEY,
  type EmailBrand,
  NO_BRAND,
  OUR_LANGUAGE,
  type TemplateContent,
} from "../../rules/mail/email-template.ts";
import { database } from "../core/database.ts";
import { log } from "../core/log.ts";
import { processWide } from "../core/process-wide.ts";

/** How long a process goes by the templates that it read. An approved one is used a few seconds later. */
const KNOWN_MS = 5 * SECOND;

type Known = {
  at: number;
  templates: Map<string, TemplateContent>;
  /** The brand, and the version that has its logo. */
  brand: EmailBrand & { versionId: string | null };
};
const OURS: Omit<Known, "at"> = { templates: new Map(), brand: { ...NO_BRAND, versionId: null } };
const holder = processWide<{ __stetEmailTemplates?: Known }>();
const nameOf = (email: string, language: string): string => `${email} ${language}`;

/** Forgets what this process knows. */
export function forgetTemplates(): void {
  delete holder.__stetEmailTemplates;
}

/** The newest approved template of each email. If they can't be read, emails go out in our words. */
async function known(): Promise<Omit<Known, "at">> {
  const there = holder.__stetEmailTemplates;
  if (there && there.at > Date.now() - KNOWN_MS) return there;
  try {
    const rows = await database()
      .selectFrom("email_template_versions")
      .distinctOn(["email", "language"])
      .select(["id", "email", "language", "content"])
      .where("status", "=", "approved")
      .orderBy("email")
      .orderBy("language")
      .orderBy("version", "desc")
      .execute();
    const brand = rows.find((row) => row.email === BRAND_KEY);
    const read: Known = {
      at: Date.now(),
      templates: new Map(
        rows
          // An approved template without words means that ours are used again.
          .filter((row) => row.email !== BRAND_KEY && (row.content as TemplateContent).body !== "")
          .map((row) => [nameOf(row.email, row.language), row.content as TemplateContent]),
      ),
      brand: { ...NO_BRAND, ...(brand?.content as EmailBrand | undefined), versionId: brand?.id ?? null },
    };
    holder.__stetEmailTemplates = read;
    return read;
  } catch (error) {
    log.error("email templates not read", error);
    return there ?? OURS;
  }
}

/** What all emails share now. */
export const emailBrand = async (): Promise<Known["brand"]> => (await known()).brand;

/**
 * The words of an email for somebody: in the language they chose if there's a template in it, else in English if there's
 * one; null for ours.
 * @param reader by whom they're known; an address alone is looked up
 */
export async function templateFor(
  email: string,
  reader: { uid?: string; email?: string },
): Promise<{ language: string; content: TemplateContent } | null> {
  const { templates, brand } = await known();
  const second = brand.language === "" ? undefined : templates.get(nameOf(email, brand.language));
  if (second && (await languageOf(reader)) === brand.language) return { language: brand.language, content: second };
  const content = templates.get(nameOf(email, OUR_LANGUAGE));
  return content ? { language: OUR_LANGUAGE, content } : null;
}

async function languageOf({ uid, email }: { uid?: string; email?: string }): Promise<string | null> {
  if (uid === undefined && email === undefined) return null;
  const row = await database()
    .selectFrom("users")
    .select("emailLanguage")
    .$if(uid !== undefined, (q) => q.where("uid", "=", uid!))
    .$if(uid === undefined, (q) => q.where("email", "=", email!))
    .executeTakeFirst();
  return row?.emailLanguage ?? null;
}
