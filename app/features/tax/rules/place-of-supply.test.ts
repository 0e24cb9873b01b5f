import { expect, test } from "vitest";
import type { Registration } from "./registration.ts";
import { type Supply, type TaxBuyer, taxRuleFor } from "./tax-for.ts";
import { TAX_RATES } from "./tax-figures.ts";
import { taxParts } from "./tax-rule.ts";

/**
 * Who is taxed where, as a table for tax advisers. What the law says is written down here by hand, with its source; rates
 * and sentences are the rule's own answers. docs/place-of-supply.md is written from both, so neither can be wrong alone.
 */
const ON = "2026-11-23";
type Buyer = "private person" | "organization" | "organization with a tax number";
type Case = {
  buyer: [country: string, state?: string];
  who: Buyer;
  /** Where it's taxed: a code, "reverse charge", or "nowhere". */
  taxed: string;
  source: string;
};
type Seller = {
  title: string;
  country: string;
  registrations: readonly string[];
  supply: Supply;
  cases: readonly Case[];
};

const DIRECTIVE = "Directive 2006/112/EC";
const at = (country: string, who: Buyer, taxed: string, source: string): Case => ({
  buyer: country.split("-") as [string, string?],
  who,
  taxed,
  source,
});
const BUSINESS = "organization with a tax number";

const SELLERS: readonly Seller[] = [
  {
    title: "Seller in Germany, registered there; work by people",
    country: "DE",
    registrations: ["DE"],
    supply: "professional",
    cases: [
      at("DE", "private person", "DE", `${DIRECTIVE}, Art. 45`),
      at("DE", BUSINESS, "DE", `${DIRECTIVE}, Art. 44`),
      at("FR", "private person", "DE", `${DIRECTIVE}, Art. 45`),
      at("FR", "organization", "DE", `${DIRECTIVE}, Art. 45; Implementing Regulation 282/2011, Art. 18(2)`),
      at(
        "FR",
        BUSINESS,
        "reverse charge",
        `${DIRECTIVE}, Art. 44 and 196; Implementing Regulation 282/2011, Art. 18(1)`,
      ),
      at("MC", "private person", "DE", `${DIRECTIVE}, Art. 7(1) and 45`),
      at("MC", BUSINESS, "reverse charge", `${DIRECTIVE}, Art. 7(1), 44, and 196`),
      at("GH", "private person", "nowhere", `${DIRECTIVE}, Art. 59(c)`),
      at("GH", "organization", "nowhere", `${DIRECTIVE}, Art. 44`),
      at("US-NY", "private person", "nowhere", `${DIRECTIVE}, Art. 59(c)`),
    ],
  },
  {
    title: "Seller in Germany, registered there and for the One Stop Shop; electronic services",
    country: "DE",
    registrations: ["DE", "OSS"],
    supply: "electronic",
    cases: [
      at("DE", "private person", "DE", `${DIRECTIVE}, Art. 58`),
      at("FR", "private person", "FR", `${DIRECTIVE}, Art. 58 and 369a to 369k`),
      at("FR", "organization", "FR", `${DIRECTIVE}, Art. 58; Implementing Regulation 282/2011, Art. 18(2)`),
      at("FR", BUSINESS, "reverse charge", `${DIRECTIVE}, Art. 44 and 196`),
      at("GH", "private person", "nowhere", `${DIRECTIVE}, Art. 58`),
    ],
  },
  {
    title: "Seller in Germany, registered there, below the threshold; electronic services",
    country: "DE",
    registrations: ["DE"],
    supply: "electronic",
    cases: [
      at("FR", "private person", "DE", `${DIRECTIVE}, Art. 59c`),
      at("FR", BUSINESS, "reverse charge", `${DIRECTIVE}, Art. 44 and 196`),
    ],
  },
  {
    title: "Seller in Germany, registered there and in other countries; work by people",
    country: "DE",
    registrations: ["DE", "GB", "NO", "CH", "AU", "NZ", "CA", "CA-QC", "US-WV"],
    supply: "professional",
    cases: [
      at("GB", "private person", "GB", "Value Added Tax Act 1994, section 2 and Schedule 4A"),
      at("GB", BUSINESS, "reverse charge", "Value Added Tax Act 1994, section 8"),
      at(
        "IM",
        BUSINESS,
        "reverse charge",
        "Value Added Tax Act 1994, section 8; the Isle of Man counts as the United Kingdom",
      ),
      at("NO", "private person", "NO", "Norwegian VAT Act, section 3-30"),
      at("NO", BUSINESS, "reverse charge", "Norwegian VAT Act, section 11-3"),
      at("CH", BUSINESS, "CH", "Swiss VAT Act, Art. 45(1)(a): not reversed for a registered seller"),
      at("AU", "private person", "AU", "A New Tax System (Goods and Services Tax) Act 1999, section 9-25(5)"),
      at("AU", BUSINESS, "nowhere", "A New Tax System (Goods and Services Tax) Act 1999, section 9-25(5)"),
      at("NZ", BUSINESS, "nowhere", "Goods and Services Tax Act 1985, section 8(4)"),
      at("CA-ON", "private person", "CA-ON", "Excise Tax Act, section 165 and Schedule VIII"),
      at("CA-AB", BUSINESS, "CA", "Excise Tax Act, section 165"),
      at(
        "CA-QC",
        "private person",
        "CA + CA-QC",
        "Excise Tax Act, section 165; Act respecting the Québec sales tax, section 16",
      ),
      at("US-WV", BUSINESS, "US-WV", "West Virginia Code, § 11-15-3"),
      at("US-NY", "private person", "nowhere", "Not registered there"),
    ],
  },
  {
    title: "Seller in the United States, registered in France; electronic services",
    country: "US",
    registrations: ["FR"],
    supply: "electronic",
    cases: [
      at("FR", "private person", "FR", `${DIRECTIVE}, Art. 58`),
      at("FR", BUSINESS, "reverse charge", `${DIRECTIVE}, Art. 44 and 196`),
      at("DE", "private person", "nowhere", "Not registered there"),
    ],
  },
];

const EVIDENCE: Readonly<Record<Buyer, string>> = {
  "private person": "country and state of the billing details",
  organization: "no tax number that counts: as a private person",
  "organization with a tax number": "VAT ID that VIES confirmed; elsewhere, right check digits",
};

function answer({ country, registrations, supply }: Seller, { buyer: [place, state], who }: Case) {
  const seller = {
    country,
    registrations: registrations.map((code): Registration => ({
      scheme: code === "OSS" ? "oss" : "domestic",
      place: code === "OSS" ? country : code,
      number: "1",
      validFrom: "2026-01-01",
      validUntil: null,
    })),
  };
  const buyer: TaxBuyer = {
    country: place,
    state: state ?? null,
    business: who !== "private person",
    vatId: who === BUSINESS ? "1" : null,
    vatIdCheckedAt: who === BUSINESS ? ON : null,
  };
  const rule = taxRuleFor({ seller, buyer, supply, on: ON, rates: TAX_RATES });
  const parts = taxParts(rule);
  const taxed = parts.map((part) => part.code).join(" + ");
  return {
    taxed: rule.kind === "reverse-charge" ? "reverse charge" : taxed || "nowhere",
    rate: parts.map((part) => part.label).join(" + ") || "none",
    note: rule.note ?? "none",
  };
}

test("the rule taxes every case where the law does, and docs/place-of-supply.md says so", async () => {
  const page = [
    "# Place of supply",
    "",
    "Where each kind of sale is taxed, at which rate, and which sentence is on the invoice. Rates are the defaults of the policy; an order takes those valid on the day it's priced. Written by [place-of-supply.test.ts](../app/features/tax/rules/place-of-supply.test.ts) from the rule in [tax-for.ts](../app/features/tax/rules/tax-for.ts), which fails if the rule and the sources disagree.",
    "",
    ...SELLERS.flatMap((seller) => [
      `## ${seller.title}`,
      "",
      "| buyer in | buyer | evidence | taxed in | rate | sentence on the invoice | source |",
      "|---|---|---|---|---|---|---|",
      ...seller.cases.map((it) => {
        const found = answer(seller, it);
        const place = it.buyer.filter(Boolean).join("-");
        expect([seller.title, place, it.who, found.taxed]).toEqual([seller.title, place, it.who, it.taxed]);
        return `| ${place} | ${it.who} | ${EVIDENCE[it.who]} | ${found.taxed} | ${found.rate} | ${found.note} | ${it.source} |`;
      }),
      "",
    ]),
  ].join("\n");
  await expect(page).toMatchFileSnapshot("../../../../docs/place-of-supply.md");
});
