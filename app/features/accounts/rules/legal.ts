import { readFrontMatter } from "#app/platform/rules/public-pages/front-matter.ts";

/** The legal documents, each at its own path. Never change a slug: acceptances are recorded under it. */
export const LEGAL_DOCUMENTS = [
  "terms",
  "privacy",
  "refund-revision-policy",
  "acceptable-use-policy",
  "academic-disclaimer",
  "cookie-policy",
  "editor-agreement",
] as const;
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number];

export const LEGAL_TITLES: Record<LegalDocument, string> = {
  terms: "Terms",
  privacy: "Privacy policy",
  "refund-revision-policy": "Refund and revision policy",
  "acceptable-use-policy": "Acceptable use policy",
  "academic-disclaimer": "Academic disclaimer",
  "cookie-policy": "Cookie policy",
  "editor-agreement": "Editor agreement",
};

/** What someone was doing when they accepted a document. */
export const ACCEPTANCE_CONTEXTS = ["sign-up", "payment", "editor application", "editor agreement signed"] as const;
export type AcceptanceContext = (typeof ACCEPTANCE_CONTEXTS)[number];

export type LegalVersion = {
  document: LegalDocument;
  /** The day it was written for, "2026-11-21". */
  version: string;
  title: string;
  /** The day it takes effect, UTC. */
  effectiveOn: string;
  /** What changed since the previous version. */
  summary: string;
  /** Markdown without the ids of promises, with `{{siteName}}`, `{{seller}}` and `{{seat}}` (town and country) for the operator's names. */
  body: string;
};

export const isLegalDocument = (name: unknown): name is LegalDocument =>
  LEGAL_DOCUMENTS.includes(name as LegalDocument);
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads one version of a document from its file.
 * @throws RangeError if its front matter is incomplete
 */
export function readLegalVersion(document: LegalDocument, version: string, text: string): LegalVersion {
  const { head, body: marked } = readFrontMatter(text);
  const body = withoutPromiseIds(marked);
  const { title, effectiveOn, summary } = head;
  if (!title || !summary || !effectiveOn || !DAY.test(effectiveOn) || !DAY.test(version) || body === "")
    throw new RangeError(`${document} ${version}: title, effectiveOn, summary and a text are needed`);
  return { document, version, title, effectiveOn, summary, body };
}

/** The version in effect on a day, or the first one before any took effect. @param versions of one document, in any order, at least one */
export function versionInForce(versions: readonly LegalVersion[], at: Date): LegalVersion {
  const day = at.toISOString().slice(0, 10);
  const sorted = [...versions].sort(
    (a, b) => a.effectiveOn.localeCompare(b.effectiveOn) || a.version.localeCompare(b.version),
  );
  const first = sorted[0];
  if (!first) throw new RangeError("There is no version of this document");
  return sorted.findLast((v) => v.effectiveOn <= day) ?? first;
}

/** Takes out the ids that tie a text's promises to their tests: `{#late.some}`, or `{-}` where nothing is promised that software keeps. */
export const withoutPromiseIds = (text: string): string => text.replace(/ ?\{(?:-|#[a-z0-9. -]+)\}/g, "");

/** Fills in the figures of the policies. @throws RangeError when one isn't known, so that no text goes out with a gap */
export const withFigures = (text: string, figures: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{([a-zA-Z]+\.[a-zA-Z]+)\}\}/g, (_, name: string) => {
    const figure = Object.hasOwn(figures, name) ? figures[name] : undefined;
    if (figure === undefined) throw new RangeError(`There is no figure called ${name}`);
    return figure;
  });

/** Fills in the operator's names, escaped so they aren't read as Markdown. */
export function withNames(text: string, names: { siteName: string; seller: string; seat: string }): string {
  const plain = (name: string): string => name.replace(/[\\`*_{}[\]<>()#+!|~-]/g, "\\$&");
  return text
    .replaceAll("{{siteName}}", plain(names.siteName))
    .replaceAll("{{seller}}", plain(names.seller))
    .replaceAll("{{seat}}", plain(names.seat));
}
