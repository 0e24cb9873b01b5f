import { href } from "react-router";
import { removeSnippet, saveSnippet } from "#app/features/editors/server/snippets.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { questionOf } from "#app/features/style-sheets/rules/entry-words.ts";
import { askQuery } from "#app/features/messages/server/ask-query.ts";
import { markThreadRead } from "#app/features/messages/server/mark-thread-read.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { takeThreadForm } from "#app/features/messages/server/thread-form.ts";
import { withdrawQuery } from "#app/features/messages/server/withdraw-query.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { formTexts } from "#app/platform/rules/text/form-text.ts";
import { type FormRequest, type Intent, type PageAnswer, intent } from "#app/platform/server/requests/page-frame.ts";
import { sentencesFor } from "../../rules/work/edit-formats.ts";
import { handBackOrder } from "../../server/lifecycle/hand-back-order.ts";
import { resolveFindings } from "../../server/review/resolve-findings.ts";
import type { EditKind } from "#app/features/documents/rules/kinds/edit-kind.ts";
import { TURN_UNDONE, turnChanges, turnedWords, undoTurn } from "../../server/policy/turn-changes.ts";
import { makeTrackedCopy } from "../../server/work/make-tracked-copy.ts";
import { markDocumentQuery } from "../../server/work/mark-document-query.ts";
import { recordProgress } from "../../server/work/record-progress.ts";
import { startOrder } from "../../server/work/start-order.ts";
import { startRevision } from "../../server/work/start-revision.ts";
import { sayWhereEditEnds } from "../../server/words/say-where-edit-ends.ts";
import { writeEntry } from "../../server/style-sheet/write-entry.ts";
import { keepTime } from "../../server/work/work-times.ts";
import { submitWork } from "../../server/work/submit-work.ts";
import { writeLetter } from "../../server/work/write-letter.ts";
import { reportWordsIntents } from "../words-intents.ts";
import { changeIntents } from "../change-intents.ts";
import { readingMessageIntents } from "../reading-message-intents.ts";
import { dateIntents } from "../date-intents.ts";
import type { Route } from "../+types/editor-order";
import { keptIntents, styleIntents } from "../style-intents.ts";

/** `about` is the question that an answer belongs to, `advice` a remark on a message that was sent. */
export type Extra = { about: string; advice: string | null };
export type Answer = PageAnswer<Extra>;
const orderOf = ({ params }: FormRequest<Route.ActionArgs>) => ({ orderId: params.orderId });

/** Confirms a finding, or withdraws the confirmation. */
const resolve = (resolved: boolean) =>
  intent({
    command: resolveFindings,
    input: ({ params, text }: FormRequest<Route.ActionArgs>) => ({
      orderId: params.orderId,
      sourceFileId: text("sourceFileId"),
      kind: text("kind"),
      key: text("key") || undefined,
      reason: text("reason"),
      resolved,
    }),
  });

/** What an editor can do on an order's page. */
export const intents: Record<string, Intent<Route.ActionArgs, Extra>> = {
  ...styleIntents,
  ...keptIntents,
  ...readingMessageIntents<Route.ActionArgs, Extra>(),
  ...dateIntents<Route.ActionArgs, Extra>(),
  ...changeIntents<Route.ActionArgs, Extra>(),
  ...reportWordsIntents<Route.ActionArgs, Extra>(),
  start: intent({ command: startOrder, input: orderOf, done: "Work started." }),
  hand_back: intent({
    command: handBackOrder,
    input: ({ params, text }) => ({ orderId: params.orderId, reason: text("reason"), words: text("words") }),
    goTo: () => `${href("/editor/orders")}?handed-back`,
  }),
  start_revision: intent({ command: startRevision, input: orderOf, done: "Revision started." }),
  progress: intent({
    command: recordProgress,
    input: ({ params, text }) => ({ orderId: params.orderId, words: text("words"), note: text("note") }),
    done: "Progress reported. The author can see it.",
  }),
  keep_time: intent({
    command: keepTime,
    input: ({ params, text }) => ({
      orderId: params.orderId,
      act: text("act") as "start" | "stop" | "set",
      minutes: text("minutes") || undefined,
    }),
  }),
  letter: intent({
    command: writeLetter,
    input: ({ params, text }) => ({ orderId: params.orderId, letter: text("letter") }),
    done: "Letter saved.",
  }),
  submit: async ({ actor, params, form, text }) => {
    // Saved first, so that it isn't lost if the gate blocks the work.
    if (text("lastEdited")) await sayWhereEditEnds(actor, { orderId: params.orderId, lastEdited: text("lastEdited") });
    const { outcome, open, formats } = await submitWork(actor, {
      orderId: params.orderId,
      letter: text("letter"),
      noAi: form.has("noAi"),
    });
    const passed = sentencesFor(formats, "passed");
    if (outcome === "sheet")
      return {
        typed: formTexts(form),
        error: conflict(
          "findings_open",
          `${passed} ${open === 1 ? "One change" : `${open.toLocaleString("en-US")} changes`} below ${open === 1 ? "needs" : "need"} your confirmation.`,
          "Confirm each change, then submit again. Your letter is saved.",
        ).toJSON(),
      };
    if (outcome === "submitted") await keepTime(actor, { orderId: params.orderId, act: "stop" });
    return outcome === "submitted" ? { done: `Work submitted. ${passed}` } : {};
  },
  check: async ({ actor, params }) => {
    await submitWork(actor, { orderId: params.orderId, check: true });
  },
  resolve: resolve(true),
  unresolve: resolve(false),
  track: async ({ actor, params, text }) => {
    await makeTrackedCopy(actor, { orderId: params.orderId, trackedFileId: text("trackedFileId") });
    const { outcome } = await submitWork(actor, { orderId: params.orderId, check: true });
    return {
      done:
        outcome === "stopped"
          ? "We made a tracked copy of your upload. It isn't ready to submit yet. See below for what to do."
          : "We made a tracked copy of your upload. Review it, then submit it.",
    };
  },
  turn: async ({ actor, params, text }) => {
    const { turned } = await turnChanges(actor, {
      orderId: params.orderId,
      trackedFileId: text("trackedFileId"),
      change: text("change") || undefined,
      kind: (text("kind") || undefined) as EditKind | undefined,
    });
    await submitWork(actor, { orderId: params.orderId, check: true });
    return { done: turnedWords(turned) };
  },
  undo_turn: async ({ actor, params, text }) => {
    await undoTurn(actor, { orderId: params.orderId, trackedFileId: text("trackedFileId") });
    await submitWork(actor, { orderId: params.orderId, check: true });
    return { done: TURN_UNDONE };
  },
  query: intent({
    command: askQuery,
    input: async ({ actor, params, form }) => ({
      ...(await takeThreadForm(actor, form)),
      orderId: params.orderId,
      blocking: form.has("blocking"),
    }),
    reply: ({ notice }) => ({ advice: notice }),
  }),
  snippet: intent({
    command: saveSnippet,
    input: ({ actor, text }) => ({ editorId: uidOf(actor) ?? "", name: text("name"), body: text("snippet") }),
    done: ({ name }) => `Snippet saved. Type ;${name} and a space to insert it.`,
  }),
  remove_snippet: intent({
    command: removeSnippet,
    input: ({ actor, text }) => ({ editorId: uidOf(actor) ?? "", name: text("name") }),
    done: "Snippet removed.",
  }),
  style_entry: intent({
    command: writeEntry,
    input: ({ params, text }) => ({
      orderId: params.orderId,
      about: text("about"),
      part: text("part"),
      form: text("form"),
      others: text("others"),
      note: text("note"),
    }),
    done: ({ form }) => `“${form}” is on this order's style sheet.`,
  }),
  ask_form: intent({
    command: askQuery,
    input: ({ params, text }) => ({
      orderId: params.orderId,
      body: questionOf(text("options").split("\n")),
      // The same question about the same forms is asked once.
      clientKey: `form-${text("key")}`.slice(0, 64),
    }),
    done: "Your question was sent.",
  }),
  mark_query: intent({
    command: markDocumentQuery,
    input: ({ params, text }) => {
      const [asks = "", queryId = ""] = text("mark").split(":");
      return { orderId: params.orderId, queryId, asks };
    },
  }),
  withdraw: intent({
    command: withdrawQuery,
    input: ({ params, text }) => ({ orderId: params.orderId, queryId: text("queryId") }),
    done: "Question withdrawn.",
  }),
  message: intent({
    command: postMessage,
    input: async ({ actor, params, form }) => ({
      ...(await takeThreadForm(actor, form)),
      orderId: params.orderId,
      askStaff: form.has("askStaff"),
    }),
    reply: ({ advice }) => ({ advice }),
  }),
  read: intent({
    command: markThreadRead,
    input: ({ params, text }) => ({ orderId: params.orderId, upTo: text("upTo") || undefined }),
  }),
};
