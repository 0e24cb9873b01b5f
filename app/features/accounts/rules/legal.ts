import { readFrontMatter } from "#app/platform/rules/public-pages/front-matter.ts";
import { DAY, formatLongDay } from "#app/platform/rules/core/time.ts";

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
  /**
   * The day it was written for, "2026-11-21", or "2026-11-21-2" for a second one that day. Never changes: acceptances
   * name it.
   */
  version: string;
  title: string;
  /** The day it takes effect, UTC. */
  effectiveOn: string;
  /** The moment it takes effect: the start of that day, unless it applied as soon as it was approved. */
  effectiveAt: Date;
  /** What changed since the previous version. */
  summary: string;
  /**
   * Markdown without the ids of promises, with `{{siteName}}`, `{{seller}}` and `{{seat}}` (town and country) for the
   * operator's names.
   */
  body: string;
  /** Its figures when it was approved, for one that the policy no longer has. */
  figures: Readonly<Record<string, string>>;
};

export const isLegalDocument = (name: unknown): name is LegalDocument =>
  LEGAL_DOCUMENTS.includes(name as LegalDocument);
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** When a version from this day on takes effect. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00Z`);

/**
 * Reads one version of a document from its file.
 * @throws RangeError if its front matter is incomplete
 */
export function readLegalVersion(document: LegalDocument, version: string, text: string): LegalVersion {
  const { head, body: marked } = readFrontMatter(text);
  const body = withoutPromiseIds(marked);
  const { title, effectiveOn, summary } = head;
  if (!title || !summary || !effectiveOn || !DATE.test(effectiveOn) || !DATE.test(version) || body === "")
    throw new RangeError(`${document} ${version}: title, effectiveOn, summary and a text are needed`);
  return {
    document,
    version,
    title,
    effectiveOn,
    effectiveAt: startOfDay(effectiveOn),
    summary,
    body,
    figures: {},
  };
}

/**
 * The version in effect at a moment, or the first one before any took effect.
 * @param versions of one document, in any order, at least one
 */
export function versionInForce(versions: readonly LegalVersion[], at: Date): LegalVersion {
  const sorted = byEffect(versions);
  const first = sorted[0];
  if (!first) throw new RangeError("There is no version of this document");
  return sorted.findLast((v) => v.effectiveAt <= at) ?? first;
}

const byEffect = (versions: readonly LegalVersion[]): LegalVersion[] =>
  [...versions].sort((a, b) => a.effectiveAt.getTime() - b.effectiveAt.getTime() || a.version.localeCompare(b.version));

/**
 * The versions of a document, oldest first: the product's own texts until the first version that admins approved takes
 * effect, and the admins' versions from then on. A later text of the product never replaces theirs by itself.
 * @param own the texts in the repository, at least one
 * @param approved what admins approved
 */
export function joinVersions(own: readonly LegalVersion[], approved: readonly LegalVersion[]): LegalVersion[] {
  const [first] = byEffect(approved);
  const before = byEffect(own).filter((v, i) => i === 0 || !first || v.effectiveAt < first.effectiveAt);
  return [...before, ...byEffect(approved)];
}

/**
 * A version's name: the day it takes effect, with a number if another one has that name.
 * @param taken every existing name
 */
export function nameOfVersion(day: string, taken: readonly string[]): string {
  if (!taken.includes(day)) return day;
  for (let n = 2; ; n++) if (!taken.includes(`${day}-${n}`)) return `${day}-${n}`;
}

/** A version in words: "November 21, 2026", "November 21, 2026 (2)". */
export function versionLabel(version: string): string {
  const again = version.slice(11);
  return formatLongDay(version.slice(0, 10)) + (again ? ` (${again})` : "");
}

/** The longest text, in characters, and the longest summary. */
export const LEGAL_LIMITS = { body: 60_000, summary: 300 } as const;

/**
 * Account holders are told of a change this long before it takes effect, as EU law requires of platforms toward
 * businesses (2019/1150, article 3).
 */
export const LEGAL_NOTICE_DAYS = 15;

/** Whether it's a contract with account holders, who are told of a new version by email, too. */
export const isContract = (document: LegalDocument): boolean => document === "terms" || document === "editor-agreement";

/** The editor agreement says that editors see a new version before it takes effect, so they're always told. */
export const mustAnnounce = (document: LegalDocument): boolean => document === "editor-agreement";

/**
 * Whether account holders can be told in time of a version that takes effect then.
 * @param spareDays days to approve it
 */
export const leavesNotice = (effectiveAt: Date, now: Date, spareDays = 0): boolean =>
  effectiveAt.getTime() - now.getTime() >= (LEGAL_NOTICE_DAYS + spareDays) * DAY;

/** What the texts may name besides figures: the operator. */
export const OPERATOR_NAMES = ["siteName", "seller", "seat"] as const;

/**
 * What has to be corrected before a text can be proposed, each with what to do.
 * @param names of the existing figures
 */
export function legalTextFaults(body: string, names: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  if (body.trim() === "") return ["The text is empty. Write it, or copy it from an earlier version."];
  const known = (name: string) => names.has(name) || (OPERATOR_NAMES as readonly string[]).includes(name);
  const unknown = new Set(
    [...body.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name]) => name!).filter((name) => !known(name)),
  );
  for (const name of unknown)
    faults.push(`There's no figure called {{${name}}}. Use a name from the list of figures, exactly as it's written.`);
  if (/\{\{|\}\}/.test(body.replace(/\{\{[^{}]*\}\}/g, "")))
    faults.push("A figure's name isn't closed. Write it with two braces on each side, such as {{quote.days}}.");
  if (/\{(?:-|#[a-z0-9. -]+)\}/.test(body))
    faults.push("Remove {-} and marks that begin with {#. They belong to the texts that the product comes with.");
  if (/^ {0,3}#(?:\s|$)/m.test(body) || /^[^\n]+\n {0,3}=+[ \t]*$/m.test(body))
    faults.push("Begin headings with ## or ###. The page already shows the document's title.");
  return faults;
}

/** A typed number with its unit. */
const FIGURE =
  /(?:\$\s?\d(?:[\d,.]*\d)?|\b\d[\d,.]*(?:\s|-|\u00a0)?(?:%|percent\b|minutes?\b|hours?\b|days?\b|months?\b|years?\b|words?\b|rounds?\b|orders?\b|US dollars\b))/g;

/**
 * Numbers with a unit that are typed in a text, such as "14 days". They don't follow the policy when it changes. In
 * order, each once.
 */
export const typedFigures = (text: string): string[] => [
  ...new Set([...text.replaceAll(/\{\{[^{}]*\}\}/g, "").matchAll(FIGURE)].map(([found]) => found)),
];

/**
 * Takes out the ids that tie a text's promises to their tests: `{#late.some}`, or `{-}` where nothing is promised that
 * software keeps.
 */
export const withoutPromiseIds = (text: string): string => text.replace(/ ?\{(?:-|#[a-z0-9. -]+)\}/g, "");

/**
 * Fills in the figures of the policies.
 * @throws RangeError when one isn't known, so that no text goes out with a gap
 */
export const withFigures = (text: string, figures: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{([a-zA-Z]+\.[a-zA-Z]+)\}\}/g, (_, name: string) => {
    const figure = Object.hasOwn(figures, name) ? figures[name] : undefined;
    if (figure === undefined) throw new RangeError(`There is no figure called ${name}`);
    return figure;
  });

/** A draft as its preview shows it: a name that isn't known stays visible. */
export const withKnownFigures = (text: string, figures: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{([a-zA-Z]+\.[a-zA-Z]+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(figures, name) ? figures[name]! : whole,
  );

/** Fills in the operator's names, escaped so they aren't read as Markdown. */
export function withNames(text: string, names: { siteName: string; seller: string; seat: string }): string {
  const plain = (name: string): string => name.replace(/[\\`*_{}[\]<>()#+!|~-]/g, "\\$&");
  return text
    .replaceAll("{{siteName}}", plain(names.siteName))
    .replaceAll("{{seller}}", plain(names.seller))
    .replaceAll("{{seat}}", plain(names.seat));
}
