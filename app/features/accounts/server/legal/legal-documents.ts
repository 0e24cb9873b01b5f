import type { Figures as PolicyFigures } from "#app/features/policy/rules/figures.ts";
import { type PolicyVersion, partOfPolicy, shownPolicy } from "#app/features/policy/server/read-policy.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { timerUntil } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { processWide } from "#app/platform/server/core/process-wide.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { seatOf } from "#app/features/company/rules/company.ts";
import { getSeller } from "#app/features/company/server/find-company.ts";
import {
  LEGAL_DOCUMENTS,
  LEGAL_TITLES,
  type LegalDocument,
  type LegalVersion,
  isLegalDocument,
  joinVersions,
  readLegalVersion,
  versionInForce,
  withFigures,
} from "../../rules/legal.ts";

/** The texts that come with the product are in content/legal/<document>/<version>.md and become part of the build. */
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
  __stetLegalShown?: Map<LegalDocument, LegalVersion[]>;
  __stetLegalTimers?: Map<LegalDocument, NodeJS.Timeout>;
}>();

/**
 * Sets the figures that the texts mention. They belong to features above this one, so the maps at the top pass them in.
 */
export function useLegalFigures(figuresOf: FiguresOf): void {
  holder.__stetLegal = { figuresOf: partOfPolicy(figuresOf) };
}

/** Every figure that a text may name, in words, from the policy that applies now or the one given. */
export const listLegalFigures = async (policy?: PolicyVersion): Promise<Readonly<Record<string, string>>> =>
  holder.__stetLegal?.figuresOf(policy ?? (await shownPolicy())) ?? {};

/** A legal text with a policy's figures filled in. Without a policy, the one that applies now. */
export async function withPolicy(version: LegalVersion, policy?: PolicyVersion): Promise<LegalVersion> {
  return { ...version, body: withFigures(version.body, { ...version.figures, ...(await listLegalFigures(policy)) }) };
}

/**
 * The texts of a document that come with the product, oldest first. Their figures are still names: see `withPolicy`.
 */
export function listOwnLegalTexts(document: LegalDocument): LegalVersion[] {
  const all = (holder.__stetLegalTexts ??= readAll());
  return [...(all.get(document) ?? [])].sort((a, b) => a.version.localeCompare(b.version));
}

/**
 * All approved versions of a document, including scheduled ones, newest first. Their figures are still names: see
 * `withPolicy`.
 */
export async function listLegalVersions(document: LegalDocument, db: Reader = database()): Promise<LegalVersion[]> {
  const rows = await db
    .selectFrom("legal_versions")
    .select(["version", "summary", "body", "figures", "effectiveAt"])
    .where("document", "=", document)
    .where("status", "=", "approved")
    .execute();
  const approved = rows.map((row) => ({
    document,
    version: row.version!,
    title: LEGAL_TITLES[document],
    effectiveOn: dayOf(row.effectiveAt!),
    effectiveAt: row.effectiveAt!,
    summary: row.summary,
    body: row.body,
    figures: row.figures,
  }));
  return joinVersions(listOwnLegalTexts(document), approved).toReversed();
}

/** The text of a document that is in force. Its figures are still names: see `withPolicy`. */
export const findLegalInForce = async (
  document: LegalDocument,
  at: Date = now(),
  db: Reader = database(),
): Promise<LegalVersion> => versionInForce(await listLegalVersions(document, db), at);

/** The version of a document that is in force, which is the one people accept now. */
export const currentVersion = async (
  document: LegalDocument,
  at: Date = now(),
  db: Reader = database(),
): Promise<string> => (await findLegalInForce(document, at, db)).version;

/** The version of every document that is in force. */
export async function currentVersions(db: Reader = database()): Promise<Record<LegalDocument, string>> {
  const all: [LegalDocument, string][] = [];
  for (const document of LEGAL_DOCUMENTS) all.push([document, await currentVersion(document, now(), db)]);
  return Object.fromEntries(all) as Record<LegalDocument, string>;
}

/** Clears cached pages when the next scheduled version takes effect. */
function wakeAt(document: LegalDocument, versions: readonly LegalVersion[]): void {
  const timers = (holder.__stetLegalTimers ??= new Map());
  clearTimeout(timers.get(document));
  const next = versions.findLast((v) => v.effectiveAt > now());
  if (!next) return;
  const timer = setTimeout(
    () => {
      forgetPages(database()).catch((error: unknown) =>
        log.error("cached pages couldn't be told of a new legal text", error),
      );
    },
    timerUntil(next.effectiveAt, now()),
  );
  timer.unref();
  timers.set(document, timer);
}

/**
 * The versions of a document for its page, newest first. While the database is unavailable, the page shows what was
 * read last.
 */
export async function shownLegalVersions(document: LegalDocument): Promise<LegalVersion[]> {
  const shown = (holder.__stetLegalShown ??= new Map());
  try {
    const versions = await listLegalVersions(document);
    shown.set(document, versions);
    wakeAt(document, versions);
  } catch (error) {
    log.error("legal texts could not be read", error);
  }
  return shown.get(document) ?? listOwnLegalTexts(document).toReversed();
}

/** Clears this process's cached legal texts, because another database has its own. */
export function leaveLegalTexts(): void {
  for (const timer of holder.__stetLegalTimers?.values() ?? []) clearTimeout(timer);
  delete holder.__stetLegalTimers;
  delete holder.__stetLegalShown;
}

/** The operator's names for the legal texts, so that no text contains a made-up company. */
export async function operatorNames(
  db: Reader = database(),
): Promise<{ siteName: string; seller: string; seat: string }> {
  const seller = await getSeller(db);
  return { siteName: config().siteName, seller: seller.legalName, seat: seatOf(seller) };
}
