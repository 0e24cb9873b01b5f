/** What a setting consists of, and the forms that several have. */
import { z } from "zod";
import { isLocalAddress } from "../../../rules/requests/origins.ts";

/** What the docs and error messages say about a setting. */
type SettingWords = {
  /** "yes", or in which case; empty if it's optional. */
  needed?: string;
  /** Its form, to follow "must be". */
  is: string;
  example: string;
  /** What applies without it, for the docs. */
  otherwise?: string;
  /** What it does, for the docs, in Markdown. */
  does: string;
  /** What to say if it's missing, before the example. */
  missing?: string;
};
/** Without a schema, it's read and checked where it's used, before the application starts. */
export type Setting = SettingWords & { schema?: z.ZodType };

export const setting = <S extends z.ZodType>(schema: S, words: SettingWords): SettingWords & { schema: S } => ({
  schema,
  ...words,
});

/** A text that `problemOf` has nothing against. Its answer is added to the error message. */
export const sound = (problemOf: (text: string) => string | null) =>
  z.string().superRefine((text, ctx) => {
    const problem = problemOf(text);
    if (problem !== null) ctx.addIssue({ code: "custom", message: problem, params: { because: problem } });
  });

export const Flag = z.enum(["0", "1"]).transform((v) => v === "1");

/** @param url one that `URL` can parse */
export const isSecureOrLocal = (url: string): boolean =>
  /^https:/i.test(url) || (/^http:/i.test(url) && isLocalAddress(url));

/** Tests use doubles on this machine. */
export const PLAIN_HTTP = "Plain http is only for this machine. Use https.";
const insecure = (url: string): string | null => (isSecureOrLocal(url) ? null : PLAIN_HTTP);

/** A service's base URL. */
export const ServiceUrl = sound((v) =>
  /^https?:\/\/[^\s]+$/i.test(v) && URL.canParse(v) ? insecure(v) : "It must begin with https://.",
).transform((v) => v.replace(/\/$/, ""));

/** Scheme, name and port, as a browser writes them. */
const ORIGIN = /^https?:\/\/[^/?#@\s]+\/?$/i;
export const Origin = sound((v) => {
  if (!/^https?:\/\//i.test(v)) return "It must begin with https://.";
  if (!URL.canParse(v)) return "This isn't a URL.";
  return ORIGIN.test(v) ? null : "Leave out the path and everything after it.";
}).transform((v) => new URL(v).origin);
export const ORIGIN_FORM = "a URL without a path";

const split = (list: string): string[] => list.split(/[,\s]+/).filter(Boolean);
export const Origins = z.string().transform(split).pipe(z.array(Origin));
export const List = z.string().transform(split);

/** The password in a webhook's address, as user:password@host. */
export const WebhookSecret = z.string().regex(/^[A-Za-z0-9_-]{16,200}$/);

export const Email = z.email();

/** A whole number in this range. */
export const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
