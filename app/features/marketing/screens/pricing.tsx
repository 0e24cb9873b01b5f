import { shownPricing } from "#app/features/pricing/server/read-pricing.ts";
import { currencyOfDraft, pricingIn, soldIn } from "#app/features/pricing/rules/currency-prices.ts";
import { PricingContext } from "#app/features/pricing/ui/pricing-context.ts";
import { Link } from "react-router";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { config } from "#app/platform/server/core/config.ts";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { shownRefundTable } from "#app/features/payments/server/refunds/read-refund-table.ts";
import { shownMatching } from "#app/features/matching/server/read-matching-policy.ts";
import { shownDeadlines } from "#app/features/pricing/server/read-deadlines.ts";
import { shownTaxed } from "#app/features/tax/server/shown-taxed.ts";
import { priceNotes } from "../rules/price-notes.ts";
import { pricingProse } from "../rules/pricing-prose.ts";
import { refundRows } from "../rules/refund-rows.ts";
import { editingService, organization } from "../rules/structured.ts";
import { levelSamples } from "../server/level-samples.ts";
import { LevelSamples } from "../ui/level-samples.tsx";
import { PriceCalculator } from "../ui/price-calculator.tsx";
import { PriceTable, WordLimits } from "../ui/price-table.tsx";
import { ProseHead, ProsePart, WordTable } from "../ui/prose.tsx";
import styles from "./pricing.module.css";
import type { Route } from "./+types/pricing";

export const handle = { deferHydration: true } satisfies PageHandle;

/** In the currency that the address names. Pages without a query are cached for everybody, and are in dollars. */
export async function loader({ request }: Route.LoaderArgs) {
  const listed = await shownPricing();
  const asked = new URL(request.url).searchParams.get("currency") ?? undefined;
  const pricing = pricingIn(listed, currencyOfDraft({ currency: asked }, listed));
  const deadlines = await shownDeadlines();
  const { siteName, origins } = config();
  const origin = origins.site;
  return {
    pricing,
    currencies: soldIn(listed),
    siteName,
    origin,
    levels: levelSamples(),
    refunds: refundRows(await shownRefundTable(), deadlines, await shownMatching()),
    notes: priceNotes(pricing, deadlines, await shownTaxed()),
    prose: pricingProse(pricing),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: "Prices",
        path: "/pricing",
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        description: loaderData.prose.description,
      })
    : [];

/** Every price, calculated as you type, and the rules behind it. */
export default function Pricing({ loaderData }: Route.ComponentProps) {
  const { prose, pricing, siteName, origin } = loaderData;
  // Only the page that is sent has them, for search engines: neither its data nor its script carries them a second
  // time.
  const statements = import.meta.env.SSR
    ? [
        editingService(siteName, origin, pricing),
        organization(siteName, origin),
        breadcrumbs(origin, [
          { name: siteName, path: "/" },
          { name: "Prices", path: "/pricing" },
        ]),
      ]
    : [];
  return (
    <PricingContext value={pricing}>
      <div className={styles.page}>
        <StructuredData data={statements} />
        <ProseHead title="Prices">
          <p>
            Your price depends on word count, level of editing, and turnaround. This calculator uses the same rules as a
            real order, and there are no hidden fees.
          </p>
        </ProseHead>
        <div className={styles.first}>
          <PriceCalculator currencies={loaderData.currencies} />
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
              {prose.limits} For longer manuscripts, <Link to="/contact?topic=ordering">contact us</Link>.
            </p>
            <WordLimits />
          </div>
        </ProsePart>

        <ProsePart title="Which words we count" id="counting" wide>
          <div className={styles.two}>
            {prose.counting.map(({ title, items }) => (
              <div key={title}>
                <h3>{title}</h3>
                <ul>
                  {items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
          <p className={styles.below}>{prose.beforeOrder}</p>
        </ProsePart>

        <ProsePart title="How we calculate your price" id="sum">
          {prose.sum.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
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
