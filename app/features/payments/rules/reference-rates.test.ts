import { dayOf } from "#app/platform/rules/core/day.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checkRates,
  formatRate,
  inEuros,
  isRateDay,
  missingRateDays,
  rateObjection,
  readRates,
} from "./reference-rates.ts";

const HISTORY = `Date,USD,JPY,BGN,
2026-11-30,1.0828,162.71,1.9558,
2026-11-27,1.0771,161.2,1.9558,
2026-11-26,N/A,160,1.9558,
`;
const XML = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube><Cube time="2026-11-30"><Cube currency="USD" rate="1.0828"/><Cube currency="JPY" rate="162.71"/></Cube>
<Cube time='2026-11-27'><Cube currency='JPY' rate='161.2'/><Cube currency='USD' rate='1.0771'/></Cube></Cube></gesmes:Envelope>`;
const RATES = [
  { on: "2026-11-27", micros: 1_077_100, others: { JPY: 161_200_000 } },
  { on: "2026-11-30", micros: 1_082_800, others: { JPY: 162_710_000 } },
];

describe("a file of the ECB's", () => {
  test("is read from CSV, daily CSV, and XML, with one rate for each day", () => {
    expect(readRates(HISTORY)).toEqual(RATES);
    expect(readRates(`\uFEFF${HISTORY.replaceAll("\n", "\r\n")}`)).toEqual(RATES);
    expect(readRates(XML)).toEqual(RATES);
    expect(readRates("Date, USD, JPY, \n30 November 2026, 1.0828, 162.71, \n")).toEqual([
      { ...RATES[1], others: { JPY: 162_710_000 } },
    ]);
  });

  test.each([
    ["nothing", "", "empty"],
    ["another CSV", "Day,Rate\n2026-11-30,1.0828", "must start with Date"],
    ["no dollars", "Date,JPY\n2026-11-30,162.71", "include USD"],
    ["no rates", "Date,USD\n2026-11-30,N/A", "no rate for US dollars"],
    ["a day that isn't one", "Date,USD\n2026-11-31,1.08", "2026-11-31"],
    ["a rate that isn't one", "Date,USD\n2026-11-30,1,08", "Row 2"],
    ["a rate of zero", "Date,USD\n2026-11-30,0", "Row 2"],
    ["a negative rate", "Date,USD\n2026-11-30,-1.08", "Row 2"],
    ["two rates for a day", "Date,USD\n2026-11-30,1.08\n2026-11-30,1.09", "two different rates"],
    ["a damaged XML file", XML.slice(0, -60), "damaged"],
    ["another XML file", "<Document><Cube/></Document>", "no rate for US dollars"],
    ["an XML rate without a day", '<Cube><Cube currency="USD" rate="1.08"/></Cube>', "no day"],
  ])("is refused with %s", (_what, text, says) => {
    const read = () => (text.includes("1,08") ? readRates(text.replace("1,08", "eins")) : readRates(text));
    expect(read).toThrow(says);
  });

  test("is refused with rates that can't be right", () => {
    expect(() => checkRates(RATES, "2026-11-29")).toThrow("in the future");
    expect(() => checkRates(RATES, "2026-11-30")).not.toThrow();
    const off = [RATES[0]!, { on: "2026-11-30", micros: 923_500 }];
    expect(() => checkRates(off, "2026-11-30")).toThrow("too far apart");
    // Over a longer time the euro may move further.
    expect(() => checkRates([{ on: "2026-10-30", micros: 1_250_000 }, ...RATES], "2026-11-30")).not.toThrow();
  });
});

describe("days of rates", () => {
  test("are working days except TARGET's holidays", () => {
    // Good Friday, Easter Monday, May 1, Christmas, New Year, a Saturday.
    for (const day of "2026-04-03 2026-04-06 2026-05-01 2026-12-25 2027-01-01 2026-11-28 2024-03-29 2025-04-21".split(
      " ",
    ))
      expect([day, isRateDay(day)]).toEqual([day, false]);
    for (const day of "2026-04-02 2026-04-07 2026-11-30 2026-12-24 2026-12-31 2025-04-22".split(" "))
      expect([day, isRateDay(day)]).toEqual([day, true]);
  });

  test("are missing if they should have a rate and don't", () => {
    expect(missingRateDays(["2026-11-30"], "2026-11-26", "2026-12-02")).toEqual([
      "2026-11-26",
      "2026-11-27",
      "2026-12-01",
      "2026-12-02",
    ]);
    expect(missingRateDays(["2026-04-02", "2026-04-07"], "2026-04-02", "2026-04-07")).toEqual([]);
  });

  test("are too old for a run after five days, which Easter never needs", () => {
    expect(rateObjection(null, "2026-11-30")).toContain("No reference rate");
    expect(rateObjection(RATES[1]!, "2026-12-05")).toBeNull();
    expect(rateObjection(RATES[1]!, "2026-12-06")).toContain("Nov 30, 2026, which is 6 days ago");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 365 * 30 }), (n) => {
        const today = dayOf(new Date(Date.UTC(2026, 0, 1) + n * 86_400_000));
        // The rate of today isn't there before the afternoon: the one of the rate day before it has to do.
        let on = today;
        do on = dayOf(new Date(Date.parse(on) - 86_400_000));
        while (!isRateDay(on));
        expect(rateObjection({ on, micros: 1 }, today)).toBeNull();
      }),
    );
  });
});

test("dollars become euros, rounded half up once", () => {
  expect([inEuros(9_000, 1_082_800), inEuros(1, 1_082_800), inEuros(10_828, 1_082_800)]).toEqual([8_312, 1, 10_000]);
  expect([formatRate(1_082_800), formatRate(1_050_000), formatRate(1_000_000), formatRate(1_082_812)]).toEqual([
    "1.0828",
    "1.0500",
    "1.0000",
    "1.082812",
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 700_000, max: 1_700_000 }), (usd, micros) => {
      // Exact to half a cent: |euros × rate − dollars| ≤ rate / 2.
      expect(Math.abs(inEuros(usd, micros) * micros - usd * 1_000_000) * 2).toBeLessThanOrEqual(micros);
    }),
  );
});
