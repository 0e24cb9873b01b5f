/** The tax rates that admins may change, as the policy's form has them. Registrations are at /admin/tax. */
import { orEmpty, policyPart, row, taxRate } from "#app/features/policy/rules/policy-part.ts";
import { CA_PROVINCES, EU_COUNTRIES, OTHER_VAT_COUNTRIES, US_STATES, placeName } from "./places.ts";
import { FIRST_RATES } from "./tax-rates.ts";

const rate = (value: number | null, label: string) => taxRate(value ?? 0, label, [0, 30_000]);
const untaxed = (value: number | null, label: string) => orEmpty(rate(value, label), "not taxed", value);
const byName = (codes: readonly string[], name: (code: string) => string) =>
  codes.toSorted((a, b) => name(a).localeCompare(name(b), "en"));
const provinces = byName(Object.keys(CA_PROVINCES), (code) => CA_PROVINCES[code]!);
const states = byName(Object.keys(US_STATES), (code) => US_STATES[code]!);
const ONLY_REGISTERED = "A rate only applies where the company is registered.";
const each = <V, T>(table: Readonly<Record<string, V>>, make: (value: V, code: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(table).map(([code, value]) => [code, make(value, code)]));

export const TAX_PART = policyPart(
  "tax",
  {
    vat: each(FIRST_RATES.vat, (value, code) => rate(value, `Tax rate, ${placeName(code)}`)),
    ca: each(FIRST_RATES.ca, ({ gst, pst }, code) => ({
      gst: rate(gst, `GST or HST, ${CA_PROVINCES[code]}`),
      pst: untaxed(pst, `Provincial tax, ${CA_PROVINCES[code]}`),
    })),
    us: each(FIRST_RATES.us, (value, code) => untaxed(value, `Sales tax, ${US_STATES[code]}`)),
  },
  ({ vat, ca, us }) => {
    const countries = (title: string, intro: string, codes: readonly string[]) => ({
      title,
      intro,
      columns: ["Rate (%)"],
      rows: byName(codes, placeName).map((code) => row(placeName(code), vat[code]!)),
    });
    return [
      {
        id: "tax",
        title: "Tax rates",
        summary: "VAT, GST, and sales tax on what we sell. Where the company is registered is on the tax page.",
        tables: [
          countries("European Union", `Standard rates of VAT. ${ONLY_REGISTERED}`, EU_COUNTRIES),
          countries("Other countries", `VAT or GST. ${ONLY_REGISTERED}`, OTHER_VAT_COUNTRIES),
          {
            title: "Canada",
            intro: `GST, or HST where a province has one tax, and the province's own tax. ${ONLY_REGISTERED}`,
            hint: "Leave a province's own tax empty where it doesn't tax editing.",
            columns: ["GST or HST (%)", "Own tax (%)"],
            rows: provinces.map((code) => row(CA_PROVINCES[code]!, ca[code]!.gst, ca[code]!.pst)),
          },
          {
            title: "United States",
            intro: `Sales tax by state. ${ONLY_REGISTERED}`,
            hint: "Leave a state empty where it doesn't tax editing. Where counties or cities add a tax you owe, enter the sum.",
            columns: ["Rate (%)"],
            rows: states.map((code) => row(US_STATES[code]!, us[code]!)),
          },
        ],
      },
    ];
  },
);

export const TAX_RATES = TAX_PART.defaults;
