import { expect, test } from "vitest";
import { vatTerritory } from "#app/features/accounts/rules/vat-territory.ts";
import type { Registration } from "./registration.ts";
import { type Supplier, recipientLaw, recipientTax, supplierTax } from "./supplier-tax.ts";
import { type Supply, type TaxBuyer, taxRuleFor } from "./tax-for.ts";
import { TAX_RATES } from "./tax-figures.ts";
import { isEu } from "./places.ts";
import { formatRate, taxParts } from "./tax-rule.ts";

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

type Purchase = {
  company: string;
  supplier: string;
  /** What's on the supplier's invoice: a rate, or nothing. */
  charged: "tax" | "none";
  /** Whether the company owes the tax itself, and gets it back in the same return. */
  owed: boolean;
  source: string;
};
const bought = (
  company: string,
  supplier: string,
  charged: "tax" | "none",
  owed: boolean,
  source: string,
): Purchase => ({
  company,
  supplier,
  charged,
  owed,
  source,
});

/** Services that a company registered at home buys from businesses: hosting, ads, software, advice. */
const PURCHASES: readonly Purchase[] = [
  bought("DE", "DE", "tax", false, `${DIRECTIVE}, Art. 44 and 168(a)`),
  bought("DE", "IE", "none", true, `${DIRECTIVE}, Art. 44, 196, and 168(a)`),
  bought("DE", "US", "none", true, `${DIRECTIVE}, Art. 44, 196, and 168(a)`),
  bought("DE", "GB", "none", true, `${DIRECTIVE}, Art. 44, 196, and 168(a)`),
  bought("FR", "MC", "tax", false, `${DIRECTIVE}, Art. 7(1) and 44`),
  bought("GB", "IE", "none", true, "Value Added Tax Act 1994, sections 7A, 8, and 26"),
  bought(
    "GB",
    "IM",
    "tax",
    false,
    "Value Added Tax Act 1994, section 7A; the Isle of Man counts as the United Kingdom",
  ),
  bought("NO", "US", "none", true, "Norwegian VAT Act, sections 3-30, 11-3, and 8-1"),
  bought("CH", "US", "none", true, "Swiss VAT Act, Art. 45(1)(a) and 28"),
  bought(
    "AU",
    "US",
    "none",
    false,
    "A New Tax System (Goods and Services Tax) Act 1999, section 84-5: only where not all of it would be given back",
  ),
  bought(
    "NZ",
    "US",
    "none",
    false,
    "Goods and Services Tax Act 1985, section 8(4B): only where not all of it would be given back",
  ),
  bought("CA", "US", "none", false, "Excise Tax Act, section 217: only where it isn't for commercial activities"),
  bought("US", "DE", "none", false, "There's no VAT"),
];

function answerTo({ company, supplier, charged, owed, source }: Purchase): string {
  const rule = supplierTax({ country: supplier, vatId: "X", status: "registered" }, company, TAX_RATES);
  const isAtHome = vatTerritory(supplier) === vatTerritory(company);
  const isOwed = !isAtHome && recipientLaw(company) !== null;
  expect([company, supplier, rule.kind === "rate" ? "tax" : "none", isOwed]).toEqual([
    company,
    supplier,
    charged,
    owed,
  ]);
  const label = taxParts(rule)[0]?.label ?? "none";
  return `| ${company} | ${supplier} | ${label} | ${isOwed ? "yes" : "no"} | ${source} |`;
}

type EditorCase = {
  company: string;
  editor: string;
  status: Supplier["status"];
  /** What the company owes itself: nothing, or the tax at home on the line of its return for suppliers there. */
  owed: "no" | "EU" | "abroad";
  source: string;
};
const edits = (
  company: string,
  editor: string,
  status: EditorCase["status"],
  owed: EditorCase["owed"],
  source: string,
): EditorCase => ({ company, editor, status, owed, source });

/** Anybody who edits for pay on their own account, whatever they're registered or exempt as at home. */
const TAXABLE = "Directive 2006/112/EC, Art. 9(1), 44, and 196";
const EDITORS: readonly EditorCase[] = [
  edits("DE", "DE", "registered", "no", `${DIRECTIVE}, Art. 44 and 168(a)`),
  edits("DE", "DE", "small", "no", `${DIRECTIVE}, Art. 284`),
  edits("DE", "FR", "registered", "EU", TAXABLE),
  edits("DE", "FR", "small", "EU", `${TAXABLE}; the exemption is for what's taxed in France`),
  edits("DE", "FR", "none", "EU", `${TAXABLE}, who doesn't have to be registered`),
  edits("DE", "US", "none", "abroad", `${TAXABLE}, in any place`),
  edits("DE", "GB", "registered", "abroad", TAXABLE),
  edits("FR", "MC", "registered", "no", `${DIRECTIVE}, Art. 7(1) and 44`),
  edits("GB", "DE", "small", "abroad", "Value Added Tax Act 1994, section 8(1): any person who belongs abroad"),
  edits("NO", "SE", "none", "abroad", "Norwegian VAT Act, sections 3-30 and 11-3: any supplier abroad"),
  edits(
    "CH",
    "DE",
    "none",
    "abroad",
    "Swiss VAT Act, Art. 10(1bis) and 45(1)(a): a business abroad, not registered here",
  ),
  edits("AU", "GB", "none", "no", "A New Tax System (Goods and Services Tax) Act 1999, section 84-5"),
  edits("US", "DE", "registered", "no", "There's no VAT"),
];
const STATUS_WORDS: Readonly<Record<EditorCase["status"], string>> = {
  registered: "with a VAT ID",
  small: "small business",
  none: "not registered",
};

function answerOn({ company, editor, status, owed, source }: EditorCase): string {
  const supplier = { country: editor, vatId: status === "registered" ? "X" : null, status };
  const rule = supplierTax(supplier, company, TAX_RATES);
  const found = recipientTax(supplier, company, TAX_RATES);
  expect([company, editor, status, found ? (found.inEu ? "EU" : "abroad") : "no"]).toEqual([
    company,
    editor,
    status,
    owed,
  ]);
  const label = taxParts(rule)[0]?.label ?? "none";
  const line = found
    ? `${formatRate(found.rateBp)}${isEu(company) ? (found.inEu ? ", EU" : ", elsewhere") : ""}`
    : "no";
  return `| ${company} | ${editor} | ${STATUS_WORDS[status]} | ${label} | ${line} | ${source} |`;
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
    "## What the company buys",
    "",
    "Services of businesses, such as hosting, ads, and software, for a company that's registered at home and gets input tax back. What's owed as the recipient is input tax, too: a rule for bank lines or an invoice by hand books both, and one return declares them ([supplier-tax.ts](../app/features/tax/rules/supplier-tax.ts)).",
    "",
    "| company in | supplier in | on the invoice | owed by the company | source |",
    "|---|---|---|---|---|",
    ...PURCHASES.map(answerTo),
    "",
    "## What editors earn",
    "",
    "Services of editors to a company that's registered at home. What it owes is booked with the payout, and declared on the line for suppliers in other EU countries or on the one for those elsewhere.",
    "",
    "| company in | editor in | editor | on the invoice | owed by the company | source |",
    "|---|---|---|---|---|---|",
    ...EDITORS.map(answerOn),
    "",
  ].join("\n");
  await expect(page).toMatchFileSnapshot("../../../../docs/place-of-supply.md");
});
