import { may } from "#app/platform/rules/core/duties.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { cancelableUntil, whyOutdated } from "#app/features/policy/rules/version-flow.ts";
import {
  LEGAL_DOCUMENTS,
  LEGAL_TITLES,
  type LegalDocument,
  type LegalVersion,
  OPERATOR_NAMES,
  isLegalDocument,
  legalTextFaults,
  mustAnnounce,
  typedFigures,
  versionInForce,
  withKnownFigures,
  withNames,
} from "#app/features/accounts/rules/legal.ts";
import {
  listLegalFigures,
  listLegalVersions,
  listOwnLegalTexts,
  operatorNames,
} from "#app/features/accounts/server/legal/legal-documents.ts";
import type { LegalRow } from "#app/features/accounts/server/legal/legal-version-rows.ts";
import { legalVersionName } from "../../rules/legal-draft.ts";
import { diffTexts, shortened } from "../../rules/text-diff.ts";
import { allowDuty } from "../allow-duty.ts";

/** The rows of one page. */
const MOST = 100;

/**
 * A version's status, as on its badge. "not used" is a text of the product that admins have replaced with their own.
 */
export type LegalState =
  | "draft"
  | "waiting"
  | "scheduled"
  | "in effect"
  | "replaced"
  | "canceled"
  | "discarded"
  | "not used";

type Named = Omit<LegalRow, "document"> & { document: string; drafter: string | null; decider: string | null };

const rows = () =>
  database()
    .selectFrom("legal_versions as v")
    .leftJoin("users as d", "d.uid", "v.draftedBy")
    .leftJoin("users as c", "c.uid", "v.decidedBy")
    .selectAll("v")
    .select(["d.displayName as drafter", "c.displayName as decider"]);

function stateOf(row: Pick<Named, "status" | "version" | "effectiveAt">, current: string, at: Date): LegalState {
  if (row.status === "proposed") return "waiting";
  if (row.status !== "approved") return row.status;
  if (row.effectiveAt! > at) return "scheduled";
  return row.version === current ? "in effect" : "replaced";
}

const line = (row: Named, current: string, at: Date) => ({
  id: row.id,
  version: row.version,
  state: stateOf(row, current, at),
  summary: row.summary,
  reason: row.reason,
  effectiveAt: row.effectiveAt?.toISOString() ?? null,
  drafter: row.drafter,
  decider: row.decider,
  note: row.decisionNote,
  announced: row.announcementId !== null,
});
export type LegalLine = ReturnType<typeof line>;

/** A text that the product comes with, as a line of the history. */
const ownLine = (own: LegalVersion, state: LegalState): LegalLine => ({
  id: own.version,
  version: own.version,
  state,
  summary: own.summary,
  reason: "",
  effectiveAt: own.effectiveAt.toISOString(),
  drafter: null,
  decider: null,
  note: null,
  announced: false,
});

const isOpen = (row: Pick<Named, "status">): boolean => row.status === "draft" || row.status === "proposed";

/** Every legal document: its version in effect, the next one, and open drafts. @throws refused unless admin */
export async function readLegalOverview(actor: Actor) {
  allowDuty(actor, "legalDrafts", "the legal texts");
  const at = now();
  const open = await rows().where("v.status", "in", ["draft", "proposed"]).orderBy("v.draftedAt").limit(MOST).execute();
  return {
    documents: await Promise.all(
      LEGAL_DOCUMENTS.map(async (document) => {
        const versions = await listLegalVersions(document);
        const current = versionInForce(versions, at);
        const next = versions.findLast((v) => v.effectiveAt > at && v.version !== current.version);
        return {
          document,
          title: LEGAL_TITLES[document],
          version: current.version,
          effectiveAt: current.effectiveAt.toISOString(),
          next: next ? { version: next.version, effectiveAt: next.effectiveAt.toISOString() } : null,
          drafts: open.filter((row) => row.document === document).map((row) => line(row, current.version, at)),
        };
      }),
    ),
  };
}

function requireDocument(name: string): LegalDocument {
  if (!isLegalDocument(name)) throw notFound("legal document");
  return name;
}

/** A legal document with its drafts and all its versions, newest first. @throws refused, not-found */
export async function readLegalDocument(actor: Actor, name: string) {
  allowDuty(actor, "legalDrafts", "the legal texts");
  const document = requireDocument(name);
  const at = now();
  const versions = await listLegalVersions(document);
  const current = versionInForce(versions, at);
  const all = await rows()
    .where("v.document", "=", document)
    .where("v.status", "<>", "discarded")
    .orderBy("v.draftedAt", "desc")
    .limit(MOST)
    .execute();
  const own = listOwnLegalTexts(document).map((text) =>
    ownLine(
      text,
      text.version === current.version
        ? "in effect"
        : !versions.some((v) => v.version === text.version)
          ? "not used"
          : text.effectiveAt > at
            ? "scheduled"
            : "replaced",
    ),
  );
  return {
    document,
    title: LEGAL_TITLES[document],
    version: current.version,
    ownDraft: all.find((row) => row.draftedBy === uidOf(actor) && isOpen(row))?.id ?? null,
    open: all.filter(isOpen).map((row) => line(row, current.version, at)),
    history: [...all.filter((row) => row.version !== null).map((row) => line(row, current.version, at)), ...own].sort(
      (a, b) => b.effectiveAt!.localeCompare(a.effectiveAt!) || b.version!.localeCompare(a.version!),
    ),
  };
}

/** A text as its page would show it, for a preview: names and figures filled in, and unknown names left visible. */
async function filled(body: string): Promise<string> {
  return withNames(withKnownFigures(body, await listLegalFigures()), await operatorNames());
}

async function findDraft(draftId: string): Promise<Named & { document: LegalDocument }> {
  const row = await rows().where("v.id", "=", draftId).executeTakeFirst();
  if (!row) throw notFound("legal text");
  return { ...row, document: requireDocument(row.document) };
}

/**
 * A draft with what it changes, what has to be corrected first, and the figures it may name. One that was approved says
 * its version.
 * @throws refused, not-found
 */
export async function readLegalDraft(actor: Actor, draftId: string) {
  allowDuty(actor, "legalDrafts", "the legal texts");
  const row = await findDraft(draftId);
  const { document } = row;
  const at = now();
  const versions = await listLegalVersions(document);
  const newest = versions[0]!;
  const inForce = versionInForce(versions, at);
  const figures = await listLegalFigures();
  const names = await operatorNames();
  const decides: boolean = may(actor, "legal");
  return {
    ...line(row, "", at),
    document,
    title: LEGAL_TITLES[document],
    body: row.body,
    announce: row.announce,
    alwaysAnnounced: mustAnnounce(document),
    revision: row.revision,
    revertedFrom: row.revertedFrom,
    own: row.draftedBy === uidOf(actor),
    decides,
    /** Why the draft has to be compared with a newer version first, or null. */
    outdated: whyOutdated(row.basedOn, newest.version, legalVersionName),
    newest: newest.version,
    inForce: inForce.version,
    faults: legalTextFaults(row.body, new Set(Object.keys(figures))),
    typed: typedFigures(row.body),
    changes: shortened(diffTexts(newest.body, row.body)),
    /** Compared with the version in effect, if a later one is scheduled. */
    changesNow: inForce.version === newest.version ? null : shortened(diffTexts(inForce.body, row.body)),
    figures: [
      ...OPERATOR_NAMES.map((name) => ({ name, value: names[name] })),
      ...Object.entries(figures).map(([name, value]) => ({ name, value })),
    ],
  };
}
export type LegalDraftView = Awaited<ReturnType<typeof readLegalDraft>>;

/** A draft as its public page would show it. @throws refused, not-found */
export async function previewLegalDraft(actor: Actor, draftId: string) {
  allowDuty(actor, "legalDrafts", "the legal texts");
  const row = await findDraft(draftId);
  return {
    document: row.document,
    title: LEGAL_TITLES[row.document],
    summary: row.summary,
    effectiveAt: row.effectiveAt?.toISOString() ?? null,
    body: await filled(row.body),
  };
}

/** An approved, canceled, or own version: what it changed, and the ways to undo it. @throws refused, not-found */
export async function readLegalVersionPage(actor: Actor, name: string, version: string) {
  allowDuty(actor, "legalDrafts", "the legal texts");
  const document = requireDocument(name);
  const at = now();
  const versions = await listLegalVersions(document);
  const current = versionInForce(versions, at);
  const row = await rows().where("v.document", "=", document).where("v.version", "=", version).executeTakeFirst();
  const own = listOwnLegalTexts(document).find((text) => text.version === version);
  const listed = versions.findIndex((v) => v.version === version);
  const it = row
    ? line(row, current.version, at)
    : own
      ? ownLine(
          own,
          listed < 0
            ? "not used"
            : own.version === current.version
              ? "in effect"
              : own.effectiveAt > at
                ? "scheduled"
                : "replaced",
        )
      : null;
  if (!it) throw notFound("version of this document");
  const body = row?.body ?? own!.body;
  // The version it was based on. One that was canceled since is no longer listed.
  const before = row
    ? await bodyOf(document, row.basedOn)
    : listed >= 0
      ? (versions[listed + 1]?.body ?? null)
      : current.body;
  const decides: boolean = may(actor, "legal");
  return {
    ...it,
    document,
    title: LEGAL_TITLES[document],
    body,
    current: current.version,
    changes: before === null ? null : shortened(diffTexts(before, body)),
    /** Compared with the text in effect, to show what returning to this one would change. */
    changesNow: version === current.version ? null : shortened(diffTexts(current.body, body)),
    mayCancel: decides && row?.status === "approved" && at < cancelableUntil(row.effectiveAt!),
    mayReturn: version !== current.version && (it.state === "replaced" || it.state === "not used"),
    onPage: listed >= 0,
  };
}

/** The text of a version, canceled or not, or null if there is none. */
async function bodyOf(document: LegalDocument, version: string): Promise<string | null> {
  const row = await database()
    .selectFrom("legal_versions")
    .select("body")
    .where("document", "=", document)
    .where("version", "=", version)
    .executeTakeFirst();
  return row?.body ?? listOwnLegalTexts(document).find((text) => text.version === version)?.body ?? null;
}
