import { assignEditor } from "#app/features/matching/server/assign-editor.ts";
import { markThreadRead } from "#app/features/messages/server/mark-thread-read.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { takeThreadForm } from "#app/features/messages/server/thread-form.ts";
import { resendOrderEmail } from "#app/features/backoffice/server/resend-order-email.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { declineProblem } from "#app/features/payments/server/problems/decline-problem.ts";
import { orderRedo } from "#app/features/payments/server/refunds/order-redo.ts";
import { proposeRefund } from "#app/features/payments/server/refunds/propose-refund.ts";
import { withdrawFromContract } from "#app/features/payments/server/cancel/withdraw-from-contract.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { type FormRequest, type Intent, type PageAnswer, intent } from "#app/platform/server/requests/page-frame.ts";
import { QA_PARTS, type QaScores } from "../../rules/review/qa.ts";
import { changeHold } from "../../server/holds/change-hold.ts";
import { holdOrder } from "../../server/holds/hold-order.ts";
import { releaseOrder } from "../../server/lifecycle/release-order.ts";
import { reassignLateOrder } from "../../server/late/reassign-late-order.ts";
import { unholdOrder } from "../../server/holds/unhold-order.ts";
import { assignReader } from "#app/features/matching/server/readings/accept-reading.ts";
import { formatHours } from "#app/platform/rules/core/time.ts";
import { skipByStaff } from "../../server/reading/end-reading.ts";
import { releaseReader } from "../../server/reading/release-reader.ts";
import { failQa } from "../../server/review/fail-qa.ts";
import { passQa } from "../../server/review/pass-qa.ts";
import { addOrderNote } from "../../server/work/add-order-note.ts";
import { chargeIntents } from "../charge-intents.ts";
import { changeIntents } from "../change-intents.ts";
import { readingMessageIntents } from "../reading-message-intents.ts";
import { dateIntents } from "../date-intents.ts";
import { decideWordsIntents, reportWordsIntents } from "../words-intents.ts";
import { moneyTyped } from "#app/platform/rules/text/typed-money.ts";
import { REDO_MS } from "../../rules/work/revision.ts";
import type { Route } from "../+types/admin-order";

/** `advice` is a note about a message that was sent. */
export type Extra = { advice: string | null };
export type Answer = PageAnswer<Extra>;

type Asked = FormRequest<Route.ActionArgs>;
const reviewIn = ({ params, text }: Asked) => ({
  orderId: params.orderId,
  note: text("note"),
  scores: Object.fromEntries(QA_PARTS.map((p) => [p.code, text(p.code)])) as unknown as QaScores,
});
const reasonIn = ({ params, text }: Asked) => ({ orderId: params.orderId, reason: text("reason") });

/** What staff can do on an order's page. */
export const intents: Record<string, Intent<Route.ActionArgs, Extra>> = {
  ...readingMessageIntents<Route.ActionArgs, Extra>(),
  ...dateIntents<Route.ActionArgs, Extra>(),
  ...changeIntents<Route.ActionArgs, Extra>(),
  ...chargeIntents<Route.ActionArgs, Extra>(),
  ...reportWordsIntents<Route.ActionArgs, Extra>(),
  ...decideWordsIntents<Route.ActionArgs, Extra>(),
  pass: intent({ command: passQa, input: reviewIn, done: "Review passed. Work delivered." }),
  fail: intent({
    command: failQa,
    input: (asked) => ({ ...reviewIn(asked), ignoredInstruction: asked.form.has("ignoredInstruction") }),
    done: "Sent back to the editor.",
  }),
  assign: intent({
    command: assignEditor,
    input: (asked) => ({ ...reasonIn(asked), editorId: asked.text("editorId") }),
    done: "Editor assigned.",
  }),
  assign_reader: intent({
    command: assignReader,
    input: ({ params, text }) => ({ orderId: params.orderId, editorId: text("editorId") }),
    done: "Second reader chosen. We've notified them.",
  }),
  release_reader: intent({
    command: releaseReader,
    input: ({ text }) => ({ readingId: text("readingId"), reason: text("reason") }),
    done: "Second reader removed. We're looking for another one.",
  }),
  skip_reading: intent({
    command: skipByStaff,
    input: ({ params }) => ({ orderId: params.orderId }),
    done: "The order continues without a second reader. Their part of the price is refunded.",
  }),
  release: intent({
    command: releaseOrder,
    input: (asked) => ({ ...reasonIn(asked), words: asked.text("words") }),
    done: "Editor removed. We're looking for another editor.",
  }),
  reassign_late: intent({
    command: reassignLateOrder,
    input: (asked) => ({ ...reasonIn(asked), words: asked.text("words") }),
    done: "Decided. We're looking for another editor.",
  }),
  hold: intent({
    command: holdOrder,
    input: (asked) => ({ ...reasonIn(asked), until: asked.text("until"), ownerId: asked.text("ownerId") }),
    done: "Order on hold. All deadlines are paused.",
  }),
  change_hold: intent({
    command: changeHold,
    input: ({ params, text }) => ({ orderId: params.orderId, ownerId: text("ownerId"), until: text("until") }),
    done: "Hold changed.",
  }),
  unhold: intent({
    command: unholdOrder,
    input: ({ params }) => ({ orderId: params.orderId }),
    done: "Order resumed. Every deadline moved by the time it was on hold.",
  }),
  cancel: intent({
    command: cancelOrder,
    input: (asked) => ({ ...reasonIn(asked), expectedRefundMinor: asked.text("expectedRefundMinor") }),
    done: "Order canceled.",
  }),
  withdraw: intent({
    command: withdrawFromContract,
    input: (asked) => ({ ...reasonIn(asked), expectedRefundMinor: asked.text("expectedRefundMinor") }),
    done: "Withdrawal recorded. We've emailed the author a confirmation.",
  }),
  redo: intent({
    command: orderRedo,
    input: ({ text }) => ({ problemId: text("problemId"), note: text("note") }),
    done: `Redo ordered. The editor has ${formatHours(REDO_MS)}.`,
  }),
  "decline-problem": intent({
    command: declineProblem,
    input: ({ text }) => ({ problemId: text("problemId"), note: text("note") }),
    done: "Report declined. We've told the author why.",
  }),
  refund: intent({
    command: proposeRefund,
    input: ({ params, form, text }) => ({
      orderId: params.orderId,
      cause: text("cause"),
      amountMinor: form.has("amount") ? moneyTyped(text("amount"), CURRENCY) : text("amountMinor"),
      seenRefundedMinor: text("seenRefundedMinor"),
      reason: text("reason"),
    }),
    done: ({ done, needs, amountMinor }) => {
      const amount = formatMoney(amountMinor, CURRENCY);
      return done
        ? `${amount} refunded. It's on its way.`
        : `Refund of ${amount} proposed. ${needs === "two admins" ? "Two admins" : "An admin"} must agree.`;
    },
  }),
  note: intent({
    command: addOrderNote,
    input: ({ params, text }) => ({ orderId: params.orderId, body: text("note") }),
    done: "Note added.",
  }),
  resend: intent({
    command: resendOrderEmail,
    input: ({ params, text }) => ({ orderId: params.orderId, mailId: text("mailId") }),
    done: ({ to }) => `Email sent again to ${to}.`,
  }),
  message: intent({
    command: postMessage,
    input: async ({ actor, params, form }) => ({
      ...(await takeThreadForm(actor, form)),
      orderId: params.orderId,
    }),
    reply: ({ advice }) => ({ advice }),
  }),
  read: intent({
    command: markThreadRead,
    input: ({ params, text }) => ({ orderId: params.orderId, upTo: text("upTo") || undefined }),
  }),
};
