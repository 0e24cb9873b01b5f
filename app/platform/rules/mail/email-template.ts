/** The words of an email as an operator writes them, with placeholders, and how they're filled and checked. */
import { CURRENCY, formatMoney } from "../core/money.ts";
import { formatInstant } from "../core/time.ts";

/** What an operator writes. Empty fields keep our words. */
export type TemplateContent = { subject: string; body: string; button: string; footer: string };
const TEMPLATE_FIELDS = ["subject", "body", "button", "footer"] as const;
export type TemplateField = (typeof TEMPLATE_FIELDS)[number];
export const TEMPLATE_LIMITS: Readonly<Record<TemplateField, number>> = {
  subject: 150,
  body: 5_000,
  button: 40,
  footer: 600,
};
const MOST_LINKS = 3;

/** A figure, a date (ISO), or a text that a placeholder stands for. */
export type TemplateValue = { minor: number; currency: string } | { at: string } | number | string;
export type TemplateValues = Readonly<Record<string, TemplateValue>>;
/** Where and for whom figures and dates are written. */
export type TemplateReader = { language: string; timeZone: string };

/** Parts of an email that a line of the body places. */
export const BLOCKS = { quote: "quotes", list: "lines", button: "button" } as const;
export type EmailBlock = { paragraph: string } | (typeof BLOCKS)[keyof typeof BLOCKS];

const PLACEHOLDER = /\{([^{}\n]{0,40})\}/g;
const OURS = "text";

/** Data of facts whose texts readers may see as they are. Others are codes, ids, or notes. */
const TEXTS: ReadonlySet<string> = new Set([
  "name",
  "number",
  "reason",
  "note",
  "host",
  "domain",
  "month",
  "day",
  "of",
  "credit",
  "prices",
  "memo",
  "subfield",
]);

const wordsOf = (key: string): string => key.replaceAll(/([A-Z])/g, " $1").toLowerCase();

/** The placeholders that a fact's data gives: its amounts, dates, counts, and the texts that readers may see. */
export function valuesOf(data: object, currency: string = CURRENCY): TemplateValues {
  const own = (data as { currency?: unknown }).currency;
  const values: Record<string, TemplateValue> = {};
  for (const [key, value] of Object.entries(data)) {
    if (key.endsWith("Minor") && typeof value === "number")
      values[wordsOf(key.slice(0, -5))] = { minor: value, currency: typeof own === "string" ? own : currency };
    else if (key.endsWith("At") && typeof value === "string" && !Number.isNaN(Date.parse(value)))
      values[wordsOf(key.slice(0, -2))] = { at: value };
    else if (typeof value === "number") values[wordsOf(key)] = value;
    else if (TEXTS.has(key) && typeof value === "string") values[wordsOf(key)] = value;
  }
  return values;
}

function written(value: TemplateValue, { language, timeZone }: TemplateReader): string {
  if (typeof value === "string") return value;
  const english = language === "en";
  if (typeof value === "number") return value.toLocaleString(english ? "en-US" : language);
  if ("at" in value)
    return english
      ? formatInstant(new Date(value.at), timeZone)
      : new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone }).format(
          new Date(value.at),
        );
  return english
    ? formatMoney(value.minor, value.currency)
    : new Intl.NumberFormat(language, { style: "currency", currency: value.currency }).format(value.minor / 100);
}

/** A text with its placeholders filled, or null if one has nothing to say. */
function filled(text: string, values: TemplateValues, reader: TemplateReader): string | null {
  let isWhole = true;
  const result = text.replaceAll(PLACEHOLDER, (_, name: string) => {
    const value = values[name];
    const words = value === undefined ? "" : written(value, reader);
    if (words === "") isWhole = false;
    return words;
  });
  return isWhole ? result : null;
}

const blocksIn = (body: string): string[] =>
  body
    .split(/\n[ \t]*\n/)
    .map((block) => block.trim())
    .filter(Boolean);

const blockOf = (text: string): string | null => /^\{([a-z]+)\}$/.exec(text)?.[1] ?? null;

/** What's filled in: our own words, for the parts that a template keeps. */
type Own = { heading: string; paragraphs: readonly string[]; button: string | null; footer: string };
export type Filled = { subject: string; blocks: EmailBlock[]; button: string | null; footer: string };

/**
 * An email in an operator's words. A paragraph with a placeholder that has nothing to say is left out, and a subject or
 * a button like that is ours.
 */
export function fillTemplate(
  content: TemplateContent,
  own: Own,
  values: TemplateValues,
  reader: TemplateReader,
): Filled {
  const short = (field: TemplateField, ours: string): string =>
    (content[field] && filled(content[field], values, reader)) || ours;
  const blocks = blocksIn(content.body).flatMap((block): EmailBlock[] => {
    const name = blockOf(block);
    if (name === OURS) return own.paragraphs.slice(1).map((paragraph) => ({ paragraph }));
    if (name !== null && name in BLOCKS) return [BLOCKS[name as keyof typeof BLOCKS]];
    const paragraph = filled(block, values, reader);
    return paragraph === null ? [] : [{ paragraph }];
  });
  return {
    subject: short("subject", own.heading).replaceAll(/\s+/g, " "),
    blocks,
    button: own.button === null ? null : short("button", own.button),
    footer: short("footer", own.footer),
  };
}

/** What an email's template can and must have. It follows from the email's samples. */
export type TemplateSpec = {
  /** Placeholders with a value that they can have. */
  values: TemplateValues;
  /** Lines that the body must have: "button", "quote", "list", or "text" where the email says different things by case. */
  needs: readonly string[];
};

const NEEDS: Readonly<Record<string, string>> = {
  button: "The button is missing. Add a line with {button}.",
  quote: "What somebody wrote is missing. Add a line with {quote}.",
  list: "The list is missing. Add a line with {list}.",
  text: "This email says different things by case, so it needs our words. Add a line with {text}.",
};

/** What has to be corrected before a template can be used, in sentences by field. */
export function templateFaults(
  content: TemplateContent,
  spec: TemplateSpec,
): { field: TemplateField; fault: string }[] {
  const faults: { field: TemplateField; fault: string }[] = [];
  const say = (field: TemplateField, fault: string) => void faults.push({ field, fault });
  for (const field of TEMPLATE_FIELDS) {
    const text = content[field];
    if (text.length > TEMPLATE_LIMITS[field])
      say(field, `Shorten it to ${TEMPLATE_LIMITS[field].toLocaleString("en-US")} characters.`);
    for (const [, name] of text.matchAll(PLACEHOLDER)) {
      const isBlock = name === OURS || name! in BLOCKS;
      if (isBlock && field === "body" && blocksIn(text).includes(`{${name}}`)) continue;
      if (isBlock) say(field, `{${name}} needs a line of its own in the body, between empty lines.`);
      else if (!(name! in spec.values)) say(field, `There's no placeholder {${name}}. Choose one of the list.`);
    }
    if (/[{}]/.test(text.replaceAll(PLACEHOLDER, ""))) say(field, "Close each placeholder, such as {name}.");
    const links = text.split(/\s/).filter((word) => word.includes("://"));
    if (links.some((link) => !/^[("“]?https:\/\//i.test(link) || link.includes("@")))
      say(field, "Links need to begin with https://.");
    if (links.length > MOST_LINKS) say(field, `Use at most ${MOST_LINKS} links.`);
  }
  if (content.subject.includes("\n") || content.button.includes("\n")) say("subject", "Keep it on one line.");
  if (content.body === "") say("body", "Write the email, or discard the draft to keep our words.");
  else
    for (const need of spec.needs)
      if (!blocksIn(content.body).includes(`{${need}}`)) say("body", NEEDS[need] ?? `Add a line with {${need}}.`);
  return faults;
}

/** What all emails share: a logo in place of the name, and a second language that people can choose. */
export type EmailBrand = {
  /** The picture's height in pixels; 0 without a logo. */
  logoHeight: number;
  /** Such as "de"; "" for none. */
  language: string;
  /** What it's called in the settings, such as "Deutsch". */
  languageName: string;
  /** The unsubscribe link's label in that language. */
  unsubscribe: string;
};
export const NO_BRAND: EmailBrand = { logoHeight: 0, language: "", languageName: "", unsubscribe: "" };
export const BRAND_KEY = "brand";
export const OUR_LANGUAGE = "en";

/** What has to be corrected in the brand, by field. */
export function brandFaults(brand: EmailBrand): { field: keyof EmailBrand; fault: string }[] {
  const faults: { field: keyof EmailBrand; fault: string }[] = [];
  if (brand.language === "") return faults;
  if (!/^[a-z]{2}(-[A-Z]{2})?$/.test(brand.language) || brand.language === OUR_LANGUAGE)
    faults.push({ field: "language", fault: "Enter a language's code, such as de or pt-BR." });
  if (brand.languageName.trim() === "") faults.push({ field: "languageName", fault: "Enter what it's called." });
  if (brand.unsubscribe.trim() === "")
    faults.push({ field: "unsubscribe", fault: "Enter the label of the unsubscribe link." });
  return faults;
}
