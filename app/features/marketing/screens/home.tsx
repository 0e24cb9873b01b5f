import { billableWords } from "#app/features/documents/rules/receipt.ts";
import { QA_POLICY } from "#app/features/orders/rules/qa.ts";
import { DropManuscript } from "#app/features/orders/ui/drop-manuscript.tsx";
import { REFUND_POLICY } from "#app/features/payments/rules/policy.ts";
import { formatWords, priceOrder } from "#app/features/pricing/rules/price.ts";
import { DEADLINE_POLICY, PRICING_POLICY } from "#app/features/pricing/rules/policy.ts";
import { DAY, MINUTE } from "#app/platform/rules/time.ts";
import { config } from "#app/platform/server/config.ts";
import { ProofMark, type ProofMarkKind } from "#app/ui/proof-mark.tsx";
import { Receipt } from "#app/ui/receipt.tsx";
import { EXAMPLE_ARTICLE } from "../rules/example-article.ts";
import { PriceExample } from "../ui/price-example.tsx";
import { PriceTable } from "../ui/price-table.tsx";
import { TrackedPage } from "../ui/tracked-page.tsx";
import styles from "./home.module.css";
import type { Route } from "./+types/home";
import type { ReactNode } from "react";

const number = new Intl.NumberFormat("en-US");
const percent = (bp: number): string => `${bp / 100} %`;

export function loader() {
  const words = billableWords([EXAMPLE_ARTICLE], { excluded: [{ file: 0, section: "s5" }], referencesChecked: true });
  const receipt = priceOrder({
    service: "copyediting", turnaround: "7d", billableWords: words, estimatePdf: false, addOns: { referenceStyling: EXAMPLE_ARTICLE.referenceEntries }, consentOverflow: false,
  });
  return { siteName: config().siteName, example: { lines: receipt.lines, totalMinor: receipt.totalMinor, currency: receipt.currency } };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.siteName ?? ""}: academic editing with every change tracked` },
  { name: "description", content: "An editor who knows your field corrects your manuscript in tracked changes. The price stands on a receipt, section by section, before you sign up." },
];

const STEPS: readonly { mark: ProofMarkKind; title: string; text: string }[] = [
  { mark: "paragraph", title: "A price before a name", text: "Your manuscript is counted section by section. Leave out what needs no editing, see every service at every speed, and the date it would be back on your own clock. No account is needed for that." },
  { mark: "caret", title: "An editor from your field", text: "Editors are matched by subject, English variant and free time. One accepts, and sees your instructions; the others never see more than a sample without your name on it." },
  { mark: "dele", title: "The gate", text: "What the editor hands in is taken apart: with every tracked change rejected it must be your text again, word for word. An edit that was not tracked stops the hand-in." },
  { mark: "check", title: "Two copies, one letter", text: "You get the tracked copy with comments, a clean copy that the system makes from it, and the editor’s letter. Then you accept it, or ask for a free revision." },
];

function questions(): readonly { question: string; answer: ReactNode }[] {
  const { revision, cancel } = DEADLINE_POLICY;
  const { late, graceMs } = REFUND_POLICY;
  return [
    { question: "What exactly do I get back?", answer: "A Word file with tracked changes and comments, a clean copy made from it by accepting every change, and a letter in which the editor says what was done. A manuscript in PDF comes back with annotations, and then there is no clean copy." },
    { question: "Who edits it?", answer: `People with a degree in the field, whose identity was checked and who signed an agreement. The first ${QA_POLICY.firstOrders} orders of every editor are read by a second person before you get them; so are all expert orders, and one in ${QA_POLICY.sampleOneIn} of the rest, drawn by lot.` },
    { question: "May I use an editor at all?", answer: "That depends on your university or journal, so read its rules first and write in the instructions what must not be touched. Because every change is tracked, you can show exactly what was done to your text." },
    { question: "When does the clock start?", answer: `When the payment is confirmed. The price you were quoted is held for ${PRICING_POLICY.quoteHeldMs / DAY} days; the date is promised when you pay, and only where an editor has the time for it.` },
    { question: "What if the editor has a question?", answer: "It reaches you as a message on the order. If the work cannot go on without your answer the clock stops, and every deadline moves by the time it stood still." },
    { question: "What if it is late?", answer: `More than ${graceMs / MINUTE} minutes late, ${percent(late.some.clientBp)} of the price is yours again; later than a quarter of the agreed time, ${percent(late.much.clientBp)}; later than the agreed time itself, all of it. Not when the delay came from waiting for you.` },
    { question: "What if I am not content with it?", answer: `Ask for a revision: ${revision.rounds} rounds are free within ${revision.windowMs / DAY} days, ${revision.longWindowMs / DAY} for ${formatWords(DEADLINE_POLICY.longFromWords)} and more, also after you have accepted.` },
    { question: "Can I cancel?", answer: `Without cost until an editor has accepted, or within ${cancel.freeAfterPaymentMs / MINUTE} minutes of paying if nobody has opened the files. Later, what goes back is shown to you before you agree; what is kept is never more than ${percent(REFUND_POLICY.cancel.mostWithheldBp)}.` },
    { question: "Who sees my manuscript?", answer: "The editor who took it, and staff where they must. It is never sent by e-mail: links expire and ask you to sign in. Editors who are invited may see at most 150 words of the body, without title and names, and you can switch that off." },
    { question: "Which files can I send?", answer: "Word (docx, doc), OpenDocument, RTF, plain text, Markdown, LaTeX (a file or a zipped project) and PDF; up to 100 MB a file, five to edit and five for reference." },
  ];
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { example } = loaderData;
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.pitch}>
          <div>
            <h1>Edited by a scholar, every change in sight.</h1>
            <p className={styles.lede}>An editor who knows your field corrects your manuscript in tracked changes. You get the marked copy, the clean copy, and a receipt that says what each part of it cost.</p>
          </div>
          <div className={styles.drop}>
            <DropManuscript then="/order/new" />
            <p>Its price and its date at once. No account needed.</p>
          </div>
        </div>
        <div className={styles.desk}>
          <TrackedPage />
          <div className={styles.receipt}>
            <Receipt title="What it costs" lines={example.lines} total={{ label: "Total", amountMinor: example.totalMinor }} currency={example.currency}
              note={`An example: an article of ${number.format(EXAMPLE_ARTICLE.words)} words, acknowledgements left out, references counted half. Yours is priced by the same rules.`} />
          </div>
        </div>
      </section>

      <section className={styles.band} aria-labelledby="how">
        <h2 id="how">How it works</h2>
        <ol className={styles.steps}>
          {STEPS.map((step) => (
            <li key={step.title}><ProofMark kind={step.mark} size={34} strokeWidth={1.5} /><h3>{step.title}</h3><p>{step.text}</p></li>
          ))}
        </ol>
      </section>

      <section className={styles.band} aria-labelledby="receipt">
        <h2 id="receipt">The receipt, section by section</h2>
        <p className={styles.intro}>Untick a section, change the service or the speed: this is the function that prices real orders, at work on an article that does not exist.</p>
        <PriceExample />
      </section>

      <section className={styles.band} aria-labelledby="prices">
        <h2 id="prices">Prices</h2>
        <PriceTable />
      </section>

      <section className={styles.band} aria-labelledby="questions">
        <h2 id="questions">Questions</h2>
        <div className={styles.questions}>
          {questions().map(({ question, answer }) => (
            <details key={question} name="question"><summary>{question}</summary><p>{answer}</p></details>
          ))}
        </div>
      </section>
    </>
  );
}
