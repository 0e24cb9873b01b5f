import { sql } from "kysely";

import { DAY, HOUR } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { EARLY_START } from "#app/features/payments/rules/withdrawal.ts";
import { payToken } from "#app/features/payments/server/shared-quotes/find-shared-quote.ts";

/**
 * Every command that acts on an order, with an input that fits the order's state. `order-sequences.test.ts` runs them
 * in random sequences, also by the wrong people and with broken inputs.
 */

/** The actor. `stranger` has an account but nothing to do with the order. */
export type Who =
  | "client"
  | "editor"
  | "reader"
  | "reviewer"
  | "invited"
  | "support"
  | "admin"
  | "stranger"
  | "visitor";
/** Random choices, made by a test. */
export type Draw = {
  oneOf<T>(list: readonly T[]): T;
  /** From 0 to `most`, inclusive. */
  upTo(most: number): number;
  sometimes(oneIn: number): boolean;
};

type Ids = Record<keyof typeof LATEST, string | null>;
export type Scene = { order: Order; now: Date; ids: Ids; draw: Draw; dateIn: (ms: number) => string };

/** An order's newest row of each kind. */
const LATEST = {
  sourceFileId: sql`select id from files where "orderId" = o.id and purpose = 'source' and "removedAt" is null`,
  trackedFileId: sql`select id from files where "orderId" = o.id and purpose = 'tracked' and "removedAt" is null`,
  versionFileId: sql`select id from files where "orderId" = o.id and purpose = 'version' and "removedAt" is null`,
  inviteId: sql`select id from invites where "orderId" = o.id order by status = 'sent' desc, "sentAt"`,
  readingInviteId: sql`select id from reading_invites where "orderId" = o.id order by status = 'sent' desc, "sentAt"`,
  readingId: sql`select id from second_readings where "orderId" = o.id`,
  reviewId: sql`select id from qa_reviews where "orderId" = o.id order by status = 'waiting' desc, "createdAt"`,
  queryId: sql`select id from messages where "orderId" = o.id and kind = 'query'
    order by "answeredAt" is null desc, "createdAt"`,
  documentQueryId: sql`select id from document_queries where "orderId" = o.id`,
  proposalId: sql`select id from date_proposals where "orderId" = o.id`,
  changeId: sql`select id from order_changes where "orderId" = o.id`,
  chargeId: sql`select id from order_charges where "orderId" = o.id`,
  differenceId: sql`select id from word_differences where "orderId" = o.id`,
  problemId: sql`select id from order_problems where "orderId" = o.id`,
  requestId: sql`select id from refund_requests where "orderId" = o.id`,
  refundId: sql`select id from refunds where "orderId" = o.id order by status = 'failed' desc, "createdAt"`,
  invoiceId: sql`select id from invoices where "orderId" = o.id and kind = 'invoice'
    order by "cancelledBy" is null desc, "issuedAt"`,
  disputeId: sql`select id from disputes where "orderId" = o.id`,
  quoteId: sql`select id from custom_quotes where "orderId" = o.id`,
  offerId: sql`select id from quote_offers where "orderId" = o.id`,
  spendingId: sql`select id from spending_requests where "orderId" = o.id`,
  sharedQuoteId: sql`select id from shared_quotes where "orderId" = o.id`,
  sharedQuoteAt: sql`select "createdAt"::text from shared_quotes where "orderId" = o.id`,
  certificateId: sql`select id from certificates where "orderId" = o.id`,
  attachmentId: sql`select id from attachments where "messageId" is null`,
} as const;

/** The ids of everything related to an order that a command could be about. */
export async function idsAround(orderId: string): Promise<Ids> {
  const columns = Object.entries(LATEST).map(([name, query]) => {
    const ordered = /order by/.test(query.compile(database()).sql) ? sql`` : sql` order by "createdAt" desc`;
    return sql`(${query}${ordered} limit 1) as ${sql.ref(name)}`;
  });
  const { rows } = await sql<Ids>`select ${sql.join(columns)} from orders o where o.id = ${orderId}`.execute(
    database(),
  );
  return rows[0]!;
}

type Input = Record<string, unknown>;
type Action = {
  by: readonly Who[];
  /** The input, or null while there's nothing it could be about. */
  input(scene: Scene): Input | null;
};

/** An action on something related to the order. */
const about =
  (key: keyof Ids, as: string = key, more: (scene: Scene) => Input = () => ({})) =>
  (scene: Scene): Input | null =>
    scene.ids[key] === null ? null : { [as]: scene.ids[key], ...more(scene) };
const onOrder =
  (more: (scene: Scene) => Input = () => ({})) =>
  (scene: Scene): Input => ({ orderId: scene.order.id, ...more(scene) });
const both =
  (key: keyof Ids, as: string, more: (scene: Scene) => Input = () => ({})) =>
  (scene: Scene): Input | null =>
    scene.ids[key] === null ? null : { orderId: scene.order.id, [as]: scene.ids[key], ...more(scene) };

const NOTE = "The second table disagrees with the text on page four.";
const EDITORS = ["usr_jonas", "usr_priya", "usr_noor"];
const FULL_SCORES = { accuracy: 33, language: 24, instructions: 20, formatting: 10, letter: 10 };
const scores = ({ draw }: Scene): Input => ({
  scores: draw.sometimes(3)
    ? { accuracy: draw.upTo(20), language: 10, instructions: 8, formatting: 5, letter: 5 }
    : FULL_SCORES,
  note: NOTE,
});
const wordsOf = ({ order, draw }: Scene): string => String(draw.upTo(order.billableWords || 1));
const terms = (scene: Scene): Input => ({
  quoteId: scene.ids.quoteId,
  current: scene.ids.offerId ?? "",
  service: scene.draw.oneOf(["proofreading", "copyediting"]),
  total: scene.draw.oneOf(["180", "250", "20"]),
  dueAt: scene.dateIn(scene.draw.oneOf([3, 10, 20]) * DAY),
  note: "",
});
const withQuote =
  (more: (scene: Scene) => Input) =>
  (scene: Scene): Input | null =>
    scene.ids.quoteId === null ? null : more(scene);

/** Of anyone who has the link to a quote that was shared. */
const byLink =
  (more: () => Input = () => ({})) =>
  ({ ids: { sharedQuoteId: id, sharedQuoteAt: at } }: Scene): Input | null =>
    id === null || at === null ? null : { token: payToken({ id, createdAt: new Date(at) }), ...more() };

const STAFF: readonly Who[] = ["support", "admin"];
const CLIENT: readonly Who[] = ["client"];
const EDITOR: readonly Who[] = ["editor"];
const ADMIN: readonly Who[] = ["admin"];

/** The organizations of the authors in these sequences, each with its terms. Amounts are those of a few orders. */
export const SEQUENCE_LABS = [
  { id: "org_000000000000000000000000ab", terms: "crd_000000000000000000000000ab", currency: "USD", unit: 100 },
  { id: "org_000000000000000000000000ac", terms: "crd_000000000000000000000000ac", currency: "EUR", unit: 92 },
  { id: "org_000000000000000000000000ad", terms: "crd_000000000000000000000000ad", currency: "JPY", unit: 155 },
] as const;

/** Commands in other features that act on an order, by name, in addition to every command in `ORDER_FEATURES`. */
export const ORDER_FEATURES: readonly string[] = [
  "certificates",
  "matching",
  "messages",
  "orders",
  "payments",
  "quotes",
];

/** Commands of these features that aren't about an order, and what they're about. */
export const NOT_ABOUT_ORDERS: Readonly<Record<string, string>> = {
  importRates: "the central bank's rates, which documents state their taxes at",
  endWaiting: "a link in an email to somebody who waits for editors of a field",
  savePublicPage: "an editor's public page, which shows the record their orders add up to",
  setEditorLevel: "an editor's level, which follows from that record",
  startTopUp: "an organization's prepayment",
  takeDeposit: "an organization's prepayment",
  takeOwnDeposit: "a client's own balance",
  returnOwnFunds: "a client's own balance",
  takeGift: "a balance for somebody else",
  acceptGift: "a balance for somebody else",
  cancelGift: "a balance for somebody else",
  returnFunds: "an organization's prepayment",
  askForTerms: "an organization's credit",
  keepPurchaseOrder: "an organization's credit",
  keepExemption: "an organization's tax certificate",
  giveTerms: "an organization's credit",
  decideCredit: "an organization's credit",
  endCredit: "an organization's credit",
  preferEditor: "whom an organization prefers",
  stopPreferring: "whom an organization prefers",
  disputeLine: "an organization's statement",
  answerDispute: "an organization's statement",
  takeBackDispute: "an organization's statement",
  proposeWriteOff: "what an organization owes",
  decideWriteOff: "what an organization owes",
  takeBackWriteOff: "what an organization owes",
  makeReferralLink: "a client's link for colleagues",
  joinByReferral: "a new client's referral",
  cancelTopUp: "an organization's prepayment",
  closeOrganization: "an organization",
  changeCurrency: "an organization",
  fileReturn: "a tax return of all orders of a period",
  payReturn: "a tax return of all orders of a period",
  unpayReturn: "a tax return of all orders of a period",
  withdrawReturn: "a tax return of all orders of a period",
  takeDraftHandoff: "a visitor's draft on its way to the other address",
};

export const ORDER_ACTIONS: Readonly<Record<string, Action>> = {
  // Drafts and quotes.
  startDraft: { by: CLIENT, input: ({ draw }) => ({ fresh: draw.sometimes(2) }) },
  claimDraft: { by: CLIENT, input: () => ({ guestKeyHash: "a".repeat(64) }) },
  saveDraft: {
    by: CLIENT,
    input: onOrder(({ draw }) => ({
      patch: draw.oneOf<Input>([
        { turnaround: "3d" },
        { turnaround: "14d" },
        { service: "proofreading" },
        { addOns: { secondReader: true } },
        { addOns: { figuresAndTables: draw.upTo(4) } },
        { couponCode: "WELCOME" },
        { preferredEditor: "usr_priya" },
      ]),
    })),
  },
  attachFile: {
    by: CLIENT,
    input: onOrder(() => ({
      fileId: "fil_none",
      purpose: "reference",
      name: "a.docx",
      contentType: "x",
      bytes: 1,
      sha256: "0".repeat(64),
    })),
  },
  removeFile: { by: CLIENT, input: about("sourceFileId", "fileId") },
  discardDraft: { by: CLIENT, input: onOrder() },
  giveCredit: {
    by: STAFF,
    input: ({ order, draw }) => ({
      uid: order.userId,
      amountMinor: draw.oneOf([500, 2_000]),
      currency: order.currency,
      reason: NOTE,
      clientKey: `credit ${draw.upTo(1_000_000)}`,
    }),
  },
  choosePayer: {
    by: CLIENT,
    input: onOrder(({ draw }) => ({
      organizationId: draw.oneOf([...SEQUENCE_LABS.map(({ id }) => id), null, "org_none"]),
      titleHidden: draw.sometimes(3),
    })),
  },
  payFromBalance: {
    by: CLIENT,
    input: onOrder(({ order, draw }) => {
      const own = SEQUENCE_LABS.find(({ id }) => id === order.organizationId) ?? SEQUENCE_LABS[0];
      return { creditLineId: draw.oneOf([own.terms, own.terms, null, "crd_none"]) };
    }),
  },
  askToSpend: { by: CLIENT, input: onOrder(() => ({ note: NOTE })) },
  decideSpending: {
    by: CLIENT,
    input: about("spendingId", "requestId", ({ draw }) => ({ approve: !draw.sometimes(3), reason: "" })),
  },
  quoteOrder: { by: CLIENT, input: onOrder() },
  reopenOrder: { by: CLIENT, input: onOrder() },
  startReEdit: { by: CLIENT, input: onOrder() },
  startResponse: { by: CLIENT, input: onOrder() },
  joinWaitingList: { by: CLIENT, input: onOrder(() => ({ subfield: "surgery", variant: "UK" })) },
  leaveWaitingList: { by: CLIENT, input: onOrder() },
  requestQuote: {
    by: CLIENT,
    input: onOrder(({ dateIn }) => ({ quoteRequirements: NOTE, quoteWantedAt: dateIn(20 * DAY), reason: "wish" })),
  },
  sendOffer: { by: STAFF, input: withQuote(terms) },
  askEditor: {
    by: STAFF,
    input: withQuote((scene) => ({ ...terms(scene), editorId: scene.draw.oneOf(EDITORS), brief: NOTE })),
  },
  stopAsking: { by: STAFF, input: both("offerId", "offerId", ({ ids }) => ({ quoteId: ids.quoteId })) },
  sendAgreedOffer: { by: STAFF, input: both("offerId", "offerId", ({ ids }) => ({ quoteId: ids.quoteId })) },
  takeBackOffer: {
    by: STAFF,
    input: both("offerId", "offerId", ({ ids }) => ({ quoteId: ids.quoteId, reason: NOTE })),
  },
  agreeToOffer: { by: ["invited", "editor"], input: about("offerId") },
  declineOffer: { by: ["invited", "editor"], input: about("offerId") },
  acceptOffer: { by: CLIENT, input: both("offerId", "offerId", ({ ids }) => ({ quoteId: ids.quoteId })) },
  counterOffer: {
    by: CLIENT,
    input: both("offerId", "offerId", ({ ids }) => ({ quoteId: ids.quoteId, note: NOTE, total: "150" })),
  },
  refuseOffer: { by: CLIENT, input: both("offerId", "offerId", ({ ids }) => ({ quoteId: ids.quoteId })) },
  declineRequest: { by: STAFF, input: about("quoteId", "quoteId", () => ({ reason: NOTE })) },
  withdrawRequest: { by: CLIENT, input: about("quoteId") },
  startPayment: { by: CLIENT, input: onOrder() },

  // Finding an editor.
  acceptInvite: { by: ["invited"], input: about("inviteId") },
  declineInvite: { by: ["invited"], input: about("inviteId", "inviteId", () => ({ reason: "other" })) },
  undoDecline: { by: ["invited"], input: about("inviteId") },
  showSample: { by: ["invited"], input: about("inviteId") },
  takeFromPool: { by: ["invited", "editor"], input: onOrder() },
  assignEditor: { by: ADMIN, input: onOrder(({ draw }) => ({ editorId: draw.oneOf(EDITORS), reason: NOTE })) },
  assignOrder: { by: ADMIN, input: onOrder(({ draw }) => ({ editorId: draw.oneOf(EDITORS), how: "admin" })) },
  takeLaterDate: { by: CLIENT, input: onOrder() },
  listEditor: {
    by: CLIENT,
    input: ({ order, draw }) => ({
      userId: order.userId,
      editorId: draw.oneOf(EDITORS),
      kind: draw.oneOf(["preferred", "backup", "blocked", "off", "off"]),
    }),
  },

  // The work.
  chooseForm: {
    by: ["client", "editor"],
    // What was checked, and what a report offers, has tests of its own.
    input: onOrder(({ ids, draw }) => ({
      fileId: ids.sourceFileId ?? "fil_none",
      key: "dataset",
      form: draw.oneOf(["", "dataset"]),
    })),
  },
  writeEntry: {
    by: ["client", "editor"],
    input: onOrder(({ draw }) => ({ part: "words", form: draw.oneOf(["dataset", "data set"]), others: "data-set" })),
  },
  // What a report has to keep is in tests of its own.
  keepFindings: {
    by: ["editor", "reader"],
    input: onOrder(({ ids, draw }) => ({
      fileId: ids.sourceFileId ?? "fil_none",
      ids: ["0".repeat(64)],
      kept: draw.sometimes(2),
    })),
  },
  startOrder: { by: EDITOR, input: onOrder() },
  recordProgress: { by: EDITOR, input: onOrder((scene) => ({ words: wordsOf(scene), note: NOTE })) },
  keepTime: {
    by: EDITOR,
    input: onOrder(({ draw }) => ({ act: draw.upTo(2) === 1 ? "start" : "stop" })),
  },
  writeLetter: { by: EDITOR, input: onOrder(() => ({ letter: "Dear author, all is done." })) },
  undoTurn: { by: EDITOR, input: both("trackedFileId", "trackedFileId") },
  undoReadTurn: {
    by: ["reader"],
    input: ({ ids: { readingId, trackedFileId } }) =>
      readingId && trackedFileId ? { readingId, trackedFileId } : null,
  },
  makeTrackedCopy: { by: EDITOR, input: both("trackedFileId", "trackedFileId") },
  submitWork: {
    by: EDITOR,
    input: onOrder(({ draw }) => ({
      letter: "Dear author, all is done.",
      noAi: !draw.sometimes(12),
      check: draw.sometimes(6),
    })),
  },
  resolveFindings: {
    by: EDITOR,
    input: both("sourceFileId", "sourceFileId", () => ({ kind: "number", reason: NOTE })),
  },
  markDocumentQuery: {
    by: EDITOR,
    input: both("documentQueryId", "queryId", ({ draw }) => ({ asks: draw.oneOf(["yes", "no"]) })),
  },
  sayWhereEditEnds: { by: EDITOR, input: onOrder(() => ({ lastEdited: "after heavy rain" })) },
  handBackOrder: { by: EDITOR, input: onOrder((scene) => ({ reason: NOTE, words: wordsOf(scene) })) },
  releaseOrder: { by: ADMIN, input: onOrder((scene) => ({ reason: NOTE, words: wordsOf(scene) })) },
  reassignLateOrder: { by: STAFF, input: onOrder((scene) => ({ reason: NOTE, words: wordsOf(scene) })) },
  chooseToWait: { by: CLIENT, input: onOrder(({ dateIn }) => ({ until: dateIn(2 * DAY) })) },
  startRevision: { by: EDITOR, input: onOrder() },
  addOrderNote: { by: STAFF, input: onOrder(() => ({ body: NOTE })) },

  // The second reading.
  acceptReading: { by: ["invited"], input: about("readingInviteId", "inviteId") },
  declineReading: { by: ["invited"], input: about("readingInviteId", "inviteId") },
  takeOpenReading: { by: ["invited"], input: about("readingId") },
  assignReader: { by: ADMIN, input: onOrder(({ draw }) => ({ editorId: draw.oneOf(EDITORS) })) },
  takeReading: {
    by: ["reader"],
    input: about("readingId", "readingId", () => ({
      readerId: "usr_priya",
      level: "senior",
      payMinor: 2_000,
      how: "pool",
    })),
  },
  writeReadingNote: { by: ["reader"], input: about("readingId", "readingId", () => ({ note: NOTE })) },
  submitReading: { by: ["reader"], input: about("readingId", "readingId", () => ({ note: NOTE, noAi: true })) },
  resolveReadFindings: {
    by: ["reader"],
    input: (scene) =>
      scene.ids.readingId && scene.ids.sourceFileId
        ? { readingId: scene.ids.readingId, sourceFileId: scene.ids.sourceFileId, kind: "number", reason: NOTE }
        : null,
  },
  handBackReading: { by: ["reader"], input: about("readingId", "readingId", () => ({ reason: NOTE })) },
  releaseReader: { by: ADMIN, input: about("readingId", "readingId", () => ({ reason: NOTE })) },
  skipByStaff: { by: ADMIN, input: onOrder() },
  postReadingMessage: { by: ["reader", "editor"], input: about("readingId", "readingId", () => ({ body: NOTE })) },
  markReadingRead: { by: ["reader", "editor"], input: about("readingId", "readingId", () => ({ upTo: "" })) },

  // Quality review.
  takeReview: { by: ["reviewer", "admin"], input: about("reviewId") },
  giveBackReview: { by: ["reviewer", "admin"], input: about("reviewId") },
  scoreReview: { by: ["reviewer", "admin"], input: about("reviewId", "reviewId", scores) },
  passQa: { by: ["reviewer", "admin"], input: onOrder(() => ({ scores: FULL_SCORES, note: NOTE })) },
  failQa: { by: ["reviewer", "admin"], input: onOrder((scene) => ({ ...scores(scene), ignoredInstruction: true })) },
  appealReview: { by: EDITOR, input: about("reviewId", "reviewId", () => ({ reason: NOTE })) },

  // Messages.
  postMessage: {
    by: ["client", "editor", "support"],
    input: onOrder(({ draw }) => ({ body: NOTE, askStaff: draw.sometimes(2) })),
  },
  markThreadRead: { by: ["client", "editor", "support"], input: onOrder() },
  settleOrderThread: { by: STAFF, input: onOrder() },
  assignOrderThread: { by: STAFF, input: onOrder(() => ({ assigneeId: "usr_sam" })) },
  askQuery: {
    by: EDITOR,
    input: onOrder(({ draw }) => ({ body: "Which of the two do you mean?", blocking: draw.sometimes(2) })),
  },
  answerQuery: { by: CLIENT, input: both("queryId", "queryId", () => ({ body: "The first of the two." })) },
  withdrawQuery: { by: EDITOR, input: both("queryId", "queryId") },
  removeAttachment: { by: CLIENT, input: about("attachmentId", "id") },

  // Changes of date, scope, word count, or charges.
  proposeDate: {
    by: ["client", "editor", "support", "admin"],
    input: ({ order, draw, dateIn, now }) => ({
      orderId: order.id,
      newDate: dateIn((order.dueAt?.getTime() ?? now.getTime()) - now.getTime() + draw.oneOf([6, 24, 72]) * HOUR),
      reason: NOTE,
    }),
  },
  agreeToDate: { by: ["client", "editor"], input: about("proposalId") },
  declineDate: { by: ["client", "editor"], input: about("proposalId") },
  withdrawDate: { by: ["client", "editor", "support"], input: about("proposalId") },
  proposeChange: {
    by: ["client", "support", "admin"],
    input: onOrder(({ draw }) => ({
      service: draw.oneOf(["proofreading", "copyediting", "substantive"]),
      newDueAt: "",
      figuresAndTables: draw.upTo(5),
      referenceStyling: 0,
      journalFormatting: false,
      coverLetter: draw.sometimes(2),
      reason: NOTE,
    })),
  },
  agreeToChange: { by: ["client", "editor"], input: about("changeId") },
  declineChange: { by: ["client", "editor"], input: about("changeId") },
  withdrawChange: { by: ["client", "support"], input: about("changeId") },
  reportWords: {
    by: ["editor", "support"],
    input: onOrder(({ order, draw }) => ({
      words: Math.max(1, order.billableWords + draw.oneOf([-600, -40, 40, 700])),
      reason: NOTE,
    })),
  },
  decideWords: {
    by: STAFF,
    input: about("differenceId", "differenceId", ({ order, draw }) => ({
      words: Math.max(1, order.billableWords + draw.oneOf([-500, 500])),
      note: NOTE,
    })),
  },
  declineWords: { by: STAFF, input: about("differenceId", "differenceId", () => ({ note: NOTE })) },
  withdrawWords: { by: ["editor", "support"], input: about("differenceId") },
  chargeExtra: {
    by: STAFF,
    input: onOrder(({ draw }) => ({
      what: "Two more tables",
      amountMinor: 100 + draw.upTo(3_000),
      reason: NOTE,
      editorWorks: draw.sometimes(2),
    })),
  },
  declineCharge: { by: CLIENT, input: about("chargeId") },
  withdrawCharge: { by: STAFF, input: about("chargeId") },
  startChargePayment: { by: CLIENT, input: about("chargeId") },

  // Quotes that somebody else pays.
  shareQuote: {
    by: CLIENT,
    input: onOrder(({ draw }) => ({ showTitle: draw.sometimes(2), earlyStart: EARLY_START.version })),
  },
  emailSharedQuote: { by: CLIENT, input: about("sharedQuoteId", "sharedQuoteId", () => ({ shareEmail: "a@b.org" })) },
  revokeSharedQuote: { by: CLIENT, input: about("sharedQuoteId") },
  openSharedQuote: { by: ["visitor", "stranger"], input: byLink() },
  askForQuoteAgain: { by: ["visitor", "stranger"], input: byLink() },
  takePayerAttempt: {
    by: ["visitor", "stranger"],
    input: byLink(() => ({ name: "K. Vogel", country: "DE", email: "office@uni.example", poNumber: "PO-1" })),
  },

  // Holds.
  holdOrder: { by: ADMIN, input: onOrder(() => ({ reason: NOTE })) },
  changeHold: { by: ADMIN, input: onOrder(({ dateIn }) => ({ ownerId: "usr_sam", until: dateIn(3 * DAY) })) },
  unholdOrder: { by: STAFF, input: onOrder() },

  // Delivery and afterward.
  acceptOrder: { by: CLIENT, input: onOrder() },
  rateOrder: {
    by: CLIENT,
    input: onOrder(({ draw }) => ({
      overall: 1 + draw.upTo(4),
      accuracy: 4,
      clarity: 4,
      instructions: 4,
      communication: 4,
    })),
  },
  requestRevision: { by: CLIENT, input: onOrder(() => ({ note: NOTE })) },
  removeVersion: { by: CLIENT, input: about("versionFileId", "fileId") },
  answerDocumentQuery: {
    by: CLIENT,
    input: both("documentQueryId", "queryId", () => ({ version: 0, state: "answered", answer: "The first." })),
  },
  writeAnswers: { by: CLIENT, input: both("trackedFileId", "fileId") },
  saveDecisions: { by: CLIENT, input: about("trackedFileId", "fileId", () => ({ seen: 0, lines: [] })) },
  issueCertificate: { by: CLIENT, input: onOrder() },
  revokeCertificate: { by: CLIENT, input: about("certificateId") },
  chooseKeepDays: { by: CLIENT, input: onOrder(({ draw }) => ({ days: draw.oneOf([30, 90, 365]) })) },
  askDeletion: { by: CLIENT, input: onOrder() },

  // Refunds. As on the page, the amounts that people confirm are read from the refusal.
  cancelOrder: { by: ["client", "admin"], input: onOrder(() => ({ expectedRefundMinor: 0, reason: NOTE })) },
  withdrawFromContract: { by: ["client", "support"], input: onOrder(() => ({ expectedRefundMinor: 0, reason: NOTE })) },
  closeLateRevision: { by: CLIENT, input: onOrder(() => ({ expectedRefundMinor: 0 })) },
  reportProblem: { by: CLIENT, input: onOrder(() => ({ what: NOTE })) },
  orderRedo: { by: STAFF, input: about("problemId", "problemId", () => ({ note: NOTE })) },
  declineProblem: { by: STAFF, input: about("problemId", "problemId", () => ({ note: NOTE })) },
  proposeRefund: {
    by: STAFF,
    input: onOrder(({ draw }) => ({
      cause: draw.oneOf(["goodwill", "quality-minor", "quality-major"]),
      amountMinor: draw.oneOf([200, 4_000, 20_000]),
      reason: NOTE,
    })),
  },
  approveRefund: { by: ADMIN, input: about("requestId") },
  declineRefund: { by: ADMIN, input: about("requestId", "requestId", () => ({ note: NOTE })) },
  retryRefund: { by: ADMIN, input: about("refundId") },
  correctInvoice: {
    by: ["client", "admin"],
    input: about("invoiceId", "invoiceId", ({ draw }) => ({
      name: NOTE.slice(0, draw.oneOf([10, 20])),
      country: draw.oneOf(["DE", "GH", "US"]),
    })),
  },
  saveStatement: { by: ADMIN, input: about("disputeId", "disputeId", () => ({ statement: NOTE })) },
  sendEvidence: { by: ADMIN, input: about("disputeId", "disputeId", () => ({ statement: NOTE })) },
  giveUp: { by: ADMIN, input: about("disputeId") },
  findFault: { by: ADMIN, input: about("disputeId", "disputeId", () => ({ reason: NOTE })) },
};

/** What moves an order forward from each state, which lets random sequences get far. Other commands come at random. */
export const WAY_ON: Readonly<Record<string, readonly string[]>> = {
  draft: ["quoteOrder", "quoteOrder", "requestQuote"],
  quote_requested: ["sendOffer", "acceptOffer", "askEditor", "agreeToOffer", "sendAgreedOffer"],
  quoted: ["pay"],
  awaiting_payment: ["pay"],
  paid: ["acceptInvite", "assignEditor", "jobs"],
  assigned: ["startOrder"],
  in_progress: ["uploadCopy", "submitWork", "submitWork"],
  awaiting_client: ["answerQuery"],
  submitted: ["jobs"],
  second_reading: ["assignReader", "acceptReading", "submitReading", "skipByStaff"],
  qa_review: ["passQa", "takeReview", "failQa"],
  changes_required: ["uploadCopy", "submitWork"],
  delivered: ["acceptOrder", "requestRevision", "uploadVersion"],
  accepted: ["rateOrder", "requestRevision", "requestRevision"],
  revision_requested: ["startRevision", "payCharge"],
  in_revision: ["uploadCopy", "submitWork", "submitWork"],
  on_hold: ["unholdOrder"],
  disputed: ["bankDecides"],
};
