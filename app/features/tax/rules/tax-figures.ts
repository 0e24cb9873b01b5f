/** The tax rates that admins may change, as the policy's form has them. Registrations are at /admin/tax. */
import type { Figure, FigureSubject } from "#app/features/policy/rules/figures.ts";
import { CA_PROVINCES, EU_COUNTRIES, OTHER_VAT_COUNTRIES, US_STATES, placeName } from "./places.ts";

const rate = (path: string, label: string, empty?: string): Figure => ({
  key: `tax.${path}`,
  label,
  unit: "taxRate",
  least: 0,
  most: 30_000,
  ...(empty ? { empty } : {}),
});
const byName = (codes: readonly string[], name: (code: string) => string) =>
  codes.toSorted((a, b) => name(a).localeCompare(name(b), "en"));
const ONLY_REGISTERED = "A rate only applies where the company is registered.";

const countries = (title: string, intro: string, codes: readonly string[]) => ({
  title,
  intro,
  columns: ["Rate (%)"],
  rows: byName(codes, placeName).map((code) => ({
    label: placeName(code),
    figures: [rate(`vat.${code}`, `Tax rate, ${placeName(code)}`)],
  })),
});

export const TAX_SUBJECTS: readonly FigureSubject[] = [
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
        rows: byName(Object.keys(CA_PROVINCES), (code) => CA_PROVINCES[code]!).map((code) => ({
          label: CA_PROVINCES[code]!,
          figures: [
            rate(`ca.${code}.gst`, `GST or HST, ${CA_PROVINCES[code]}`),
            rate(`ca.${code}.pst`, `Provincial tax, ${CA_PROVINCES[code]}`, "not taxed"),
          ],
        })),
      },
      {
        title: "United States",
        intro: `Sales tax by state. ${ONLY_REGISTERED}`,
        hint: "Leave a state empty where it doesn't tax editing. Where counties or cities add a tax you owe, enter the sum.",
        columns: ["Rate (%)"],
        rows: byName(Object.keys(US_STATES), (code) => US_STATES[code]!).map((code) => ({
          label: US_STATES[code]!,
          figures: [rate(`us.${code}`, `Sales tax, ${US_STATES[code]}`, "not taxed")],
        })),
      },
    ],
  },
];
