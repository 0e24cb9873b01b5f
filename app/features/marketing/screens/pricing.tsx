import { Link } from "react-router";
import { REFUND_POLICY } from "#app/features/payments/rules/policy.ts";
import { DEADLINE_POLICY, PRICING_POLICY } from "#app/features/pricing/rules/policy.ts";
import { formatWords } from "#app/features/pricing/rules/price.ts";
import type { PageHandle } from "#app/platform/browser/page-handle.ts";
import { pageMeta } from "#app/platform/rules/page-meta.ts";
import { DAY, MINUTE } from "#app/platform/rules/time.ts";
import { config } from "#app/platform/server/config.ts";
import { StructuredData, breadcrumbs } from "#app/ui/structured-data.tsx";
import { editingService, organization } from "../rules/structured.ts";
import { PriceCalculator } from "../ui/price-calculator.tsx";
import { PriceTable, WordLimits, money } from "../ui/price-table.tsx";
import { ProseHead, ProsePart, WordTable } from "../ui/prose.tsx";
import styles from "./pricing.module.css";
import type { Route } from "./+types/pricing";

export const handle = { waits: true } satisfies PageHandle;

export function loader() {
  const { siteName, origins } = config();
  return { siteName, origin: origins.site };
}

const { mills, minimumMinor, overflowFactor, quoteHeldMs } = PRICING_POLICY;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: "Prices",
        path: "/pricing",
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        description: `What editing costs, worked out for your number of words: proofreading from ${money(mills.proofreading["14d"]! * 100)} for 1,000 words, every service at every speed, extras, minimums, and what goes back when something goes wrong.`,
      })
    : [];

const percent = (bp: number): string => `${bp / 100} %`;
const { cancel, late, graceMs } = REFUND_POLICY;

const REFUNDS: readonly (readonly [string, string])[] = [
  ["You cancel before an editor has accepted", "Everything."],
  [
    `You cancel within ${DEADLINE_POLICY.cancel.freeAfterPaymentMs / MINUTE} minutes of paying, and no editor has opened the files`,
    "Everything.",
  ],
  [
    "You cancel later, before anything was handed in",
    `All but the part that is done, or ${percent(cancel.leastWithheldBp)} where that is more. Never is more than ${percent(cancel.mostWithheldBp)} kept.`,
  ],
  ["You cancel after the work was handed in on time", "Nothing; the right to free revisions stays."],
  ["No editor has taken it when 60 % of its time is gone", "Everything, or you take a later date: your choice."],
  [
    `More than ${graceMs / MINUTE} minutes late, up to a quarter of the agreed time`,
    `${percent(late.some.clientBp)}, by itself. You keep the work.`,
  ],
  ["Later than that", `${percent(late.much.clientBp)}, by itself. You keep the work.`],
  ["Later than the agreed time itself, or cancelled once it is overdue", "Everything."],
  ["The delay came from waiting for your answer", "Nothing: the date had moved by that time."],
  ["The same order was paid twice", "The second payment, in full."],
];

/** Every price, worked out while one types, and what stands behind it. */
export default function Pricing({ loaderData }: Route.ComponentProps) {
  const { siteName, origin } = loaderData;
  return (
    <div className={styles.page}>
      <StructuredData
        data={[
          editingService(siteName, origin),
          organization(siteName, origin),
          breadcrumbs(origin, [
            { name: siteName, path: "/" },
            { name: "Prices", path: "/pricing" },
          ]),
        ]}
      />
      <ProseHead title="Prices">
        <p>
          How many words, how deep, how soon: these make the price. It is worked out here by the same rules that price
          an order, and nothing is added at the end.
        </p>
      </ProseHead>
      <div className={styles.first}>
        <PriceCalculator />
      </div>

      <ProsePart title="Rates" id="rates" wide>
        <div className={styles.plain}>
          <PriceTable />
        </div>
      </ProsePart>

      <ProsePart title="What fits the time" id="limits" wide>
        <div className={styles.plain}>
          <p>
            One editor works on a manuscript, so there is an end to what can be done well in a given time. Up to{" "}
            {overflowFactor === 2 ? "twice" : `${overflowFactor} times`} as many words can be ordered if you agree to a
            later date. For longer manuscripts <Link to="/contact?topic=ordering">write to us</Link>.
          </p>
          <WordLimits />
        </div>
      </ProsePart>

      <ProsePart title="What is counted" id="counting" wide>
        <div className={styles.two}>
          <div>
            <h3>Counted</h3>
            <ul>
              <li>Body, headings, captions</li>
              <li>Footnotes and endnotes</li>
              <li>Words in tables and in text boxes, once</li>
              <li>Text that is in the file as a tracked insertion</li>
              <li>The reference list, by half, when it is to be checked</li>
              <li>Chinese and Japanese: one word per two characters</li>
              <li>Korean: by spaces, as Word counts it</li>
            </ul>
          </div>
          <div>
            <h3>Not counted</h3>
            <ul>
              <li>Sections that you leave out</li>
              <li>The reference list, when it is not to be checked</li>
              <li>Table cells that hold only numbers</li>
              <li>Headers, footers, tables of contents</li>
              <li>Equations, field codes</li>
              <li>Text that is in the file as a tracked deletion</li>
            </ul>
          </div>
        </div>
        <p className={styles.below}>
          You see the count section by section before you order, and tick what is to be edited. A word with a hyphen is
          one word.
        </p>
      </ProsePart>

      <ProsePart title="How it is worked out" id="sum">
        <p>
          Words times the rate is the work. A second reader and a PDF are a share of it, each on a line of its own. From{" "}
          {formatWords(PRICING_POLICY.volume[0]!.fromWords)} on, some of it comes off again, and a longer manuscript
          never costs less than a shorter one beside it. If the sum is below the smallest order,{" "}
          {money(minimumMinor["3d"])} to {money(minimumMinor["6h"])} by speed, a line fills it up. Then come the extras.
        </p>
        <p>
          A price is held for {quoteHeldMs / DAY} days. The date is promised when you pay, and the time begins when the
          payment is confirmed. If you have a coupon, it is taken off on the order form; of several discounts the best
          one counts.
        </p>
      </ProsePart>

      <ProsePart title="When money goes back" id="refunds" wide>
        <WordTable
          caption="When money goes back, and how much"
          head={["What happened", "What goes back"]}
          rows={REFUNDS}
        />
        <p className={styles.below}>
          The amount is shown before you agree to it, and goes back the way it came. The whole of it stands in the{" "}
          <Link to="/refund-revision-policy">refund and revision policy</Link>.
        </p>
      </ProsePart>
    </div>
  );
}
