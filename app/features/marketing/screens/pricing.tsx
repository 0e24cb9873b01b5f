import { shownPricing } from "#app/features/pricing/server/read-pricing.ts";
import { PricingContext } from "#app/features/pricing/ui/pricing-context.ts";
import { Link } from "react-router";
import { formatWords } from "#app/features/pricing/rules/price.ts";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { StructuredData, breadcrumbs } from "#app/ui/structured-data.tsx";
import { shownRefundTable } from "#app/features/payments/server/read-refund-table.ts";
import { priceNotes } from "../rules/price-notes.ts";
import { refundRows } from "../rules/refund-rows.ts";
import { editingService, organization } from "../rules/structured.ts";
import { levelSamples } from "../server/level-samples.ts";
import { LevelSamples } from "../ui/level-samples.tsx";
import { PriceCalculator } from "../ui/price-calculator.tsx";
import { PriceTable, WordLimits, money } from "../ui/price-table.tsx";
import { ProseHead, ProsePart, WordTable } from "../ui/prose.tsx";
import styles from "./pricing.module.css";
import type { Route } from "./+types/pricing";

export const handle = { deferHydration: true } satisfies PageHandle;

export async function loader() {
  const pricing = await shownPricing();
  const { siteName, origins } = config();
  const origin = origins.site;
  // Worked out here, so that the page's script doesn't carry how.
  const statements = [
    editingService(siteName, origin, pricing),
    organization(siteName, origin),
    breadcrumbs(origin, [
      { name: siteName, path: "/" },
      { name: "Prices", path: "/pricing" },
    ]),
  ];
  return {
    pricing,
    siteName,
    origin,
    statements,
    levels: levelSamples(),
    refunds: refundRows(await shownRefundTable()),
    notes: priceNotes(pricing),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: "Prices",
        path: "/pricing",
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        description: `What editing costs for your word count: proofreading from ${money(loaderData.pricing.mills.proofreading["14d"]! * 100)} per 1,000 words, every service at every turnaround, extras, minimums, and refunds.`,
      })
    : [];

/** Every price, calculated as you type, and the rules behind it. */
export default function Pricing({ loaderData }: Route.ComponentProps) {
  const { minimumMinor, overflowFactor, quoteHeldMs, volume } = loaderData.pricing;
  return (
    <PricingContext value={loaderData.pricing}>
      <div className={styles.page}>
        <StructuredData data={loaderData.statements} />
        <ProseHead title="Prices">
          <p>
            Your price depends on word count, level of editing, and turnaround. This calculator uses the same rules as a
            real order, and there are no hidden fees.
          </p>
        </ProseHead>
        <div className={styles.first}>
          <PriceCalculator />
        </div>

        <ProsePart title="Which service do I need?" id="levels" wide>
          <LevelSamples levels={loaderData.levels} />
          <p className={styles.below}>
            Not sure? <Link to="/contact?topic=ordering">Ask us</Link>, or <Link to="/editors">meet the editors</Link>.
          </p>
        </ProsePart>

        <ProsePart title="Rates" id="rates" wide>
          <div className={styles.plain}>
            <PriceTable notes={loaderData.notes} />
          </div>
        </ProsePart>

        <ProsePart title="Word limits by turnaround" id="limits" wide>
          <div className={styles.plain}>
            <p>
              One editor works on each manuscript, so there's a limit to how much can be done well in a given time. You
              can order up to {overflowFactor === 2 ? "twice" : `${overflowFactor} times`} as many words if you agree to
              a later due date. For longer manuscripts, <Link to="/contact?topic=ordering">contact us</Link>.
            </p>
            <WordLimits />
          </div>
        </ProsePart>

        <ProsePart title="Which words we count" id="counting" wide>
          <div className={styles.two}>
            <div>
              <h3>Counted</h3>
              <ul>
                <li>Body text, headings, and captions</li>
                <li>Footnotes and endnotes</li>
                <li>Words in tables and text boxes (once)</li>
                <li>Tracked insertions already in the file</li>
                <li>The reference list at half, if you want it checked</li>
                <li>Chinese and Japanese: one word per two characters</li>
                <li>Korean: by spaces, the way Word counts it</li>
              </ul>
            </div>
            <div>
              <h3>Not counted</h3>
              <ul>
                <li>Sections you leave out</li>
                <li>The reference list, if you don't want it checked</li>
                <li>Table cells with only numbers</li>
                <li>Headers, footers, and tables of contents</li>
                <li>Equations and field codes</li>
                <li>Tracked deletions already in the file</li>
              </ul>
            </div>
          </div>
          <p className={styles.below}>
            Before you order, you see the count for each section and choose what to have edited. A hyphenated word
            counts as one.
          </p>
        </ProsePart>

        <ProsePart title="How we calculate your price" id="sum">
          <p>
            We multiply your word count by the rate. A second reader and PDF editing each add a percentage, shown on its
            own line. Volume discounts start at {formatWords(volume[0]!.fromWords)}, and a longer manuscript never costs
            less than a slightly shorter one. If the total is below the minimum of {money(minimumMinor["3d"])} to{" "}
            {money(minimumMinor["6h"])}, depending on turnaround, a separate line brings it up to the minimum. Extras
            are added last.
          </p>
          <p>
            We hold your price for {quoteHeldMs / DAY} days. Your due date is set when you pay, and your turnaround
            begins when payment is confirmed. You can enter a coupon on the order form. If more than one discount
            applies, you get the best one.
          </p>
        </ProsePart>

        <ProsePart title="Refunds" id="refunds" wide>
          <WordTable
            caption="When you get a refund, and how much"
            head={["What happened", "Your refund"]}
            rows={loaderData.refunds}
          />
          <p className={styles.below}>
            You see the amount before you agree to it, and we refund it to the payment method you used. The details are
            in our <Link to="/refund-revision-policy">refund and revision policy</Link>.
          </p>
        </ProsePart>
      </div>
    </PricingContext>
  );
}
