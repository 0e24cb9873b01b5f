import { Link } from "react-router";
import { billableWords } from "#app/features/documents/rules/receipt.ts";
import { MATCHING_POLICY } from "#app/features/matching/rules/policy.ts";
import { QA_POLICY } from "#app/features/orders/rules/qa.ts";
import { DropManuscript } from "#app/features/orders/ui/drop-manuscript.tsx";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import type { PageHandle } from "#app/platform/browser/page-handle.ts";
import { pageMeta } from "#app/platform/rules/page-meta.ts";
import { config } from "#app/platform/server/config.ts";
import { ProofMark, type ProofMarkKind } from "#app/ui/proof-mark.tsx";
import { Receipt } from "#app/ui/receipt.tsx";
import { StructuredData } from "#app/ui/structured-data.tsx";
import { EXAMPLE_ARTICLE } from "../rules/example-article.ts";
import { questions } from "../rules/questions.ts";
import { editingService, faqPage, organization, website } from "../rules/structured.ts";
import { PriceExampleLater, loadPriceExample } from "../ui/price-example-later.tsx";
import { PriceTable } from "../ui/price-table.tsx";
import { ThreeReadings } from "../ui/three-readings.tsx";
import { TrackedPage } from "../ui/tracked-page.tsx";
import styles from "./home.module.css";
import type { Route } from "./+types/home";

const number = new Intl.NumberFormat("en-US");

export const handle = { waits: true } satisfies PageHandle;

export async function loader() {
  await loadPriceExample();
  const words = billableWords([EXAMPLE_ARTICLE], { excluded: [{ file: 0, section: "s5" }], referencesChecked: true });
  const receipt = priceOrder({
    service: "copyediting",
    turnaround: "7d",
    billableWords: words,
    estimatePdf: false,
    addOns: { referenceStyling: EXAMPLE_ARTICLE.referenceEntries },
    consentOverflow: false,
  });
  const { siteName, origins } = config();
  return {
    siteName,
    origin: origins.site,
    example: { lines: receipt.lines, totalMinor: receipt.totalMinor, currency: receipt.currency },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: `${loaderData.siteName}: academic editing with every change tracked`,
        path: "/",
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        description:
          "An editor who knows your field corrects your manuscript in tracked changes. The price stands on a receipt, section by section, before you sign up.",
      })
    : [];

const STEPS: readonly { mark: ProofMarkKind; title: string; text: string }[] = [
  {
    mark: "paragraph",
    title: "A price before a name",
    text: "Your manuscript is counted section by section. Leave out what needs no editing, see every service at every speed, and the date it would be back on your own clock. No account is needed for that.",
  },
  {
    mark: "caret",
    title: "An editor from your field",
    text: "Editors are matched by subject, English variant and free time. One accepts, and sees your instructions; the others never see more than a sample without your name on it.",
  },
  {
    mark: "dele",
    title: "The gate",
    text: "What the editor hands in is taken apart: with every tracked change rejected it must be your text again, word for word. An edit that was not tracked stops the hand-in.",
  },
  {
    mark: "check",
    title: "Two copies, one letter",
    text: "You get the tracked copy with comments, a clean copy that the system makes from it, and the editor’s letter. Then you accept it, or ask for a free revision.",
  },
];

const WEIGHTS: readonly { of: keyof typeof MATCHING_POLICY.weights; label: string }[] = [
  { of: "qa", label: "Marks of our reviewers" },
  { of: "rating", label: "Authors’ ratings" },
  { of: "onTime", label: "Handed in on time" },
  { of: "response", label: "Answers to invitations" },
  { of: "repeat", label: "Authors who came back" },
];

export default function Home({ loaderData }: Route.ComponentProps) {
  const { example, siteName, origin } = loaderData;
  const { weights, waves, sampleWords } = MATCHING_POLICY;
  return (
    <>
      <StructuredData
        data={[
          organization(siteName, origin),
          website(siteName, origin),
          editingService(siteName, origin),
          faqPage(questions()),
        ]}
      />
      <section className={styles.hero}>
        <div className={styles.pitch}>
          <div>
            <h1>Edited by a scholar, every change in sight.</h1>
            <p className={styles.lede}>
              An editor who knows your field corrects your manuscript in tracked changes. You get the marked copy, the
              clean copy, and a receipt that says what each part of it cost.
            </p>
          </div>
          <div className={styles.drop}>
            <DropManuscript then="/order/new" />
            <p>Its price and its date at once. No account needed.</p>
          </div>
        </div>
        <div className={styles.desk}>
          <TrackedPage />
          <div className={styles.receipt}>
            <Receipt
              title="What it costs"
              lines={example.lines}
              total={{ label: "Total", amountMinor: example.totalMinor }}
              currency={example.currency}
              note={`An example: an article of ${number.format(EXAMPLE_ARTICLE.words)} words, acknowledgements left out, references counted half. Yours is priced by the same rules.`}
            />
          </div>
        </div>
      </section>

      <section className={styles.band} aria-labelledby="how">
        <h2 id="how">How it works</h2>
        <ol className={styles.steps}>
          {STEPS.map((step) => (
            <li key={step.title}>
              <ProofMark kind={step.mark} size={34} strokeWidth={1.5} />
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className={styles.band} aria-labelledby="readings">
        <h2 id="readings">Three readings of one file</h2>
        <p className={styles.intro}>
          Every change is kept apart from your text, so the same file can be read in three ways. The first must be yours
          to the letter: that is what the gate checks.
        </p>
        <ThreeReadings />
      </section>

      <section className={styles.band} aria-labelledby="receipt">
        <h2 id="receipt">The receipt, section by section</h2>
        <p className={styles.intro}>
          Untick a section, change the service or the speed: this is the function that prices real orders, at work on an
          article that does not exist.
        </p>
        <PriceExampleLater />
      </section>

      <section className={styles.band} aria-labelledby="certificate">
        <h2 id="certificate">A certificate that knows its text</h2>
        <p className={styles.intro}>
          Ask for one when the work is delivered: what was done and how far, on one page with a code. Whoever scans it
          can drop the file that they were sent and sees how much of it is the edited text, sentence by sentence. The
          file is read in their own browser and goes nowhere, and there is no word of the text in what we keep for it.
        </p>
        <p className={styles.more}>
          <Link to="/integrity/verify">Check a certificate</Link>
        </p>
      </section>

      <section className={styles.band} aria-labelledby="editors">
        <h2 id="editors">How editors are chosen</h2>
        <div className={styles.chosen}>
          <div className={styles.say}>
            <p>
              First, who can: the subject, the variant of English, the service, and enough free words before the
              deadline. For expert editing, a verified doctorate in your very subfield.
            </p>
            <p>
              Of those, the best are asked first: {waves[0]} of them, then {waves[1]}, then all who can. Whoever accepts
              first has it. Who took on much lately stands further back, so that the work is shared.
            </p>
            <p>
              No editor can buy a place in the row, and each can read why they were asked or were not. The first{" "}
              {QA_POLICY.firstOrders} orders of everybody are read by a second person before they reach an author. Those
              who are asked see {sampleWords} words at most, without your name.
            </p>
          </div>
          <div>
            <h3 className={styles.weigh}>What makes the score</h3>
            <ol className={styles.weights}>
              {WEIGHTS.map(({ of, label }) => (
                <li key={of}>
                  <span>{label}</span>
                  <b className="figures">{Math.round(weights[of] * 100)} %</b>
                  <i aria-hidden style={{ width: `${weights[of] * 250}%` }} />
                </li>
              ))}
            </ol>
            <p className={styles.aside}>What is older counts less: half after 90 days.</p>
          </div>
        </div>
      </section>

      <section className={styles.band} aria-labelledby="prices">
        <h2 id="prices">Prices</h2>
        <PriceTable />
        <p className={styles.more}>
          <Link to="/pricing">Work it out for your number of words</Link>
        </p>
      </section>

      <section className={styles.band} aria-labelledby="questions">
        <h2 id="questions">Questions</h2>
        <div className={styles.questions}>
          {questions().map(({ question, answer }) => (
            <details key={question} name="question">
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </section>
    </>
  );
}
