import { shownPricing } from "#app/features/pricing/server/read-pricing.ts";
import { PricingContext } from "#app/features/pricing/ui/pricing-context.ts";
import { Link } from "react-router";
import { billableWords } from "#app/features/documents/rules/readers/receipt.ts";
import type { RankPolicy } from "#app/features/matching/rules/policy.ts";
import { shownMatching } from "#app/features/matching/server/read-matching-policy.ts";
import { shownSample } from "#app/features/orders/server/read-sample.ts";
import { shownQa } from "#app/features/orders/server/read-qa.ts";
import { OpeningSoon } from "#app/features/orders/ui/draft/opening-soon.tsx";
import { DropManuscript } from "#app/features/orders/ui/draft/drop-manuscript.tsx";
import { shownDeadlines } from "#app/features/pricing/server/read-deadlines.ts";
import { shownRefundTable } from "#app/features/payments/server/refunds/read-refund-table.ts";
import { TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { config } from "#app/platform/server/core/config.ts";
import { ThreeReadings } from "#app/ui/content/three-readings.tsx";
import { FirstScreenEnd } from "#app/ui/frame/first-screen.tsx";
import { ProofMark, type ProofMarkKind } from "#app/ui/content/proof-mark.tsx";
import { Receipt } from "#app/ui/content/receipt.tsx";
import { StructuredData } from "#app/ui/frame/structured-data.tsx";
import { EXAMPLE_ARTICLE } from "../rules/example-article.ts";
import { shownTaxed } from "#app/features/tax/server/shown-taxed.ts";
import { priceNotes } from "../rules/price-notes.ts";
import { questions } from "../rules/questions.ts";
import { editingService, faqPage, organization, website } from "../rules/structured.ts";
import { SAMPLE, countChanges } from "../rules/tracked-sample.ts";
import { PriceExampleLater, loadPriceExample } from "../ui/price-example-later.tsx";
import { PriceTable, money } from "../ui/price-table.tsx";
import { TrackedPage } from "../ui/tracked-page.tsx";
import { ChosenEditors } from "./home/chosen-editors.tsx";
import styles from "./home.module.css";
import type { Route } from "./+types/home";

const number = new Intl.NumberFormat("en-US");

export const handle = { deferHydration: true } satisfies PageHandle;

export async function loader() {
  await loadPriceExample();
  const words = billableWords([EXAMPLE_ARTICLE], { excluded: [{ file: 0, section: "s5" }], referencesChecked: true });
  const pricing = await shownPricing();
  const refunds = await shownRefundTable();
  const deadlines = await shownDeadlines();
  const qa = await shownQa();
  const matching = await shownMatching();
  const sample = await shownSample();
  const receipt = priceOrder(
    {
      service: "copyediting",
      turnaround: "7d",
      billableWords: words,
      estimatePdf: false,
      addOns: { referenceStyling: EXAMPLE_ARTICLE.referenceEntries },
      consentOverflow: false,
    },
    pricing,
  );
  const { siteName, origins } = config();
  const origin = origins.site;
  // Calculated here, so that the page's script doesn't contain them a second time.
  const answers = questions(pricing, refunds, deadlines, qa, sample).map(({ question, answer }) => ({
    question,
    answer,
  }));
  return {
    siteName,
    origin,
    pricing,
    answers,
    lateShare: refunds.late.some.clientBp / 100,
    revisions: deadlines.revision.rounds,
    // Their modules import the whole taxonomy and the rubric, so the page's script gets only the figures.
    matching: {
      weights: WEIGHTS.map(({ of, label }) => ({
        label,
        percent: matching.weights[of] / 100,
        // The largest fills the line.
      })),
      waves: matching.waves,
      sampleWords: sample.words,
      halfLifeDays: matching.halfLifeMs / DAY,
    },
    reviewedOrders: qa.firstOrders,
    notes: priceNotes(pricing, deadlines, await shownTaxed()),
    example: {
      words: EXAMPLE_ARTICLE.words,
      lines: receipt.lines,
      totalMinor: receipt.totalMinor,
      currency: receipt.currency,
    },
  };
}

/** What the views of one file are called, and what each is. */
const READINGS = {
  sent: {
    label: "As you sent it",
    note: "All changes rejected. If a single word here weren't yours, the editor couldn't submit the work.",
  },
  tracked: {
    label: "Tracked changes",
    note: `${countChanges(SAMPLE)} changes. You accept or reject each change, here or in Word.`,
  },
  clean: { label: "Edited", note: "All changes accepted. This is your clean copy." },
};

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: `${loaderData.siteName}: academic editing with every change shown`,
        path: "/",
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        description:
          "An editor who knows your field corrects your manuscript in tracked changes. You see an itemized price, section by section, before you sign up.",
      })
    : [];

const STEPS: readonly { mark: ProofMarkKind; title: string; text: string }[] = [
  {
    mark: "paragraph",
    title: "A price before you sign up",
    text: "We count your manuscript section by section and check for free what contradicts itself in it. Leave out what needs no editing, compare every service and turnaround, and see the delivery date in your time zone. You don't need an account.",
  },
  {
    mark: "caret",
    title: "An editor from your field",
    text: "We match editors by subject, variety of English, and availability. Only the editor who accepts your order sees the whole manuscript. With each submission, your editor confirms that no generative AI saw it or wrote the edits.",
  },
  {
    mark: "dele",
    title: "Every edit shown",
    text: "In Word files, we reject all changes and check that your original returns word for word. Untracked edits block delivery. PDFs keep your pages, with notes.",
  },
  {
    mark: "check",
    title: "Two copies, one letter",
    text: "For a Word file, you get tracked changes with comments, a clean copy, and a letter from your editor. Then you accept the work or request a free revision.",
  },
];

const WEIGHTS: readonly { of: keyof RankPolicy["weights"]; label: string }[] = [
  { of: "qa", label: "Quality reviews" },
  { of: "rating", label: "Client ratings" },
  { of: "onTime", label: "On-time delivery" },
  { of: "response", label: "Response to invites" },
  { of: "repeat", label: "Returning clients" },
];

export default function Home({ loaderData, matches }: Route.ComponentProps) {
  const { example, answers, siteName, origin, pricing, lateShare, revisions } = loaderData;
  const { open } = matches[1].loaderData;
  const fromMinor = pricing.mills.proofreading["14d"]! * 100;
  // Only the page that is sent has them, for search engines: neither its data nor its script carries them a second
  // time.
  const statements = import.meta.env.SSR
    ? [
        organization(siteName, origin),
        website(siteName, origin),
        editingService(siteName, origin, pricing),
        faqPage(answers),
      ]
    : [];
  return (
    <PricingContext value={pricing}>
      <StructuredData data={statements} />
      <section className={styles.hero}>
        <div className={styles.pitch}>
          <div>
            <h1>Edited by a scholar, every change visible.</h1>
            <p className={styles.lede}>
              An editor who knows your field corrects your manuscript. You get tracked changes, a clean copy, and an
              itemized receipt.
            </p>
          </div>
          <div className={styles.drop}>
            {open ? (
              <>
                <DropManuscript then="/order/new" />
                <p>See your price and delivery date instantly. No account needed.</p>
              </>
            ) : (
              <OpeningSoon />
            )}
          </div>
        </div>
        <ul className={styles.trust}>
          <li>
            <strong>Editors with a degree in your field</strong>
            Identity verified, agreement signed. <Link to="/editors">Meet the editors</Link>
          </li>
          <li>
            <strong>From {money(fromMinor)} per 1,000 words</strong>
            Proofreading in {TURNAROUND_LABELS["14d"]}. <Link to="/pricing">All prices</Link>
          </li>
          <li>
            <strong>Late? We refund automatically</strong>
            From {lateShare}% of the price to all of it. Every order includes {revisions} free revisions.{" "}
            <Link to="/refund-revision-policy">Policy</Link>
          </li>
          <li>
            <strong>Confidential</strong>
            Editors sign for it, and manuscripts are never emailed. <Link to="/privacy">Privacy</Link>
          </li>
        </ul>
        <FirstScreenEnd />
        <div className={styles.desk}>
          <TrackedPage />
          <div className={styles.receipt}>
            <Receipt
              title="Sample price"
              lines={example.lines}
              total={{ label: "Total", amountMinor: example.totalMinor }}
              currency={example.currency}
              note={`Example: an article of ${number.format(example.words)} words, without acknowledgments, with references at half price. Your manuscript is priced by the same rules.`}
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
        <h2 id="readings">One file, three views</h2>
        <p className={styles.intro}>
          Tracked changes keep every edit separate from your text, so you can read the same file three ways. We check
          that the first view is exactly what you sent us.
        </p>
        <ThreeReadings runs={SAMPLE} labels={READINGS} />
        <p className={styles.more}>
          <Link to="/integrity/check">Check anyone's edit of your manuscript, in your browser</Link>
        </p>
      </section>

      <section className={styles.band} aria-labelledby="receipt">
        <h2 id="receipt">The receipt, section by section</h2>
        <p className={styles.intro}>
          Leave out a section, or change the service or the turnaround. This sample article is priced exactly as a real
          order is.
        </p>
        <PriceExampleLater />
      </section>

      <section className={styles.band} aria-labelledby="certificate">
        <h2 id="certificate">A certificate tied to your text</h2>
        <p className={styles.intro}>
          Request one when your work is delivered: a single page that says what was edited, with a code to scan. Anyone
          who scans it can check a file and see, sentence by sentence, how much of it is the edited text. The file stays
          in their browser, and we keep none of its words.
        </p>
        <p className={styles.more}>
          <Link to="/integrity/verify">Check a certificate</Link>
        </p>
      </section>

      <ChosenEditors {...loaderData.matching} reviewedOrders={loaderData.reviewedOrders} />

      <section className={styles.band} aria-labelledby="prices">
        <h2 id="prices">Prices</h2>
        <PriceTable notes={loaderData.notes} />
        <p className={styles.more}>
          <Link to="/pricing">Calculate the price for your word count</Link>
        </p>
      </section>

      <section className={styles.band} aria-labelledby="questions">
        <h2 id="questions">Questions</h2>
        <div className={styles.questions}>
          {answers.map(({ question, answer }) => (
            <details key={question} name="question">
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </section>
    </PricingContext>
  );
}
