import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CA_PROVINCES, EU_COUNTRIES, US_STATES, isEu } from "./places.ts";
import { type Registration, isValidOn, overlap } from "./registration.ts";
import { type TaxBuyer, type TaxQuestion, missingForTax, supplyOf, taxFor, taxRuleFor } from "./tax-for.ts";
import { TAX_RATES } from "./tax-figures.ts";
import { taxOn, taxParts } from "./tax-rule.ts";

const ON = "2026-11-23";
const domestic = (place: string, of: Partial<Registration> = {}): Registration => ({
  scheme: "domestic",
  place,
  number: `${place}123456789`,
  validFrom: "2026-01-01",
  validUntil: null,
  ...of,
});
const oss = domestic("DE", { scheme: "oss" });
const from = (country: string | null, of: Partial<TaxBuyer> = {}): TaxBuyer => ({
  country,
  state: null,
  business: false,
  vatId: null,
  vatIdCheckedAt: null,
  ...of,
});
const university = (country: string) => from(country, { business: true, vatId: `${country}1`, vatIdCheckedAt: ON });
const rule = (
  buyer: TaxBuyer,
  registrations: readonly Registration[] = [domestic("DE")],
  of: Partial<TaxQuestion> = {},
) =>
  taxRuleFor({
    seller: { country: "DE", registrations },
    buyer,
    supply: "professional",
    on: ON,
    rates: TAX_RATES,
    ...of,
  });
const labels = (...asked: Parameters<typeof rule>) => taxParts(rule(...asked)).map((part) => part.label);

describe("a seller who is registered nowhere", () => {
  test.each(["DE", "US", "CA", "GB", "GH", null])(
    "charges a buyer from %s nothing, and asks for nothing",
    (country) => {
      expect(rule(from(country), [])).toEqual({ kind: "none" });
      expect(missingForTax({ seller: { country: "DE", registrations: [] }, buyer: from(country), on: ON })).toBeNull();
    },
  );
});

describe("a seller in Germany, registered there", () => {
  test("charges buyers in Germany its rate, organizations included", () => {
    expect(labels(from("DE"))).toEqual(["VAT 19% (Germany)"]);
    expect(labels(university("DE"))).toEqual(["VAT 19% (Germany)"]);
  });
  test("charges consumers elsewhere in the EU its own rate for people's work", () => {
    expect(labels(from("FR"))).toEqual(["VAT 19% (Germany)"]);
    expect(labels(from("FR"), [domestic("DE"), oss])).toEqual(["VAT 19% (Germany)"]);
  });
  test("reverses the charge for an organization elsewhere in the EU with a confirmed VAT ID, and the note says so", () => {
    expect(rule(university("NL"))).toEqual({
      kind: "reverse-charge",
      code: "NL",
      label: "VAT, reverse charge",
      note: expect.stringMatching(/^Reverse charge: .*Art\. 44 and 196/),
      evidence: { country: "NL", vatId: "NL1", vatIdCheckedAt: ON },
    });
  });
  test("charges an organization without a confirmed VAT ID like a consumer", () => {
    expect(labels(from("NL", { business: true }))).toEqual(["VAT 19% (Germany)"]);
  });
  test("charges nobody outside the EU, and the note names the article", () => {
    expect(rule(from("GH"))).toMatchObject({ kind: "none", note: expect.stringContaining("Art. 59(c)") });
    expect(rule(from("GH", { business: true }))).toMatchObject({ note: expect.stringContaining("Art. 44,") });
    expect(rule(from("GH"), [domestic("DE"), oss], { supply: "electronic" })).toMatchObject({
      note: expect.stringContaining("Art. 58,"),
    });
    expect(labels(from("US", { state: "NY" }))).toEqual([]);
  });
  test("only while the registration is valid, both days included", () => {
    const it = [domestic("DE", { validFrom: ON, validUntil: "2026-12-31" })];
    expect(labels(from("DE"), it)).toHaveLength(1);
    expect(labels(from("DE"), it, { on: "2026-11-22" })).toEqual([]);
    expect(labels(from("DE"), it, { on: "2026-12-31" })).toHaveLength(1);
    expect(labels(from("DE"), it, { on: "2027-01-01" })).toEqual([]);
  });
});

describe("electronic services to consumers in the EU", () => {
  const electronic = { supply: "electronic" } as const;
  test.each([
    ["France, with the One Stop Shop", from("FR"), [domestic("DE"), oss], ["VAT 20% (France)"]],
    ["Finland, with the One Stop Shop", from("FI"), [domestic("DE"), oss], ["VAT 25.5% (Finland)"]],
    ["France, below the threshold", from("FR"), [domestic("DE")], ["VAT 19% (Germany)"]],
    ["France, with a registration there", from("FR"), [domestic("DE"), domestic("FR")], ["VAT 20% (France)"]],
    ["Germany, at home", from("DE"), [domestic("DE"), oss], ["VAT 19% (Germany)"]],
  ] as const)("%s", (_, buyer, registrations, expected) => {
    expect(labels(buyer, registrations, electronic)).toEqual(expected);
  });
  test("the One Stop Shop is how an operator declares its services electronic", () => {
    expect(supplyOf([domestic("DE")], ON)).toBe("professional");
    expect(supplyOf([domestic("DE"), oss], ON)).toBe("electronic");
    expect(supplyOf([{ ...oss, validUntil: "2026-11-22" }], ON)).toBe("professional");
  });
});

describe("a seller outside the EU", () => {
  const us = (registrations: readonly Registration[]) => ({ seller: { country: "US", registrations } });
  test("charges consumers only in countries where it's registered, and reverses the charge for organizations", () => {
    const at = [domestic("FR")];
    expect(labels(from("FR"), at, us(at))).toEqual(["VAT 20% (France)"]);
    expect(labels(from("DE"), at, us(at))).toEqual([]);
    expect(rule(university("FR"), at, us(at)).kind).toBe("reverse-charge");
  });
  test("with the One Stop Shop, charges consumers everywhere in the EU", () => {
    const at = [domestic("IE", { scheme: "oss" })];
    expect(labels(from("DE"), at, { ...us(at), supply: "electronic" })).toEqual(["VAT 19% (Germany)"]);
    expect(rule(university("DE"), at, { ...us(at), supply: "electronic" }).kind).toBe("reverse-charge");
  });
  test("without a registration in the EU, doesn't mention EU VAT", () => {
    const at = [domestic("US-HI")];
    expect(rule(from("DE"), at, us(at))).toEqual({ kind: "none", evidence: { country: "DE" } });
    expect(rule(from("GH"), at, us(at))).toEqual({ kind: "none", evidence: { country: "GH" } });
  });
});

describe("states and provinces", () => {
  test.each([
    ["US", "HI", ["US-HI"], ["Sales tax 4% (Hawaii)"]],
    ["US", "HI", ["US-NY"], []],
    ["US", "NY", ["US-NY"], []],
    ["CA", "ON", ["CA"], ["HST 13% (Ontario)"]],
    ["CA", "AB", ["CA"], ["GST 5% (Canada)"]],
    ["CA", "QC", ["CA", "CA-QC"], ["GST 5% (Canada)", "QST 9.975% (Quebec)"]],
    ["CA", "QC", ["CA-QC"], ["QST 9.975% (Quebec)"]],
    ["CA", "ON", ["CA-QC"], []],
  ])("%s-%s of a seller registered in %j", (country, state, places, expected) => {
    const registrations = places.map((place) => domestic(place));
    expect(labels(from(country, { state }), registrations)).toEqual(expected);
  });
  test("both Canadian taxes are on the net amount, each rounded by itself", () => {
    const quebec = rule(from("CA", { state: "QC" }), [domestic("CA"), domestic("CA-QC")]);
    // 5% of $99.90 is $4.995, and 9.975% is $9.965025.
    expect(taxOn(9_990, quebec)).toBe(500 + 997);
  });
  test("the state is asked for where a registration depends on it", () => {
    const missing = (country: string | null, places: string[], state: string | null = null) =>
      missingForTax({
        seller: { country: "DE", registrations: places.map((place) => domestic(place)) },
        buyer: from(country, { state }),
        on: ON,
      });
    expect([missing(null, ["DE"]), missing("US", ["DE"]), missing("US", ["US-HI"]), missing("CA", ["CA"])]).toEqual([
      "country",
      null,
      "state",
      "state",
    ]);
    expect([missing("US", ["US-HI"], "HI"), missing("DE", ["US-HI"])]).toEqual([null, null]);
  });
});

describe("a business outside the EU, of a seller in Germany who is registered there, too", () => {
  const business = (country: string, vatId: string | null = "X") => from(country, { business: true, vatId });
  const both = (place: string) => [domestic("DE"), domestic(place)];
  test.each([
    ["GB", "reverse-charge", /Value Added Tax Act 1994/],
    ["IM", "reverse-charge", /Value Added Tax Act 1994/],
    ["NO", "reverse-charge", /Norwegian VAT Act/],
    ["AU", "none", /registered for GST/],
    ["NZ", "none", /registered for GST/],
  ])("%s: with a tax number, it accounts for the tax itself (%s)", (country, kind, note) => {
    const place = country === "IM" ? "GB" : country;
    expect(rule(business(country), both(place))).toMatchObject({ kind, note: expect.stringMatching(note) as string });
    // Without the number, or as a consumer, it pays.
    expect(rule(business(country, null), both(place)).kind).toBe("rate");
    expect(rule(from(country), both(place)).kind).toBe("rate");
  });
  test.each([
    ["CH", "VAT 8.1% (Switzerland)"],
    ["CA", "HST 13% (Ontario)"],
  ])("%s: is charged all the same", (country, label) => {
    const buyer = { ...business(country), state: country === "CA" ? "ON" : null };
    expect(labels(buyer, both(country))).toEqual([label]);
  });
  test("a seller established in the United Kingdom charges a British business", () => {
    const seller = { country: "GB", registrations: [domestic("GB")] };
    expect(labels(business("GB"), [], { seller })).toEqual(["VAT 20% (United Kingdom)"]);
    expect(labels(business("IM"), [], { seller: { ...seller, country: "IM" } })).toEqual(["VAT 20% (United Kingdom)"]);
  });
});

describe("Monaco and the Isle of Man", () => {
  test("belong to France and the United Kingdom", () => {
    expect(labels(from("MC"), [domestic("DE"), oss], { supply: "electronic" })).toEqual(["VAT 20% (France)"]);
    expect(labels(from("MC"), [domestic("DE")])).toEqual(["VAT 19% (Germany)"]);
    expect(labels(from("IM"), [domestic("DE"), domestic("GB")])).toEqual(["VAT 20% (United Kingdom)"]);
    const university = from("MC", { business: true, vatId: "FR40303265045", vatIdCheckedAt: ON });
    expect(rule(university)).toMatchObject({ kind: "reverse-charge", code: "FR" });
    expect(labels(from("FR"), [], { seller: { country: "MC", registrations: [domestic("FR")] } })).toEqual([
      "VAT 20% (France)",
    ]);
  });
});

describe("a buyer with certificates", () => {
  const exempt = (buyer: TaxBuyer, places: readonly string[]): TaxBuyer => ({
    ...buyer,
    exemptions: places.map((place) => ({ place, certificate: `X-${place}` })),
  });
  const american = { seller: { country: "US", registrations: [domestic("US-NM"), domestic("US-HI")] } };

  test("pays nothing where one covers the tax, and the rule names it and keeps it as evidence", () => {
    const buyer = exempt(from("US", { state: "NM", business: true }), ["US-NM"]);
    expect(rule(buyer, [], american)).toEqual({
      kind: "exempt",
      code: "US-NM",
      label: "Sales tax, exempt",
      note: "Exempt from sales tax in New Mexico: exemption certificate X-US-NM.",
      evidence: { country: "US", state: "NM", exemptions: [{ place: "US-NM", certificate: "X-US-NM" }] },
    });
    expect(labels(exempt(from("US", { state: "HI" }), ["US-NM"]), [], american)).toHaveLength(1);
  });
  test("with one for the EU pays no member state's VAT, and that of other countries as before", () => {
    const body = exempt(from("BE", { business: true }), ["EU"]);
    expect(rule(body)).toMatchObject({
      kind: "exempt",
      code: "DE",
      note: "Exempt from VAT (Art. 151, Directive 2006/112/EC): certificate X-EU.",
    });
    expect(labels(exempt(from("GB"), ["EU"]), [domestic("DE"), domestic("GB")])).toEqual(["VAT 20% (United Kingdom)"]);
  });
  test("pays the other of two taxes", () => {
    const [gst, pst] = [domestic("CA"), domestic("CA-QC")];
    const buyer = exempt(from("CA", { state: "QC" }), ["CA-QC"]);
    const priced = rule(buyer, [gst, pst], { seller: { country: "CA", registrations: [gst, pst] } });
    expect(priced).toMatchObject({ kind: "rate", code: "CA" });
    expect(taxParts(priced)).toHaveLength(1);
    expect(priced.note).toBe("Exempt from QST in Quebec: exemption certificate X-CA-QC.");
  });
  test("is where no tax is charged what everybody is", () => {
    expect(rule(exempt(from("GH"), ["EU", "GB"]), [])).toEqual({ kind: "none" });
    expect(rule(exempt(university("NL"), ["GB"]))).toMatchObject({ kind: "reverse-charge" });
  });
});

test("a rate from the policy is the one that's charged", () => {
  const rates = { ...TAX_RATES, vat: { ...TAX_RATES.vat, DE: 21_000 } };
  expect(labels(from("DE"), [domestic("DE")], { rates })).toEqual(["VAT 21% (Germany)"]);
});

test("every country, state, and province that can be registered in has a rate or is known not to tax", () => {
  for (const country of EU_COUNTRIES) expect(TAX_RATES.vat[country]).toBeGreaterThanOrEqual(15_000);
  expect(Object.keys(TAX_RATES.us).toSorted()).toEqual(Object.keys(US_STATES).toSorted());
  expect(Object.keys(TAX_RATES.ca).toSorted()).toEqual(Object.keys(CA_PROVINCES).toSorted());
});

test("registrations of one place overlap when they share a day", () => {
  const a = domestic("DE", { validFrom: "2026-01-01", validUntil: "2026-06-30" });
  expect(overlap(a, domestic("DE", { validFrom: "2026-06-30" }))).toBe(true);
  expect(overlap(a, domestic("DE", { validFrom: "2026-07-01" }))).toBe(false);
  expect(overlap(a, domestic("FR"))).toBe(false);
  expect(overlap(oss, domestic("IE", { scheme: "oss" }))).toBe(true);
});

const place = fc.constantFrom(...EU_COUNTRIES, "GB", "CH", "CA", "CA-QC", "US-HI", "US-NM");
const anySeller = fc.record({
  country: fc.constantFrom("DE", "IE", "US", "GB", null),
  registrations: fc.array(
    fc.record({
      scheme: fc.constantFrom("domestic" as const, "oss" as const),
      place,
      number: fc.constant("X"),
      validFrom: fc.constantFrom("2026-01-01", "2026-11-23", "2027-01-01"),
      validUntil: fc.constantFrom(null, "2026-11-23", "2026-06-30"),
    }),
    { maxLength: 4 },
  ),
});
const anyBuyer = fc.record({
  country: fc.constantFrom(null, "DE", "FR", "NL", "GB", "US", "CA", "GH"),
  state: fc.constantFrom(null, "HI", "NY", "QC", "ON"),
  business: fc.boolean(),
  vatId: fc.constantFrom(null, "NL1"),
  vatIdCheckedAt: fc.constant(ON),
});
const anySupply = fc.constantFrom("professional" as const, "electronic" as const);

test("however sellers and buyers meet: no tax without a valid registration in its place, and sums of lines are the total", () => {
  fc.assert(
    fc.property(
      anySeller,
      anyBuyer,
      fc.array(fc.record({ supply: anySupply, netMinor: fc.integer({ min: 0, max: 5_000_000 }) }), { minLength: 1 }),
      (seller, buyer, services) => {
        const { lines, totalMinor } = taxFor({ seller, buyer, services, on: ON, rates: TAX_RATES });
        const valid = seller.registrations.filter((it) => isValidOn(it, ON));
        for (const line of lines) {
          const [country] = line.code.split("-");
          if (line.treatment === "charged")
            expect(
              valid.some((it) => it.place.split("-")[0] === country || (it.scheme === "oss" && isEu(country))),
            ).toBe(true);
          else expect(line.amountMinor).toBe(0);
          if (line.treatment === "reverse-charge") expect(buyer.business && buyer.vatId !== null).toBe(true);
          // Half a cent at most from the exact amount.
          expect(Math.abs(line.amountMinor - (line.baseMinor * line.rateBp) / 10_000)).toBeLessThanOrEqual(0.5001);
        }
        expect(totalMinor).toBe(lines.reduce((total, line) => total + line.amountMinor, 0));
        if (valid.length === 0) expect(totalMinor).toBe(0);
      },
    ),
  );
});

test("how services are cut into lines doesn't change the tax", () => {
  fc.assert(
    fc.property(
      anySeller,
      anyBuyer,
      fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 6 }),
      (seller, buyer, amounts) => {
        const of = (services: { supply: "professional"; netMinor: number }[]) =>
          taxFor({ seller, buyer, services, on: ON, rates: TAX_RATES }).totalMinor;
        const cut = amounts.map((netMinor) => ({ supply: "professional" as const, netMinor }));
        const whole = amounts.reduce((total, amount) => total + amount, 0);
        expect(of(cut)).toBe(of([{ supply: "professional", netMinor: whole }]));
      },
    ),
  );
});
