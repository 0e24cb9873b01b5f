import { QA_POLICY } from "#app/features/orders/rules/qa.ts";
import { REFUND_POLICY } from "#app/features/payments/rules/policy.ts";
import { formatWords } from "#app/features/pricing/rules/price.ts";
import { DEADLINE_POLICY, PRICING_POLICY } from "#app/features/pricing/rules/policy.ts";
import { DAY, MINUTE } from "#app/platform/rules/time.ts";

const percent = (bp: number): string => `${bp / 100} %`;

/** What people ask before they order. Every figure comes from the rules that are followed. */
export function questions(): readonly { question: string; answer: string }[] {
  const { revision, cancel } = DEADLINE_POLICY;
  const { late, graceMs } = REFUND_POLICY;
  return [
    {
      question: "What exactly do I get back?",
      answer:
        "A Word file with tracked changes and comments, a clean copy made from it by accepting every change, and a letter in which the editor says what was done. A manuscript in PDF comes back with annotations, and then there is no clean copy.",
    },
    {
      question: "Who edits it?",
      answer: `People with a degree in the field, whose identity was checked and who signed an agreement. The first ${QA_POLICY.firstOrders} orders of every editor are read by a second person before you get them; so are all expert orders, and one in ${QA_POLICY.sampleOneIn} of the rest, drawn by lot.`,
    },
    {
      question: "May I use an editor at all?",
      answer:
        "That depends on your university or journal, so read its rules first and write in the instructions what must not be touched. Because every change is tracked, you can show exactly what was done to your text.",
    },
    {
      question: "When does the clock start?",
      answer: `When the payment is confirmed. The price you were quoted is held for ${PRICING_POLICY.quoteHeldMs / DAY} days; the date is promised when you pay, and only where an editor has the time for it.`,
    },
    {
      question: "What if the editor has a question?",
      answer:
        "It reaches you as a message on the order. If the work cannot go on without your answer the clock stops, and every deadline moves by the time it stood still.",
    },
    {
      question: "What if it is late?",
      answer: `More than ${graceMs / MINUTE} minutes late, ${percent(late.some.clientBp)} of the price is yours again; later than a quarter of the agreed time, ${percent(late.much.clientBp)}; later than the agreed time itself, all of it. Not when the delay came from waiting for you.`,
    },
    {
      question: "What if I am not content with it?",
      answer: `Ask for a revision: ${revision.rounds} rounds are free within ${revision.windowMs / DAY} days, ${revision.longWindowMs / DAY} for ${formatWords(DEADLINE_POLICY.longFromWords)} and more, also after you have accepted.`,
    },
    {
      question: "Can I cancel?",
      answer: `Without cost until an editor has accepted, or within ${cancel.freeAfterPaymentMs / MINUTE} minutes of paying if nobody has opened the files. Later, what goes back is shown to you before you agree; what is kept is never more than ${percent(REFUND_POLICY.cancel.mostWithheldBp)}.`,
    },
    {
      question: "Who sees my manuscript?",
      answer:
        "The editor who took it, and staff where they must. It is never sent by e-mail: links expire and ask you to sign in. Editors who are invited may see at most 150 words of the body, without title and names, and you can switch that off.",
    },
    {
      question: "Which files can I send?",
      answer:
        "Word (docx, doc), OpenDocument, RTF, plain text, Markdown, LaTeX (a file or a zipped project) and PDF; up to 100 MB a file, five to edit and five for reference.",
    },
  ];
}
