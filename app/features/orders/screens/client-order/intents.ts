import { zoneOf } from "#app/platform/rules/core/actor.ts";
import { href } from "react-router";
import { clientPathOf } from "#app/features/accounts/server/sign-in/client-path-of.ts";
import { issueCertificate } from "#app/features/certificates/server/issue-certificate.ts";
import { revokeCertificate } from "#app/features/certificates/server/revoke-certificate.ts";
import { takeLaterDate } from "#app/features/matching/server/take-later-date.ts";
import { answerQuery } from "#app/features/messages/server/answer-query.ts";
import { markThreadRead } from "#app/features/messages/server/mark-thread-read.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { takeThreadForm } from "#app/features/messages/server/thread-form.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { closeLateRevision } from "#app/features/payments/server/refunds/late-revisions.ts";
import { goToCheckout } from "#app/features/payments/server/checkout/go-to-checkout.ts";
import { sendProblem } from "#app/features/payments/server/problems/report-problem.ts";
import { withdrawFromContract } from "#app/features/payments/server/cancel/withdraw-from-contract.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatInstant } from "#app/platform/rules/core/time.ts";
import { type FormRequest, type Intent, type PageAnswer, intent } from "#app/platform/server/requests/page-frame.ts";
import { discardDraft } from "../../server/drafts/discard-draft.ts";
import { startResponse } from "../../server/drafts/start-response.ts";
import { startReEdit } from "../../server/drafts/start-re-edit.ts";
import { acceptOrder } from "../../server/lifecycle/accept-order.ts";
import { requestRevision } from "../../server/lifecycle/request-revision.ts";
import { removeVersion } from "../../server/revisions/remove-version.ts";
import { askDeletion } from "../../server/retention/ask-deletion.ts";
import { chooseKeepDays } from "../../server/retention/choose-keep-days.ts";
import { chooseToWait } from "../../server/late/choose-to-wait.ts";
import { answerDocumentQuery } from "../../server/work/answer-document-query.ts";
import { writeAnswers } from "../../server/work/write-answers.ts";
import { answerChargeIntents } from "../charge-intents.ts";
import { changeIntents } from "../change-intents.ts";
import { dateIntents } from "../date-intents.ts";
import type { Route } from "../+types/client-order";
import { styleIntents } from "../style-intents.ts";

/** `about` is the question or file an answer belongs to, `advice` a note about a message that was sent. */
export type Extra = { about: string; advice: string | null };
export type Answer = PageAnswer<Extra, string>;
const orderOf = ({ params }: FormRequest<Route.ActionArgs>) => ({ orderId: params.orderId });

/** A yes or no without a default. */
const answered = (text: string): boolean | undefined => (text === "yes" ? true : text === "no" ? false : undefined);

/** What a client can do on an order's page. */
export const intents: Record<string, Intent<Route.ActionArgs, Extra>> = {
  ...styleIntents,
  ...dateIntents<Route.ActionArgs, Extra>(),
  ...changeIntents<Route.ActionArgs, Extra>(),
  ...answerChargeIntents<Route.ActionArgs, Extra>(),
  pay: ({ actor, params, form }) => goToCheckout(actor, params.orderId, form),
  accept: intent({ command: acceptOrder, input: orderOf, done: "Order accepted. Thank you." }),
  revision: intent({
    command: requestRevision,
    input: ({ params, text }) => ({
      orderId: params.orderId,
      note: text("note"),
      expectedMinor: text("expectedMinor") || 0,
    }),
    done: "Revision requested. We've told your editor.",
  }),
  remove_version: intent({
    command: removeVersion,
    input: ({ text }) => ({ fileId: text("fileId") }),
    done: "New version removed.",
  }),
  problem: async ({ actor, params, text, form }) => {
    const { dueAt } = await sendProblem(
      actor,
      {
        orderId: params.orderId,
        what: text("what"),
        refundTo: text("refundTo") === "balance" ? "balance" : "card",
      },
      form,
    );
    const by = formatInstant(dueAt, zoneOf(actor));
    return { done: `Problem reported. We'll decide by ${by}.` };
  },
  certificate: intent({
    command: issueCertificate,
    input: ({ params, form }) => ({
      orderId: params.orderId,
      showTitle: form.has("showTitle"),
      showAuthor: form.has("showAuthor"),
      showOrcid: form.has("showOrcid"),
    }),
    done: ({ certificateId }) =>
      `Certificate ${certificateId} created. Its PDF has the code and the link for checking a file.`,
  }),
  declaration: intent({
    command: issueCertificate,
    input: ({ params, text }) => ({
      orderId: params.orderId,
      kind: "declaration" as const,
      showTitle: answered(text("showTitle")),
      showAuthor: answered(text("showAuthor")),
      showOrcid: text("showOrcid") === "yes",
    }),
    done: ({ certificateId }) =>
      `Declaration ${certificateId} created. Its PDF has the code and the link for checking a file.`,
  }),
  "revoke-certificate": intent({
    command: revokeCertificate,
    input: ({ text }) => ({ certificateId: text("certificateId") }),
    done: "Revoked, and its content deleted.",
  }),
  keep: intent({
    command: chooseKeepDays,
    input: ({ params, text }) => ({ orderId: params.orderId, days: text("days") }),
    done: (_kept, { text }) => `Files kept for ${text("days")} days.`,
  }),
  delete_files: intent({
    command: askDeletion,
    input: orderOf,
    done: "Deletion requested. We delete the files within a few minutes.",
  }),
  re_edit: intent({
    command: startReEdit,
    input: orderOf,
    goTo: ({ id }) => `${href("/order/new/form")}?order=${id}`,
  }),
  reviewers: intent({
    command: startResponse,
    input: orderOf,
    goTo: ({ id }) => `${href("/order/new/form")}?order=${id}`,
  }),
  later: intent({
    command: takeLaterDate,
    input: orderOf,
    done: "New due date confirmed. We're looking for an editor again.",
  }),
  close_revision: intent({
    command: closeLateRevision,
    input: ({ params, text }) => ({ orderId: params.orderId, expectedRefundMinor: text("expectedRefundMinor") }),
    done: ({ refundMinor, currency }) =>
      refundMinor > 0
        ? `Revision closed. We'll refund ${formatMoney(refundMinor, currency)} the way it was paid.`
        : "Revision closed.",
  }),
  wait: intent({
    command: chooseToWait,
    input: ({ params, text }) => ({ orderId: params.orderId, until: text("until") }),
    done: ({ until }, { actor }) =>
      `You're waiting until ${formatInstant(until, zoneOf(actor))}. You can still cancel for a full refund before that.`,
  }),
  discard: intent({
    command: discardDraft,
    input: orderOf,
    goTo: (_gone, { actor }) => clientPathOf(actor, "/my-orders"),
  }),
  cancel: intent({
    command: cancelOrder,
    input: ({ params, text }) => ({
      orderId: params.orderId,
      expectedRefundMinor: text("expectedRefundMinor"),
      reason: text("reason"),
    }),
    done: ({ refundMinor, currency }) =>
      refundMinor > 0
        ? `Order canceled. We'll refund ${formatMoney(refundMinor, currency)} the way it was paid.`
        : "Order canceled.",
  }),
  withdraw: intent({
    command: withdrawFromContract,
    input: ({ params, text }) => ({
      orderId: params.orderId,
      expectedRefundMinor: text("expectedRefundMinor"),
      reason: text("reason"),
    }),
    done: ({ refundMinor, currency }) =>
      `You withdrew from the contract. ${refundMinor > 0 ? `We'll refund ${formatMoney(refundMinor, currency)} the way it was paid.` : "There is no refund."} We've emailed you a confirmation.`,
  }),
  document_query: intent({
    command: answerDocumentQuery,
    input: ({ params, text }) => ({
      orderId: params.orderId,
      queryId: text("queryId"),
      version: text("version"),
      state: text("as").split(":")[0] ?? "",
      choice: text("choice") === "" ? null : text("choice"),
      answer: text("answer").replace(/\r\n/g, "\n"),
    }),
    reply: (_answered, { text }) => ({ about: text("queryId") }),
  }),
  write_answers: intent({
    command: writeAnswers,
    input: ({ params, text }) => ({ orderId: params.orderId, fileId: text("fileId") }),
    reply: (_written, { text }) => ({ about: text("fileId") }),
  }),
  answer: intent({
    command: answerQuery,
    input: async ({ actor, params, form, text }) => ({
      ...(await takeThreadForm(actor, form)),
      orderId: params.orderId,
      queryId: text("queryId"),
    }),
    done: "Answer sent.",
    reply: (_answered, { text }) => ({ about: text("queryId") }),
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
