import type { Selectable, Updateable } from "kysely";
import { z } from "zod";
import type { PolicyVersionsTable } from "#db/schema.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { type Duty, may, only } from "#app/platform/rules/core/duties.ts";
import { type Problem, conflict } from "#app/platform/rules/core/errors.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { MOST_DAYS_AHEAD, cancelableUntil, versionFlow, whyOutdated } from "../rules/version-flow.ts";

type Table = PolicyVersionsTable;
type Content = "version" | "basedOn" | "revertedFrom" | "figures" | "announcedAt" | "draftedBy";
/** The columns of every version, whatever it's a version of. */
export type VersionRow = Omit<Selectable<Table>, Content> & {
  version: number | string | null;
  basedOn: number | string;
  draftedBy: string | null;
};
type Change = Omit<Updateable<Table>, Content | "id" | "status">;
type Newest<Row extends VersionRow> = { version: Row["basedOn"]; effectiveAt: Date | null };

/** What differs between things that change by versions with two people. */
type VersionKind<Row extends VersionRow, N extends Newest<Row>> = {
  table: "policy_versions" | "legal_versions" | "policy_profile_versions" | "email_template_versions";
  /** What a draft is, in words: "change", "text". */
  noun: string;
  /** What there are decisions about: "policy changes". */
  nouns: string;
  drafts: Duty;
  decides: Duty;
  /** A draft or version, locked for this transaction. @throws not-found */
  lock(tx: Tx, id: string): Promise<Row>;
  /** The newest approved version, whether it applies already or not. */
  newest(tx: Tx, row: Row): Promise<N>;
  /** A version at the beginning of a sentence: "Version 3". */
  nameOf: (version: Row["basedOn"]) => string;
  /** Whether numbers say which of two versions is newer. Otherwise no two may take effect in the same moment. */
  numbered: boolean;
  /** Asks for a date that isn't over. */
  chooseAhead: string;
  /** What brings a draft up to date, as a sentence. */
  bringsUpToDate: string;
  takenBack(ctx: CommandContext, row: Row): Promise<unknown>;
  discarded(ctx: CommandContext, row: Row): Promise<unknown>;
  declined(ctx: CommandContext, row: Row, reason: string): Promise<unknown>;
};

/**
 * Versions that one person drafts and proposes, and another approves: the moves of `versionFlow`, and what has to be
 * true before each. Commands with content of their own (start, save, propose, approve, cancel) are built from these.
 * `Approved` is what an approval stores in this table besides the common columns.
 */
export function versions<
  Row extends VersionRow,
  N extends Newest<Row>,
  Approved extends { version: NonNullable<Row["version"]> },
>(kind: VersionKind<Row, N>) {
  const { noun } = kind;

  /** True for the person whose draft it is, or why not. */
  const isDrafter = (actor: Actor, draft: Row): true | string =>
    may(actor, kind.drafts) && uidOf(actor) === draft.draftedBy
      ? true
      : "Only the person who started this draft can change it.";

  /** True for everyone who may decide and didn't write it, or why not: a change needs two people. */
  function isChecker(actor: Actor, draft: Row): true | string {
    if (!may(actor, kind.decides)) return only(kind.decides, `decide about ${kind.nouns}`);
    return uidOf(actor) !== draft.draftedBy || `Another admin has to decide about your ${noun}.`;
  }

  /** @throws conflict if the draft was approved or discarded */
  function requireOpen(draft: Row): void {
    if (draft.version !== null)
      throw conflict(
        "draft_approved",
        `This ${noun} was approved already.`,
        "Nothing was saved. Start a new draft to change something else.",
      );
    if (draft.status === "discarded")
      throw conflict("draft_discarded", "This draft was discarded.", "Nothing was saved. Start a new draft instead.");
  }

  /** @throws conflict unless the draft is open and isn't proposed */
  function requireEditable(draft: Row): void {
    requireOpen(draft);
    if (draft.status !== "draft")
      throw conflict(
        "draft_proposed",
        "This draft is waiting for approval, so it can't be changed.",
        "Take it back first, then try again.",
      );
  }

  /** @throws conflict if the draft was saved since the requesting page was opened */
  function requireSeen(draft: Row, revision: number): void {
    if (draft.revision === revision) return;
    throw conflict(
      "draft_changed",
      "This draft was changed after you opened the page.",
      "What you typed is still here. Open the draft in another tab to see the change, then reload this page and enter yours again.",
    );
  }

  /** @throws conflict when another version was approved since the draft began, or the one it began with was canceled */
  async function requireNewest(tx: Tx, draft: Row): Promise<N> {
    const newest = await kind.newest(tx, draft);
    const why = whyOutdated(draft.basedOn, newest.version, kind.nameOf);
    if (why === null) return newest;
    throw conflict("newer_version", why, `${kind.bringsUpToDate} Then check it again.`);
  }

  /** Makes a move of the flow. @throws conflict when it was made already, or the draft has moved on */
  async function move(tx: Tx, row: Row, name: keyof typeof versionFlow.moves, change: Change = {}): Promise<void> {
    const { from, to } = versionFlow.moves[name];
    const moved = await tx
      // Every table of versions has these columns.
      .updateTable(kind.table as "policy_versions")
      .set({ ...change, status: to as VersionRow["status"] })
      .where("id", "=", row.id)
      .where("status", "in", from)
      .returning("id")
      .executeTakeFirst();
    if (moved) return;
    throw conflict(
      "version_moved_on",
      `Somebody has already decided about this ${noun}.`,
      "Reload the page to see its status.",
    );
  }

  const seenDraft = z.object({ draftId: z.string(), revision: z.coerce.number().int() });
  const ownDraft = {
    input: z.object({ draftId: z.string() }),
    load: ({ draftId }: { draftId: string }, { tx }: CommandContext) => kind.lock(tx, draftId),
    allow: isDrafter,
  };

  return {
    isDrafter,
    isChecker,
    requireOpen,
    requireEditable,
    requireSeen,
    requireNewest,
    /** The input of what's done to a draft as it was on the page. */
    seenDraft,
    /** What's done to one's own draft, as it is now. */
    ownDraft,

    /** Withdraws the actor's proposal, so that they can change it. Repeating it does nothing. */
    takeBack: command({
      ...ownDraft,
      async run({ thing: draft, ...ctx }): Promise<void> {
        if (draft.status === "draft") return;
        await move(ctx.tx, draft, "take_back", { proposedAt: null });
        await kind.takenBack(ctx, draft);
      },
    }),

    /** Discards the actor's draft, and returns it. Repeating it does nothing. */
    discard: command({
      ...ownDraft,
      async run({ thing: draft, ...ctx }): Promise<Row> {
        if (draft.status === "discarded") return draft;
        await move(ctx.tx, draft, "discard", { decidedAt: ctx.now });
        await kind.discarded(ctx, draft);
        return draft;
      },
    }),

    /** Declines another person's proposal, with a reason. The draft stays, so that it can be corrected. */
    decline: command({
      input: seenDraft.extend({ note: reasonText("Say what should change.", 3) }),
      load: ({ draftId }, { tx }) => kind.lock(tx, draftId),
      allow: isChecker,
      async run({ input, thing: draft, ...ctx }): Promise<void> {
        requireSeen(draft, input.revision);
        await move(ctx.tx, draft, "decline", {
          decidedBy: uidOf(ctx.actor),
          decidedAt: ctx.now,
          decisionNote: input.note,
          proposedAt: null,
        });
        await kind.declined(ctx, draft, input.note);
      },
    }),

    /**
     * Checks when a proposal takes effect; null is as soon as it's approved.
     * @param refuse marks the date's field
     * @throws invalid when the date isn't ahead, is too far ahead, or isn't after the newest version's
     */
    requireAhead(effectiveAt: Date | null, newest: Newest<Row>, now: Date, refuse: (why: string) => Problem): void {
      if (effectiveAt === null) return;
      if (effectiveAt <= now) throw refuse(kind.chooseAhead);
      if (effectiveAt > after(now, MOST_DAYS_AHEAD * DAY)) throw refuse("Choose a date within a year.");
      if (newest.effectiveAt && effectiveAt <= newest.effectiveAt)
        throw refuse(
          `${kind.nameOf(newest.version)} takes effect then or later. Choose a later date, or cancel that version.`,
        );
    },

    /** Proposes a draft. */
    propose: (
      { tx, now }: CommandContext,
      draft: Row,
      { effectiveAt, reason }: { effectiveAt: Date | null; reason: string },
    ): Promise<void> =>
      move(tx, draft, "propose", {
        // The reason and the date are part of what gets approved, so a proposal counts as a save.
        revision: draft.revision + 1,
        reason,
        effectiveAt,
        proposedAt: now,
        decidedBy: null,
        decidedAt: null,
        decisionNote: null,
      }),

    /**
     * When an approved draft takes effect.
     * @throws conflict if its date has passed, or the newest version takes effect later
     */
    effectOf(draft: Row, newest: Newest<Row>, now: Date): Date {
      if (draft.effectiveAt && draft.effectiveAt <= now)
        throw conflict(
          "date_passed",
          `The effective date passed while this ${noun} was waiting.`,
          "Decline it, so that the person who drafted it can choose another date.",
        );
      const effectiveAt = draft.effectiveAt ?? now;
      const earliest = newest.effectiveAt && (kind.numbered ? newest.effectiveAt : after(newest.effectiveAt, 1));
      if (earliest && earliest > effectiveAt)
        throw conflict(
          "scheduled_first",
          `${kind.nameOf(newest.version)} is scheduled and takes effect later than this ${noun}.`,
          `Cancel that version first, or decline this ${noun} so that it gets a later date.`,
        );
      return effectiveAt;
    },

    /** Approves a draft. */
    approve: ({ tx, actor, now }: CommandContext, draft: Row, effectiveAt: Date, more: Approved): Promise<void> =>
      move(tx, draft, "approve", { ...more, effectiveAt, decidedBy: uidOf(actor), decidedAt: now }),

    /**
     * Cancels a scheduled version.
     * @throws conflict once it's in effect, or while a later version builds on it
     */
    async cancel({ tx, now }: CommandContext, row: Row, note: string): Promise<void> {
      if (now >= cancelableUntil(row.effectiveAt!))
        throw conflict(
          "in_effect",
          `${kind.nameOf(row.version!)} is already in effect, or will be within a minute.`,
          "To undo it, go back to an earlier version.",
        );
      const newest = await kind.newest(tx, row);
      if (newest.version !== row.version)
        throw conflict(
          "built_upon",
          `${kind.nameOf(newest.version)} builds on this one.`,
          "Cancel that version first.",
        );
      await move(tx, row, "cancel", { decisionNote: note, decidedAt: now });
    },
  };
}
