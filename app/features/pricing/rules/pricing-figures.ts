/** The price list: its figures with their defaults, their form, and what they can't say together. */
import {
  type DeclaredFigure,
  count,
  days,
  mills,
  money,
  orEmpty,
  pace,
  policyPart,
  rate,
  row,
  share,
  times,
  words,
} from "#app/features/policy/rules/policy-part.ts";
import { CURRENCIES, CURRENCY, type Currency, formatMills, formatMoney } from "#app/platform/rules/core/money.ts";
import { ADD_ONS, ADD_ON_CODES, type AddOnCode, eachAddOn } from "./add-ons.ts";
import { IN_DOLLARS, type PricedIn } from "./priced-in.ts";
import { PAY_FIGURES, checkPay, paySubject } from "./pay-figures.ts";
import { SERVICES, SERVICE_LABELS, TURNAROUNDS, TURNAROUND_LABELS, type Service, type Turnaround } from "./policy.ts";

/** Turnarounds that every service is sold at: the pages name their prices. */
const ALWAYS: readonly Turnaround[] = ["14d", "7d", "3d"];
const COLUMNS = TURNAROUNDS.map((t) => TURNAROUND_LABELS[t]);

const eachTurnaround = <T>(make: (turnaround: Turnaround, i: number) => T): Readonly<Record<Turnaround, T>> =>
  Object.fromEntries(TURNAROUNDS.map((t, i) => [t, make(t, i)])) as Record<Turnaround, T>;
const eachService = <T>(make: (service: Service) => T): Readonly<Record<Service, T>> =>
  Object.fromEntries(SERVICES.map((service) => [service, make(service)])) as Record<Service, T>;

/** A figure for each service and turnaround, from the slowest to the fastest; null where the service isn't offered. */
const byTurnaround = (
  unit: typeof mills,
  label: string,
  range: readonly [number, number],
  table: Readonly<Record<Service, readonly (number | null)[]>>,
) =>
  eachService((service) =>
    eachTurnaround((t, i): DeclaredFigure<number | null> => {
      const value = table[service][i]!;
      const figure = unit(value ?? 0, `${label}${SERVICE_LABELS[service]}, ${TURNAROUND_LABELS[t]}`, range);
      return ALWAYS.includes(t) ? figure : orEmpty(figure, "not offered", value);
    }),
  );
const perDollar = (currency: Exclude<Currency, "USD">, value: number, range: readonly [number, number]) =>
  orEmpty(rate(value, `${CURRENCIES[currency].name}, for a dollar of the price list`, range), "not sold", null);
const overLimit = (service: Service, wordsPerHour: number) =>
  pace(wordsPerHour, `${SERVICE_LABELS[service]}, pace over the limit`, [50, 5_000]);
const minimum = (t: Turnaround, cents: number) => money(cents, `Minimum order, ${TURNAROUND_LABELS[t]}`, [0, 50_000]);
const volume = (step: number, fromWords: number, offBp: number) => ({
  fromWords: words(fromWords, `Volume discount ${step}, from`, [1_000, 1_000_000]),
  offBp: share(offBp, `Volume discount ${step}`, [0, 3_000]),
});
const addOn = (code: AddOnCode) => {
  const { label, unitMinor, maxWords, unit, editorWorks } = ADD_ONS[code];
  return {
    label: label as string,
    /** Cents per unit: per order, entry, or figure. */
    unitMinor: money(unitMinor, label, [1, 100_000]),
    /** The unit, or null for one price per order. */
    unit: unit as { one: string; many: string } | null,
    /** The most billable words it can be ordered for, or null for no limit. */
    maxWords:
      maxWords === null ? null : orEmpty(words(maxWords, `${label}, longest manuscript`, [500, 500_000]), "any length"),
    /** Whether an editor does it and is paid a share of it. */
    editorWorks: editorWorks as boolean,
  };
};

/** Plain JSON, so that it can be stored and sent to the browser. */
export const PRICING_PART = policyPart(
  "pricing",
  {
    /** The currency of these prices. */
    pricedIn: IN_DOLLARS as PricedIn,
    /** What one dollar of the price list is in the other currencies, in ten-thousandths; null where it isn't sold. */
    perDollar: {
      EUR: perDollar("EUR", 0.92, [0.3, 3]),
      GBP: perDollar("GBP", 0.79, [0.3, 3]),
      JPY: perDollar("JPY", 155, [30, 600]),
    },
    /** Integer mills (thousandths of a dollar) a billable word. */
    mills: byTurnaround(mills, "", [1, 2_000], {
      proofreading: [17, 19, 24, 29, 34, 44, 53],
      copyediting: [27, 30, 38, 45, 54, 69, 84],
      substantive: [45, 50, 63, 75, 90, 115, null],
      expert: [72, 80, 100, 120, null, null, null],
    }),
    /** Billable words that fit the promised turnaround. */
    wordLimit: byTurnaround(words, "Word limit, ", [100, 1_000_000], {
      proofreading: [150_000, 60_000, 25_000, 16_000, 10_000, 4_000, 2_000],
      copyediting: [120_000, 45_000, 18_000, 12_000, 7_000, 3_000, 1_500],
      substantive: [70_000, 25_000, 10_000, 7_000, 4_000, 2_000, null],
      expert: [40_000, 15_000, 6_000, 4_000, null, null, null],
    }),
    /** Above the limit, the due date moves by an hour per this many words. */
    overflowWordsPerHour: {
      proofreading: overLimit("proofreading", 600),
      copyediting: overLimit("copyediting", 450),
      substantive: overLimit("substantive", 300),
      expert: overLimit("expert", 200),
    },
    /** With consent, clients can order up to this many times the limit. */
    overflowFactor: times(2, "Largest order", [1, 5]),
    minimumMinor: {
      "14d": minimum("14d", 2_000),
      "7d": minimum("7d", 2_000),
      "3d": minimum("3d", 2_000),
      "48h": minimum("48h", 2_500),
      "24h": minimum("24h", 2_500),
      "12h": minimum("12h", 3_500),
      "6h": minimum("6h", 3_500),
    },
    /** Replaces these for a re-edit, at every turnaround. */
    reEditMinimumMinor: money(1_000, "Minimum for a re-edit", [0, 50_000]),
    /** A response to reviewers, on top of its re-edit. */
    reviewersMinor: money(6_000, "Response to reviewers", [1, 100_000]),
    /** Increasing word counts, each with the discount from that count. */
    volume: [volume(1, 20_000, 500), volume(2, 50_000, 800), volume(3, 100_000, 1_000)],
    secondReaderBp: share(3_000, "Second reader", [100, 10_000]),
    /** Services whose price already includes a second reader. */
    secondReaderIncluded: ["expert"] as readonly Service[],
    pdfBp: share(1_000, "PDF annotations", [0, 10_000]),
    addOns: eachAddOn(addOn),
    /** What editors, second readers, and reviewers are paid. */
    pay: PAY_FIGURES,
    /** The minimum margin of the client's price above editor pay. */
    marginOverPayBp: share(1_000, "Least margin over editors' pay", [0, 5_000]),
    coupon: { maxPercent: count(30, "Largest discount, percent", [1, 50]) },
    quoteHeldMs: days(7, "Price held", [1, 60]),
  },
  (pricing) => [
    {
      id: "rates",
      title: "Rates",
      summary: "What a word costs by service and turnaround, and discounts on long manuscripts.",
      tables: [
        {
          title: "Rate per word",
          intro: "In dollars per billable word.",
          hint: "Leave a field empty where the service isn't offered.",
          columns: COLUMNS,
          rows: SERVICES.map((it) => row(SERVICE_LABELS[it], ...TURNAROUNDS.map((t) => pricing.mills[it][t]))),
        },
        {
          title: "Volume discounts",
          intro: "Off the editing price, from this many billable words.",
          columns: ["From words", "Discount (%)"],
          rows: pricing.volume.map(({ fromWords, offBp }, i) => row(`Step ${i + 1}`, fromWords, offBp)),
        },
      ],
    },
    {
      id: "limits",
      title: "Word limits",
      summary: "How many words fit each turnaround, and how far the date moves above that.",
      tables: [
        {
          title: "Word limits by turnaround",
          intro: "The most billable words that fit each turnaround.",
          hint: "Leave a field empty exactly where its rate is empty.",
          columns: COLUMNS,
          rows: SERVICES.map((it) => row(SERVICE_LABELS[it], ...TURNAROUNDS.map((t) => pricing.wordLimit[it][t]))),
        },
        {
          title: "Over the limit",
          intro: "The due date moves by an hour for this many words over the limit, once the client agrees.",
          columns: ["Words per hour"],
          rows: SERVICES.map((service) => row(SERVICE_LABELS[service], pricing.overflowWordsPerHour[service])),
        },
        {
          title: "Largest order",
          intro: "Above this many times the limit, clients ask for a custom quote.",
          columns: ["Times the limit"],
          rows: [row("All services", pricing.overflowFactor)],
        },
      ],
    },
    {
      id: "minimums",
      title: "Minimums and quotes",
      summary: "The smallest order, how long a price is held, and the largest discount.",
      tables: [
        {
          title: "Smallest order",
          intro: "A shorter manuscript costs this much, shown as a line of its own.",
          columns: ["Minimum ($)"],
          rows: [
            ...TURNAROUNDS.map((t) => row(TURNAROUND_LABELS[t], pricing.minimumMinor[t])),
            row("Re-edit, any turnaround", pricing.reEditMinimumMinor),
          ],
        },
        {
          title: "Quotes and discounts",
          intro:
            "A quote's price is held this long. No coupon, sale, or account discount can be a larger percentage than this.",
          columns: ["Figure"],
          rows: [row("Price held (days)", pricing.quoteHeldMs), row("Largest discount (%)", pricing.coupon.maxPercent)],
        },
      ],
    },
    {
      id: "add-ons",
      title: "Add-ons",
      summary: "What extras cost.",
      tables: [
        {
          title: "Fixed prices",
          intro: "Per order, entry, or figure. Editors who do the work are paid their share of these.",
          columns: ["Price ($)", "Longest manuscript (words)"],
          rows: [
            ...ADD_ON_CODES.map((code) => {
              const { label, unit, unitMinor, maxWords } = pricing.addOns[code];
              return row(unit ? `${label}, per ${unit.one}` : label, unitMinor, maxWords);
            }),
            row("Response to reviewers, with the re-edit", pricing.reviewersMinor, null),
          ],
        },
        {
          title: "Percentages",
          intro: "Of the editing price.",
          columns: ["Share (%)"],
          rows: [row("Second reader", pricing.secondReaderBp), row("Editing a PDF with annotations", pricing.pdfBp)],
        },
      ],
    },
    {
      id: "currencies",
      title: "Other currencies",
      summary:
        "Which currencies besides US dollars clients can pay in, and what a dollar of the price list is in them.",
      tables: [
        {
          title: "For one dollar",
          intro:
            "Prices in a currency are those in dollars times this rate. Amounts from $10 are rounded up to half a euro or pound, or to 10 yen. Limits and coupons in dollars count at the same rate, and editors earn dollars.",
          hint: "Leave a field empty where you don't sell in a currency. An order keeps the rate it was priced with. Import the reference rates under Payouts, too: the books value other currencies with them.",
          columns: ["For $1"],
          rows: (["EUR", "GBP", "JPY"] as const).map((it) => row(CURRENCIES[it].name, pricing.perDollar[it])),
        },
      ],
    },
    paySubject(pricing.pay, pricing.marginOverPayBp),
  ],
  (pricing, fault) => {
    const perWord = (it: number): string => formatMills(it, CURRENCY);
    const at = (service: Service, t: Turnaround) => `${SERVICE_LABELS[service]} in ${TURNAROUND_LABELS[t]}`;
    for (const service of SERVICES) {
      const mills = pricing.mills[service];
      const limits = pricing.wordLimit[service];
      for (const t of TURNAROUNDS)
        if ((mills[t] === null) !== (limits[t] === null))
          fault(
            `${mills[t] === null ? "mills" : "wordLimit"}.${service}.${t}`,
            mills[t] === null
              ? `${at(service, t)} has a word limit but no rate. Enter a rate, or clear the limit.`
              : `${at(service, t)} has a rate but no word limit. Enter a limit, or clear the rate.`,
          );
      const sold = TURNAROUNDS.filter((t) => mills[t] !== null && limits[t] !== null);
      for (const [i, fast] of sold.entries()) {
        const slow = sold[i - 1];
        if (slow === undefined) continue;
        if (mills[fast]! < mills[slow]!)
          fault(
            `mills.${service}.${fast}`,
            `${at(service, fast)} costs less than in ${TURNAROUND_LABELS[slow]}. Enter at least ${perWord(mills[slow]!)}, because faster work can't be cheaper.`,
          );
        if (limits[fast]! > limits[slow]!)
          fault(
            `wordLimit.${service}.${fast}`,
            `${at(service, fast)} allows more words than in ${TURNAROUND_LABELS[slow]}. Enter at most ${limits[slow]!.toLocaleString("en-US")}.`,
          );
      }
    }
    for (const t of TURNAROUNDS) {
      const sold = SERVICES.filter((service) => pricing.mills[service][t] !== null);
      for (const [i, deeper] of sold.entries()) {
        const lighter = sold[i - 1];
        if (lighter && pricing.mills[deeper][t]! < pricing.mills[lighter][t]!)
          fault(
            `mills.${deeper}.${t}`,
            `${at(deeper, t)} costs less than ${SERVICE_LABELS[lighter].toLowerCase()}. Enter at least ${perWord(pricing.mills[lighter][t]!)}.`,
          );
      }
    }
    for (const [i, fast] of TURNAROUNDS.entries()) {
      const slow = TURNAROUNDS[i - 1];
      if (slow && pricing.minimumMinor[fast] < pricing.minimumMinor[slow])
        fault(
          `minimumMinor.${fast}`,
          `The minimum at ${TURNAROUND_LABELS[fast]} is below the one at ${TURNAROUND_LABELS[slow]}. Enter at least ${formatMoney(pricing.minimumMinor[slow], CURRENCY)}.`,
        );
    }
    for (const [i, step] of pricing.volume.entries()) {
      const before = pricing.volume[i - 1];
      if (!before) continue;
      if (step.fromWords <= before.fromWords)
        fault(
          `volume.${i}.fromWords`,
          `Discount ${i + 1} has to start above ${before.fromWords.toLocaleString("en-US")} words, where discount ${i} starts.`,
        );
      if (step.offBp < before.offBp)
        fault(`volume.${i}.offBp`, `Discount ${i + 1} has to be at least ${before.offBp / 100}%, like discount ${i}.`);
    }
    checkPay(pricing, fault);
  },
);

export const PRICING_POLICY = PRICING_PART.defaults;
export const PAY_POLICY = PRICING_POLICY.pay;
