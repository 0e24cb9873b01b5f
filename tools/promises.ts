/**
 * Every promise in the legal texts and on public pages that software can keep, with the test that proves it. The texts
 * name them as {#late.some}, and the questions on the home page use `promises`.
 */
const at = (file: string, test: string) => ({ file, test });
const rules = (file: string, test: string) => at(`app/features/${file}.test.ts`, test);

export const PROMISES: Readonly<Record<string, { file: string; test: string }>> = {
  // Refunds and revisions
  "refund.shown": rules(
    "payments/server/cancel/cancel-order",
    "is refused with the new amount when the amount has changed since it was shown",
  ),
  "refund.largest": rules("payments/rules/refund", "delivered two hours late: the row for lateness is better"),
  "refund.to-card": rules(
    "payments/server/checkout/charges",
    "return to each card payment at most what it took, with a credit note for its own invoice",
  ),
  "balance.pays": rules(
    "backoffice/server/reconciliation/deposits",
    "a client's own balance pays for an order, and its refund is on it again",
  ),
  "balance.returns": rules(
    "backoffice/server/reconciliation/deposits",
    "unspent money returns to the cards that it came from, and nowhere else",
  ),
  "credit.on-price": rules(
    "payments/server/courtesy/courtesy",
    "credit comes off the price, is on the invoice, and returns with a refund",
  ),
  "credit.expires": rules(
    "payments/server/courtesy/courtesy",
    "credit expires once, after a reminder, except for what an unpaid order holds",
  ),
  "refund.decided": rules("payments/rules/refund-decision", "business days leave weekends out"),
  "credit-note": rules(
    "payments/rules/invoices/invoice",
    "the credit notes of an order add up to its invoice after any number of refunds",
  ),
  "revision.window": rules("pricing/rules/deadlines", "can be requested for 30 days, 60 from 20,000 words"),
  "revision.rounds": rules(
    "orders/rules/work/revision",
    "a free revision is refused after two rounds, after its time, and once the files are deleted",
  ),
  "revision.scope": rules("pricing/rules/deadlines", "can include 300 new words or 5%"),
  "revision.new-version": rules(
    "payments/server/refunds/new-words",
    "words above the free ones are paid as a re-edit: the time starts then, and the editor gets their share at the delivery",
  ),
  "revision.unpaid-words": rules(
    "payments/server/refunds/new-words",
    "declined, the revision continues without them: the letter says where the edit ends, and deleting the files deletes that quote",
  ),
  "re-edit.price": rules(
    "pricing/rules/price",
    "charges changed and new words at the current rate, and lists what is free",
  ),
  "reviewers.price": rules("pricing/rules/price", "costs $60 on top of the re-edit, and editors are paid from it"),
  "reviewers.days": rules("orders/rules/review/reviewers", "for 365 days after delivery, the last instant included"),
  "reviewers.editor": rules(
    "payments/server/checkout/response-to-reviewers",
    "goes to the same editor first, who edits the manuscript and the letter; the author gets both, and the books agree",
  ),
  "revision.speed": rules(
    "pricing/rules/deadlines",
    "takes 24 h on orders of up to 24 h, or else 48 h or 20% of the window",
  ),
  "cancel.before-acceptance": rules(
    "payments/server/cancel/cancel-order",
    "before an editor accepts refunds everything: card, ledger, credit note, and order",
  ),
  "cancel.unopened": rules("payments/rules/refund", "within the hour, unopened"),
  "cancel.after-acceptance": rules("payments/rules/refund", "canceled during work, nearly done: at most 70% is kept"),
  "cancel.grace": rules("payments/rules/refund", "within the 30 minutes of grace: the same as before the deadline"),
  "cancel.late": rules("payments/rules/refund", "late by up to a quarter: half"),
  "cancel.very-late": rules("payments/rules/refund", "late by more than a quarter: everything"),
  "cancel.after-submission": rules("payments/rules/refund", "after a submission before the deadline"),
  "cancel.part-done": rules("payments/rules/refund", "the same with 4,000 of 5,000 words reported"),
  "no-editor": rules(
    "matching/server/matching",
    "without an editor, notifies support at 40% of the window and gives the client options at 60%",
  ),
  decline: rules("payments/rules/refund", "we decline"),
  "late.grace": rules(
    "payments/rules/refund",
    "lateness begins after 30 minutes and changes rows at 25% and 100% of the window",
  ),
  "late.some": rules("payments/rules/refund", "late up to 25%, the editor's fault"),
  "late.much": rules("payments/rules/refund", "late above 25%"),
  "late.beyond": rules("payments/rules/refund", "late above 100%"),
  "late.automatic": rules(
    "payouts/server/earnings/late",
    "a day late: refunds 20% automatically, once, and deducts 10% from the editor who missed the deadline",
  ),
  "late.client-delay": rules("payments/rules/refund", "delay caused by the client"),
  "late.taken-over": rules("payments/rules/refund", "very late, taken over when already late"),
  "pause.moves-dates": rules(
    "messages/server/messages",
    "pauses the clock if blocking; the answer moves every due date by the paused time",
  ),
  "pause.gives-up": rules(
    "messages/server/messages",
    "sends one reminder after 24 and 72 hours, and stops blocking after 7 days",
  ),
  "complaint.redo": rules(
    "payments/server/refunds/refund-decisions",
    "a redo gives the editor 48 hours and doesn't use up a free revision",
  ),
  "complaint.refund": rules(
    "payments/server/refunds/refund-decisions",
    "a report is followed from the client's words to a refund of half, and the ledger agrees",
  ),
  "surplus.refunded": rules("payments/server/checkout/payments", "when the order was already paid by another checkout"),
  "words.fewer": rules("payments/rules/refund", "a difference of at most 100 words and 2% is ignored"),
  // The right of withdrawal
  "withdrawal.period": rules(
    "payments/rules/withdrawal",
    "is the end of the 14th day after the day of payment, on the buyer's clock",
  ),
  "withdrawal.request": rules(
    "payments/server/cancel/withdrawal",
    "is required of a consumer with the right: without the box, nothing starts",
  ),
  "withdrawal.extra": rules(
    "payments/server/cancel/withdrawal",
    "starts the period again, and its part done is counted from its payment: base and extra, to the cent",
  ),
  "withdrawal.extra-part": rules(
    "payments/server/cancel/withdrawal",
    "starts the period again, and its part done is counted from its payment: base and extra, to the cent",
  ),
  "withdrawal.until-delivery": rules(
    "payments/server/cancel/withdrawal",
    "works until delivery: while checked, on hold, or waiting for an answer, and ends waiting reviews",
  ),
  "withdrawal.order-page": rules(
    "payments/server/cancel/withdrawal",
    "is refused with the new amount when more has been done since, and happens once of two clicks",
  ),
  "withdrawal.confirmed": rules(
    "payments/server/cancel/withdrawal",
    "before anybody began: everything is refunded, and a confirmation is emailed with the time",
  ),
  "withdrawal.everything": rules(
    "payments/rules/refund",
    "gets everything back until someone begins, no matter how long ago the editor accepted",
  ),
  "withdrawal.part-done": rules(
    "payments/server/cancel/withdrawal",
    "during the work: the part done is paid for, without a minimum, to the cent in the ledger",
  ),
  "withdrawal.to-card": rules(
    "payments/server/cancel/withdrawal",
    "before anybody began: everything is refunded, and a confirmation is emailed with the time",
  ),
  // Orders
  "files.limits": rules(
    "orders/server/uploads/uploads",
    "of 101 MB is refused with one sentence before a byte is sent",
  ),
  "acceptance.recorded": rules(
    "accounts/server/legal/record-acceptance",
    "creating an account accepts the terms and the privacy policy, once",
  ),
  "account.verified": rules("accounts/server/sign-in/passkeys", "unverified and signed-out people can't add one"),
  "contract.at-payment": rules(
    "payments/server/checkout/payments",
    "pays the order: dates, ledger, invoice, facts, card",
  ),
  "count.by-section": at(
    "app/features/documents/rules/docx/docx-reader.test.ts",
    "adds up: sections to words, and kinds to words",
  ),
  "count.references": rules("documents/rules/readers/receipt", "halves the references and rounds the total up once"),
  "words.counted-by-us": rules(
    "orders/server/drafts/drafts",
    "is calculated by the server and frozen: 5,000 words copyedited in 7 days cost $150.00",
  ),
  "price.receipt": rules("payments/rules/invoices/invoice", "an invoice repeats the receipt: lines, net, tax, total"),
  "price.held": rules("pricing/rules/deadlines", "a quote is held 7 days"),
  "tax.line": rules("pricing/rules/price", "discount comes before tax, and tax applies to the rest"),
  "date.capacity": rules(
    "payments/server/checkout/last-words",
    "never makes two paid orders share one editor's words, no matter which is first",
  ),
  "date.at-payment": rules("payments/server/checkout/payments", "pays the order: dates, ledger, invoice, facts, card"),
  "date.told-before-charge": rules(
    "payments/server/checkout/payments",
    "is refused before checkout when it can no longer be done in time",
  ),
  invoice: rules("payments/rules/invoices/invoice", "run without gaps per kind and year, or per editor"),
  "coupon.limits": rules(
    "backoffice/server/money/coupons",
    "a card pays once with a once-per-person code, no matter whose account it's used from",
  ),
  "discount.best": rules(
    "pricing/rules/coupon",
    "whatever discounts meet, the best one alone applies, and the price stays above editors' pay plus 10%",
  ),
  gate: rules("documents/rules/gate/gate", "lists an untracked edit with its place"),
  "accept.automatic": rules(
    "pricing/rules/deadlines",
    "a delivery is accepted automatically after 7 days, 14 from 20,000 words, with reminders on day 3 and 6",
  ),
  "accept.reminded": rules(
    "pricing/rules/deadlines",
    "a delivery is accepted automatically after 7 days, 14 from 20,000 words, with reminders on day 3 and 6",
  ),
  "delivery.clean-copy": rules(
    "orders/server/work/work",
    "without a review it is delivered, with a clean copy that has every edit and no names",
  ),
  "delivery.change-counts": rules("documents/rules/explore/edits", "the sections count edits"),
  "check.free": rules(
    "orders/server/check/check",
    "a manuscript is checked by a job, and its author and editor read the findings in words",
  ),
  "check.after": rules(
    "orders/server/check/check",
    "a clean copy is compared with its manuscript, and the author reads it with the delivery",
  ),
  "letter.required": rules(
    "orders/server/work/work",
    "needs a copy of every source and a letter, says which is missing, and keeps the letter",
  ),
  "sample.limit": rules(
    "documents/rules/readers/read-formats",
    "is whole sentences of the body, at most 150 words, without names, addresses and references",
  ),
  "sample.logged": rules(
    "matching/server/matching",
    "is shown to invited editors who signed, with every view logged, unless the author turned it off",
  ),
  "invite.first-wins": rules("matching/server/matching", "of twenty editors at once, one wins and nineteen are told"),
  "handed-back.kept": rules(
    "orders/server/lifecycle/hand-back-order",
    "that is in progress: the words the next editor doesn't have to redo are stored with the copy",
  ),
  "qa.some": rules(
    "orders/rules/review/qa",
    "about one in ten of the rest are, and the same order always gets the same answer",
  ),
  "qa.redo": rules("orders/rules/review/qa", "an ignored instruction means a redo, however good the rest is"),
  "matching.reasons": rules("matching/rules/eligibility", "names every reason, not just the first"),
  "email.words": rules(
    "privacy/server/delete-order-files",
    "every byte of the manuscript is deleted from the database and the disk, and the order's record stays",
  ),
  "email.held": rules(
    "emails/server/unproved-senders",
    "%s isn't posted: its sender is asked, and confirms it by the link",
  ),
  "email.no-manuscripts": rules(
    "notifications/server/email-samples",
    "attaches nothing: an email has text, and links to files",
  ),
  "certificate.hashes": rules(
    "certificates/server/certificates",
    "that is revoked loses its hashes, content, and PDF, and can be replaced",
  ),
  // Editors
  "editor.identity": rules(
    "editors/server/kyc/kyc-journey",
    "an ID and the signed agreement enable invites, and all six documents enable payouts",
  ),
  "kyc.before-invites": rules(
    "editors/server/kyc/kyc-journey",
    "an ID and the signed agreement enable invites, and all six documents enable payouts",
  ),
  "kyc.before-pay": rules(
    "editors/server/kyc/kyc-journey",
    "an ID and the signed agreement enable invites, and all six documents enable payouts",
  ),
  "kyc.encrypted": rules("editors/server/kyc/kyc-journey", "the demo's documents are encrypted like all others"),
  "kyc.deleted": rules(
    "editors/server/kyc/kyc-journey",
    "rejected files are deleted after 90 days, and approved ones years after the last payout of an editor who left",
  ),
  "pay.list-price": rules("pricing/rules/editor-pay", "shares are 50%, 55%, 60%, and 65% by level"),
  "pay.levels": rules("pricing/rules/editor-pay", "shares are 50%, 55%, 60%, and 65% by level"),
  "pay.second-reader": rules("pricing/rules/editor-pay", "on expert orders the second reader's 25% is deducted first"),
  "pay.level-frozen": rules("matching/server/records/editor-standing", "stays as promised when the level changes"),
  "pay.states": rules("payouts/rules/flow", "the flows of an earning, a payout, and a run are sound"),
  levels: rules("editors/rules/levels", "standard to senior takes fifty orders, 4.6 stars and no more than 2% late"),
  "payout.cutoffs": rules(
    "payouts/rules/cutoff",
    "are the 15th and the last day of the month at 23:59 UTC, including leap years",
  ),
  "payout.minimum": rules("payouts/rules/cutoff", "carries over below $25"),
  "payout.debt": rules("payouts/rules/cutoff", "deducts at most half for debt"),
  "bank.frozen": rules(
    "payouts/server/runs/payouts",
    "doesn't use new bank details for three days, and holds payouts until documents are approved",
  ),
  "self-billed": rules("payments/rules/invoices/invoice", "a self-billed invoice lists the orders and deducts a debt"),
  // Data
  "files.kept": rules(
    "privacy/server/delete-order-files",
    "every byte of the manuscript is deleted from the database and the disk, and the order's record stays",
  ),
  "files.reminder": rules(
    "privacy/server/delete-order-files",
    "chooses 30, 90, or 365 days, is reminded a week before the deletion, and can postpone it",
  ),
  "files.earlier": rules(
    "privacy/server/delete-order-files",
    "can have the files deleted sooner and cancel that until it's done, and nobody else can",
  ),
  "numbers.nothing-stored": rules(
    "backoffice/server/numbers/numbers",
    "store nothing about a visitor: the database has a day, a source, and a sum",
  ),
  "numbers.source": rules(
    "backoffice/server/numbers/numbers",
    "follows an order from its visitor's source to the payment, and counts each step once",
  ),
  "quote.reminder": rules(
    "notifications/server/remind-of-quotes",
    "with one-click unsubscribe, signed out, is never reminded again, and sees it in the settings",
  ),
  "files.kept-while-open": rules("privacy/server/delete-order-files", "while a revision, a hold, or a dispute is open"),
  "data.copy": rules(
    "privacy/server/data-rights",
    "is made by a job, is complete, and can be downloaded only by its owner until it expires",
  ),
  "data.erased": rules(
    "privacy/server/data-rights",
    "leaves no name, address, or text in any table except what must be kept, and deletes the files",
  ),
  "data.deadline": rules(
    "privacy/server/data-rights",
    "needs an admin's decision, with a deadline of 30 days, and can be withdrawn or declined",
  ),
  "account.closed": rules(
    "privacy/server/data-rights",
    "removes the sign-in, the name, and the address at once, ends every session, and sends an email",
  ),
  "account.obstacles": rules("privacy/server/data-rights", "is refused with everything that must be settled first"),
  "records.kept": rules(
    "privacy/server/delete-order-files",
    "the letter, messages, and access log are deleted after 540 days, and the financial records stay",
  ),
  "draft.left": rules("orders/server/drafts/drafts", "is withdrawn with its files 24 hours after its last change"),
  "draft.unclaimed": rules("orders/server/drafts/drafts", "is withdrawn with its files 24 hours after its last change"),
  "waiting-list": rules("orders/server/waiting-list/waiting-list", "forgets an address after half a year"),
  "cookies.own-only": rules("marketing/rules/legal-texts", "the cookie policy lists every cookie that our code sets"),
  "cookies.session": rules(
    "accounts/server/sign-in/auth-endpoint",
    "signs in with a cookie that scripts can't read and other sites don't send",
  ),
  "cookies.device": rules(
    "accounts/server/sign-in/attempts",
    "a device that the account knows can sign in from the attacker's own network, with ten tries of its own",
  ),
  "cookies.draft": rules("orders/server/drafts/drafts", "with a cookie for a visitor who has none"),
  "cookies.chat": rules("support/server/chat/chat", "stores only hashes of the keys"),
  "pages.last-seen": at(
    "e2e/offline.spec.ts",
    "it opens offline, shows the last snapshot of pages, and forgets them at sign-out",
  ),
  "pages.without-cookies": at(
    "e2e/public-pages.spec.ts",
    "without JavaScript, the menu opens and the calculator shows prices",
  ),
  "legal.told": rules("backoffice/server/legal/legal", "is required for the editor agreement, and reaches editors"),
  "legal.versions": rules("accounts/rules/legal", "the newest one in force counts"),
};
