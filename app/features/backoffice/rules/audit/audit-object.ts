import { PREFIXES, type Noun } from "#app/platform/rules/core/ids.ts";

/** The object of an ID in a fact: a word for it, and its page if it has one. */
export type AuditObject = { id: string; noun: string; to: string | null };

/** Every kind of object, in words. `to` is null if it has no page of its own. */
const OBJECTS: Readonly<Record<Noun, readonly [noun: string, to: ((id: string) => string) | null]>> = {
  order: ["Order", (id) => `/admin/orders/${id}`],
  file: ["File", null],
  organization: ["Organization", (id) => `/organizations/${id}`],
  organizationInvitation: ["Invitation to an organization", null],
  organizationDomain: ["Domain of an organization", null],
  taxExemption: ["Tax certificate of an organization", null],
  topUp: ["Top-up", null],
  spendingRequest: ["Request to spend above a limit", null],
  contractPrice: ["Contract prices", null],
  partner: ["Partner", (id) => `/admin/partners/${id}`],
  partnerDiscount: ["Partner's discount", null],
  creditLine: ["Credit of an organization", null],
  writeOff: ["Write-off", null],
  lineDispute: ["Disputed line", null],
  accountStatement: ["Monthly statement", null],
  manualEntry: ["Journal entry by hand", (id) => `/admin/accounts/entries/${id}`],
  style: ["Style entry", null],
  submission: ["Submission", null],
  message: ["Message", null],
  invite: ["Invite", null],
  payment: ["Payment", null],
  refund: ["Refund", null],
  refundRequest: ["Refund request", null],
  invoice: ["Invoice", null],
  earning: ["Earning", null],
  payout: ["Payout", null],
  run: ["Payout run", (id) => `/admin/payouts/bank-batch?run=${id}`],
  coupon: ["Coupon", (id) => `/admin/coupons/${id}`],
  review: ["Quality review", null],
  query: ["Query", null],
  author: ["Blog author", () => "/admin/blog/authors"],
  post: ["Article", (id) => `/admin/blog/${id}`],
  kycDocument: ["KYC document", null],
  kycFile: ["KYC file", null],
  applicationFile: ["Application file", null],
  contactMessage: ["Contact message", (id) => `/support-desk/contact/${id}`],
  announcement: ["Announcement", () => "/admin/announcements"],
  ticket: ["Ticket", (id) => `/admin/support/tickets/${id}`],
  ticketMessage: ["Ticket message", null],
  macro: ["Macro", null],
  problem: ["Reported problem", null],
  personNote: ["Note", null],
  wait: ["Waiting list entry", null],
  dateProposal: ["Proposed date", null],
  charge: ["Extra charge", null],
  lateDecision: ["Decision about a late order", null],
  wordDifference: ["Word count report", null],
  orderChange: ["Proposed change", null],
  reading: ["Second reading", null],
  readingInvite: ["Invite for a second reading", null],
  dataRequest: ["Data request", () => "/admin/clients/data-requests"],
  customQuote: ["Custom quote", (id) => `/admin/quotes/${id}`],
  quoteOffer: ["Offer", null],
  sharedQuote: ["Shared quote", null],
  sale: ["Sale", () => "/admin/discounts"],
  referral: ["Referral", null],
  courtesyCredit: ["Courtesy credit", null],
  accountDiscount: ["Account discount", () => "/admin/discounts"],
  legalVersion: ["Legal text", (id) => `/admin/policy/legal/drafts/${id}`],
  policyProfileVersion: ["Policy profile", (id) => `/admin/policy/profiles/versions/${id}`],
  dispute: ["Dispute", (id) => `/admin/disputes/${id}`],
  rateImport: ["Import of reference rates", () => "/admin/payouts/rates"],
  bankReport: ["Bank report", (id) => `/admin/payouts/bank-reports?report=${id}`],
  taxRegistration: ["Tax registration", () => "/admin/tax"],
  taxReturn: ["Tax return", () => "/admin/tax/returns"],
  entry: ["Journal entry", null],
  notification: ["Notification", null],
  pushSubscription: ["Browser that gets notifications", null],
  mail: ["Email", null],
  fact: ["Audit entry", (id) => `/admin/audit/${id}`],
  bank: ["Bank details", null],
  attachment: ["Attachment", null],
  testPayment: ["Test payment", () => "/admin/admin-tools?show=setup"],
  orderNote: ["Order note", null],
  handover: ["Handover", null],
  hold: ["Hold", null],
  view: ["Saved view", null],
  postVersion: ["Article version", null],
  image: ["Picture", null],
  preview: ["Preview link", null],
  mailEvent: ["Delivery report of an email", () => "/admin/email"],
  heldEmail: ["Email to be confirmed", () => "/admin/email"],
  suppression: ["Suppressed address", () => "/admin/email"],
  revisionVersion: ["Version for a free revision", null],
  impersonation: ["View as somebody else", null],
  policyVersion: ["Policy version", (id) => `/admin/policy/drafts/${id}`],
  bankStatement: ["Bank statement", () => "/admin/reconciliation"],
  bankLine: ["Bank statement line", () => "/admin/reconciliation"],
  bankRule: ["Rule for bank lines", () => "/admin/reconciliation"],
  task: ["Background task", null],
  apiKey: ["API key", null],
  clientImport: ["Import from another system", null],
  emailTemplateVersion: ["Email's words", null],
  calendarFeed: ["Calendar link", null],
  webhook: ["Webhook", null],
  webhookEvent: ["Webhook event", null],
  webhookDelivery: ["Webhook delivery", null],
};

const NOUN_OF: ReadonlyMap<string, Noun> = new Map(
  Object.entries(PREFIXES).map(([noun, prefix]) => [prefix, noun as Noun]),
);
const SHAPE = /^([a-z]{3})_[0-9a-z]{26}$/;
const PERSON = /^usr_[0-9a-z_-]{1,40}$/;

/** Whether a text is the id of a person. */
export const isPersonId = (text: string): boolean => PERSON.test(text);

/** The object of an ID, or null if the text isn't an object's ID. People aren't objects. */
export function auditObject(id: string): AuditObject | null {
  const noun = NOUN_OF.get(SHAPE.exec(id)?.[1] ?? "");
  if (!noun) return null;
  const [word, to] = OBJECTS[noun];
  return { id, noun: word, to: to?.(id) ?? null };
}
