import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { type Dac7Report, type Dac7Seller, dac7Xml, nameParts } from "./dac7-xml.ts";

/** The OECD's schema of October 2021, as tax authorities publish it. */
const SCHEMA = join(import.meta.dirname, "../testing/dpi");
const read = (name: string) => ({ fileName: name, contents: readFileSync(join(SCHEMA, name), "utf8") });

async function faultsOf(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: "report.xml", contents: xml }],
    schema: [read("DPIXML_v1.0.xsd")],
    preload: [read("isodpitypes_v1.0.xsd"), read("oecddpitypes_v1.0.xsd")],
  });
  return errors.map((error) => error.message);
}

const SELLER: Dac7Seller = {
  editorId: "usr_1",
  details: {
    legalName: "Zoë  Łukasz O'Brien <& Co>",
    dateOfBirth: "1980-02-29",
    addressLine: "Čechova 5",
    town: "Praha",
    postCode: "170 00",
    country: "CZ",
    taxCountry: "CZ",
    tin: "8002291234",
    vatId: "",
    vatStatus: undefined,
  },
  account: "DE02120300000000202051",
  currency: "EUR",
  quarters: [
    { amountMinor: 12_350, earnings: 2 },
    { amountMinor: 0, earnings: 0 },
    { amountMinor: 49, earnings: 1 },
    { amountMinor: 100_050, earnings: 9 },
  ],
};
const report = (sellers: Dac7Seller[], more: Partial<Dac7Report> = {}): Dac7Report => ({
  year: 2026,
  madeAt: new Date("2027-01-15T10:11:12.013Z"),
  country: "DE",
  company: {
    legalName: "Stet Editing Ltd",
    address: "Main Street 1\n60311 Frankfurt",
    town: "Frankfurt am Main",
    country: "DE",
    registration: "HRB 1234",
  },
  taxNumber: "DE123",
  vatId: "DE123456788",
  sender: "",
  sellers,
  ...more,
});

test("a report is valid against the OECD's schema, with whole amounts for each quarter", async () => {
  const bare: Dac7Seller = {
    ...SELLER,
    currency: "USD",
    account: "",
    details: { ...SELLER.details, legalName: "Plato", tin: "", vatId: "CZ8002291234" },
  };
  const xml = dac7Xml(report([SELLER, bare], { sender: "42" }));
  expect(await faultsOf(xml)).toEqual([]);
  expect(xml).toContain('<dpi:ConsQ1 currCode="EUR">124</dpi:ConsQ1>');
  expect(xml).toContain('<dpi:ConsQ3 currCode="EUR">0</dpi:ConsQ3><dpi:ConsQ4 currCode="EUR">1001</dpi:ConsQ4>');
  expect(xml).toContain("<dpi:FirstName>Zoë Łukasz O&apos;Brien &lt;&amp;</dpi:FirstName>");
  expect(xml).toContain('<dpi:TIN unknown="true"></dpi:TIN>');
  const ids = [...xml.matchAll(/<stf:DocRefId>([^<]+)</g)].map((match) => match[1]);
  expect(ids).toEqual(["DE2026-20270115101112013-0", "DE2026-20270115101112013-1", "DE2026-20270115101112013-2"]);
});

test("a report without sellers says that there are none", async () => {
  const xml = dac7Xml(report([]));
  expect(await faultsOf(xml)).toEqual([]);
  expect(xml).toContain("<dpi:MessageTypeIndic>DPI403<");
});

test("the schema is really read", async () => {
  expect(await faultsOf(dac7Xml(report([SELLER])).replace("<dpi:City>Praha</dpi:City>", ""))).not.toEqual([]);
});

test("a name is split before its last word", () => {
  expect(nameParts(" Ana María  Pérez ")).toEqual({ first: "Ana María", last: "Pérez" });
  expect(nameParts("Plato")).toEqual({ first: "NFN", last: "Plato" });
});
