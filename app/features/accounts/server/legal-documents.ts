import type { Figures as PolicyFigures } from "#app/features/policy/rules/figures.ts";
import { type PolicyVersion, partOfPolicy, shownPolicy } from "#app/features/policy/server/read-policy.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { processWide } from "#app/platform/server/core/process-wide.ts";
import { config } from "#app/platform/server/core/config.ts";
import { seatOf } from "#app/features/company/rules/company.ts";
import { getSeller } from "#app/features/company/server/find-company.ts";
import {
  LEGAL_DOCUMENTS,
  type LegalDocument,
  type LegalVersion,
  isLegalDocument,
  readLegalVersion,
  versionInForce,
  withFigures,
} from "../rules/legal.ts";

/** Every version that was ever in force lies in content/legal/<document>/<version>.md and goes into the build. */
const FILES = import.meta.glob<string>("/content/legal/*/*.md", { query: "?raw", import: "default", eager: true });

function readAll(): Map<LegalDocument, LegalVersion[]> {
  const all = new Map<LegalDocument, LegalVersion[]>(LEGAL_DOCUMENTS.map((name) => [name, []]));
  for (const [path, text] of Object.entries(FILES)) {
    const [document, file] = path.split("/").slice(-2);
    if (!isLegalDocument(document)) throw new RangeError(`${path}: there is no such legal document`);
    all.get(document)!.push(readLegalVersion(document, file!.replace(/\.md$/, ""), text));
  }
  return all;
}

/** The figures that the texts mention, in words, from a version of the policy. */
type FiguresOf = (policy: PolicyFigures) => Readonly<Record<string, string>>;
const holder = processWide<{
  __stetLegal?: { figuresOf: (policy: PolicyVersion) => Readonly<Record<string, string>> };
  __stetLegalTexts?: Map<LegalDocument, LegalVersion[]>;
}>();

/** Names the figures that the texts mention. They belong to features above this one, so the maps at the top bring them. */
export function useLegalFigures(figuresOf: FiguresOf): void {
  holder.__stetLegal = { figuresOf: partOfPolicy(figuresOf) };
}

const allVersions = (): Map<LegalDocument, LegalVersion[]> => (holder.__stetLegalTexts ??= readAll());

/** A legal text with the figures of a policy in it: those that apply now, unless one is given. */
export async function withPolicy(version: LegalVersion, policy?: PolicyVersion): Promise<LegalVersion> {
  const figures = holder.__stetLegal?.figuresOf(policy ?? (await shownPolicy())) ?? {};
  return { ...version, body: withFigures(version.body, figures) };
}

/** All versions of a document, newest first. Their figures are still names: see `withPolicy`. */
export const listLegalVersions = (document: LegalDocument): LegalVersion[] =>
  [...(allVersions().get(document) ?? [])].sort((a, b) => b.version.localeCompare(a.version));

/** The text of a document that is in force now. Its figures are still names: see `withPolicy`. */
export const findLegalInForce = (document: LegalDocument, at: Date = now()): LegalVersion =>
  versionInForce(listLegalVersions(document), at);

/** The version of a document that is in force: what somebody accepts who accepts it now. */
export const currentVersion = (document: LegalDocument, at: Date = now()): string =>
  findLegalInForce(document, at).version;

/** The operator as the legal texts name them, so that no text holds a company that does not exist. */
export async function operatorNames(): Promise<{ siteName: string; seller: string; seat: string }> {
  const seller = await getSeller();
  return { siteName: config().siteName, seller: seller.legalName, seat: seatOf(seller) };
}
