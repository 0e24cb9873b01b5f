import { count } from "#app/platform/rules/core/count.ts";
import type { SamplePolicy } from "#app/features/orders/rules/draft/sample-figures.ts";
import type { QaRates } from "#app/features/orders/rules/review/qa.ts";
import type { RefundPolicy } from "#app/features/payments/rules/policy.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import type { DeadlinePolicy, PricingPolicy } from "#app/features/pricing/rules/policy.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { shareWords } from "#app/platform/rules/text/share-words.ts";
import { DAY, MINUTE, formatDays } from "#app/platform/rules/core/time.ts";

const percent = (bp: number): string => `${bp / 100}%`;

/**
 * Questions people ask before they order. Every figure comes from the policies that the product applies, and `promises`
 * names what keeps each answer.
 */
export function questions(
  pricing: PricingPolicy,
  refunds: RefundPolicy,
  deadlines: DeadlinePolicy,
  qa: QaRates,
  sample: SamplePolicy,
): readonly { question: string; answer: string; promises: readonly string[] }[] {
  const { revision, cancel } = deadlines;
  const { late, graceMs } = refunds;
  return [
    {
      question: "What exactly do I get back?",
      promises: ["delivery.clean-copy", "letter.required"],
      answer:
        "A Word file with tracked changes and comments, a clean copy with every change accepted, and a letter from your editor explaining what was done. If you send a PDF, you get it back with annotations and without a clean copy. If you send LaTeX, you get the edited source and a Word file that shows the changes in its text.",
    },
    {
      question: "What is the free consistency check?",
      promises: ["check.free", "check.after"],
      answer:
        "With your quote, we list what contradicts itself in your manuscript: two spellings of a word, an abbreviation that's never explained, a table that's mentioned and missing, a citation without its reference, a percentage that doesn't follow from its numbers. It changes nothing, and you don't need an account. After the edit, we check the clean copy again, and your order says what was made consistent, what your editor kept on purpose, and what is still there.",
    },
    {
      question: "Who edits my manuscript?",
      promises: ["editor.identity", "qa.some"],
      answer: `Someone with a degree in your field who has verified their identity and signed our editor agreement. A second person reviews every editor's first ${qa.firstOrders} orders before delivery. The same goes for all expert orders and one in ${qa.sampleOneIn} of the rest, chosen at random.`,
    },
    {
      question: "Am I allowed to use an editor?",
      promises: ["gate"],
      answer:
        "That depends on your university or journal. Read its rules first, and tell us in the instructions what the editor shouldn't touch. Because you get every change listed, you can show exactly what was done to your text.",
    },
    {
      question: "When does my turnaround begin?",
      promises: ["date.at-payment", "price.held", "date.capacity"],
      answer: `When your payment is confirmed. We hold your quote for ${formatDays(pricing.quoteHeldMs)}. Your due date is set when you pay, and we only offer dates that editors have time for.`,
    },
    {
      question: "What if the editor has a question?",
      promises: ["pause.moves-dates"],
      answer:
        "You'll get a message on your order. If the editor can't continue without your answer, your due date is on hold until you reply, and every deadline moves back by the same amount of time.",
    },
    {
      question: "What if it's late?",
      promises: ["late.some", "late.much", "late.beyond", "late.automatic", "late.client-delay"],
      answer: `If it's more than ${graceMs / MINUTE} minutes late, we refund ${percent(late.some.clientBp)} of the price. If it's late by more than ${shareWords(late.some.upToBp)} of the turnaround, we refund ${percent(late.much.clientBp)}. If it's late by more than the full turnaround, we refund everything. Time spent waiting for your answers doesn't count.`,
    },
    {
      question: "What if I'm not happy with the result?",
      promises: ["revision.window", "revision.rounds", "revision.scope", "revision.new-version"],
      answer: `Request a revision. You get ${count(revision.rounds, "free round")} within ${revision.windowMs / DAY} days, or ${revision.longWindowMs / DAY} days for ${formatWords(deadlines.longFromWords)} or more, even after you've accepted the work. You can send a new version: up to ${revision.newWords.toLocaleString("en-US")} new words, or ${percent(revision.newWordsBp)} of your order if that's more, are free in each round. Words above that cost what a re-edit costs.`,
    },
    {
      question: "What if the reviewers want changes?",
      promises: ["re-edit.price", "reviewers.price", "reviewers.days", "reviewers.editor"],
      answer: `Order a response to reviewers from your finished order, up to ${deadlines.reviewersMs / DAY} days after delivery. Upload your new version, the reviewers' comments, and your reply letter. Your editor edits the new version and the letter. Unchanged sentences are free while we keep the edited text. You pay for changed and new ones, with a minimum of ${formatMoney(pricing.reEditMinimumMinor, CURRENCY)}, plus ${formatMoney(pricing.reviewersMinor, CURRENCY)} for the comments and the letter. We invite your editor first.`,
    },
    {
      question: "Can I cancel?",
      promises: [
        "cancel.before-acceptance",
        "cancel.unopened",
        "cancel.after-acceptance",
        "cancel.late",
        "cancel.very-late",
        "cancel.after-submission",
      ],
      answer: `Yes. It's free until an editor accepts, or within ${cancel.freeAfterPaymentMs / MINUTE} minutes of paying if no editor has opened the files. After that, you see your refund before you agree, and we never keep more than ${percent(refunds.cancel.mostWithheldBp)}. If it's more than ${graceMs / MINUTE} minutes late, you get at least ${percent(refunds.cancelLate.someBp)} back, and once it's late by more than ${shareWords(late.some.upToBp)} of the turnaround, everything. Once the work has been submitted on time, there's no refund, but you can request revisions.`,
    },
    {
      question: "Who sees my manuscript?",
      promises: ["email.no-manuscripts", "sample.limit"],
      answer: `The editor who accepted your order, and our staff when they need to. We never email it: download links expire and require you to sign in. Invited editors may see at most ${sample.words} words of the body, without the title or names, and you can turn that off.`,
    },
    {
      question: "Which files can I send?",
      promises: ["files.limits"],
      answer:
        "Word (docx or doc), OpenDocument, RTF, plain text, Markdown, LaTeX (a single file or a zipped project), and PDF. You can upload up to five files to edit and five for reference, each up to 100 MB.",
    },
  ];
}
