import { z } from "zod";
import { addressOn } from "#app/platform/rules/requests/origins.ts";
import { escapeHtml } from "#app/platform/rules/text/escape-html.ts";

/** What a partner is. The page that its link opens says whose authors it's for. */
export const PARTNER_KINDS = ["journal", "university", "society", "other"] as const;
export type PartnerKind = (typeof PARTNER_KINDS)[number];
export const PARTNER_KIND_WORDS: Readonly<Record<PartnerKind, { label: string; people: string }>> = {
  journal: { label: "Journal or publisher", people: "authors" },
  university: { label: "University or institute", people: "researchers" },
  society: { label: "Society", people: "members" },
  other: { label: "Other", people: "authors" },
};

/** How many partners the list shows. */
export const PARTNERS_SHOWN = 200;
/** Bounds of what's typed. Codes are as `partnerSource` reads them from addresses. */
export const PARTNER_LIMITS = { code: 30, name: 80, contact: 80 } as const;
const CODE = /^[a-z0-9][a-z0-9-]{0,28}[a-z0-9]$/;

export const PARTNER_FIELDS = {
  name: z
    .string()
    .trim()
    .min(1, "Enter the partner's name. Authors see it.")
    .max(PARTNER_LIMITS.name, `Keep it to ${PARTNER_LIMITS.name} characters.`),
  kind: z.enum(PARTNER_KINDS, "Choose what the partner is."),
  contactName: z.string().trim().max(PARTNER_LIMITS.contact, `Keep it to ${PARTNER_LIMITS.contact} characters.`),
  /** Where the monthly report goes, or empty. */
  contactEmail: z.union([z.literal(""), z.email("Enter an email address, or leave it empty.").max(254)], {
    error: "Enter an email address, or leave it empty.",
  }),
  /** Their organization's name or id, or empty. */
  organizationId: z.string().trim().max(120),
  endsAt: z.date().nullable(),
};
export const CodeField = z
  .string()
  .trim()
  .toLowerCase()
  .regex(CODE, "Use 2 to 30 letters, digits, and hyphens, such as soil-science.");

/** The page that a partner's link opens, and the calculator that partners show on their own pages. */
export const partnerPath = (code: string): string => `/p/${code}`;
export const calculatorPath = (code: string): string => `/p/${code}/prices`;

/** What a partner pastes into a page of their own. @param origin of our public pages */
export const embedCode = (origin: string, { code, name }: { code: string; name: string }): string =>
  `<iframe src="${addressOn(origin, calculatorPath(code))}" title="Editing prices for ${escapeHtml(name)}" width="100%" height="560" loading="lazy" style="border:0"></iframe>`;
