/**
 * The yearly DAC7 report as XML: the OECD's schema for digital platforms (DPI XML 1.0), with the message type of DAC7.
 * A test validates it against that schema.
 */
import { addDays, isDay } from "#app/platform/rules/core/day.ts";
import { type Xml, element, textElement } from "#app/platform/rules/text/write-xml.ts";
import { type KycDetails, sameName } from "#app/features/editors/rules/kyc/kyc-details.ts";
import type { Company } from "#app/features/company/rules/company.ts";
import { EU_COUNTRIES } from "#app/features/tax/rules/places.ts";
import type { Quarter } from "./yearly.ts";

/** An editor's year in one currency. */
export type Dac7Seller = {
  editorId: string;
  details: KycDetails;
  /** The account of the last payout, "" if there's none, and whose it is. */
  account: string;
  holder: string;
  currency: string;
  quarters: readonly Quarter[];
};

export type Dac7Report = {
  year: number;
  madeAt: Date;
  /** The member state whose authority gets the report. */
  country: string;
  company: Company;
  /** The company's tax number there, and its VAT ID if it has one. */
  taxNumber: string;
  vatId: string | null;
  /** What the authority calls the sender, if it gave a number. */
  sender: string;
  sellers: readonly Dac7Seller[];
};

const LONGEST = 200;
const text = (tag: string, value: string, attributes?: Record<string, string>): Xml =>
  textElement(`dpi:${tag}`, value.replace(/\s+/g, " ").trim().slice(0, LONGEST), attributes);
const group = (tag: string, ...children: readonly (Xml | null)[]): Xml => element(`dpi:${tag}`, ...children);
const optional = (tag: string, value: string | null): Xml | null => (value?.trim() ? text(tag, value) : null);

/**
 * Who is missing something that the report needs, as a sentence, or null. Without a tax number, tax offices ask for a
 * place of birth, which we don't know.
 */
export const dac7Problem = (displayName: string, { tin, town, dateOfBirth }: KycDetails): string | null => {
  const missing =
    tin.trim() === "" ? "tax number" : town.trim() === "" ? "city" : isDay(dateOfBirth) ? null : "date of birth";
  return missing && `We don't have the ${missing} of ${displayName}, which the report needs.`;
};

/** "OECD1" is new data. Every part of a report has an id of its own, by which it can be corrected. */
const docSpec = (id: string): Xml =>
  group("DocSpec", textElement("stf:DocTypeIndic", "OECD1"), textElement("stf:DocRefId", id));

const taxNumber = (number: string, country: string): Xml => text("TIN", number, { issuedBy: country });

type Place = { country: string; street: string; postCode: string; city: string };
const address = ({ country, street, postCode, city }: Place): Xml =>
  group(
    "Address",
    text("CountryCode", country),
    group("AddressFix", optional("Street", street), optional("PostCode", postCode), text("City", city)),
  );

/** A name in two parts, before its last word. A single word has no first name ("NFN", as the OECD's guide says). */
export function nameParts(name: string): { first: string; last: string } {
  const words = name.trim().split(/\s+/);
  const last = words.pop() ?? "";
  return { first: words.join(" ") || "NFN", last };
}

const QUARTERS = [1, 2, 3, 4] as const;
/** The schema has amounts without decimals, rounded half up. */
const whole = (minor: number): string => String(Math.floor((minor + 50) / 100));
const byQuarter = (tag: string, part: string, amount: (quarter: number) => number, currency: string): Xml =>
  group(tag, ...QUARTERS.map((q) => text(`${part}Q${q}`, whole(amount(q - 1)), { currCode: currency })));

function seller({ details, account, holder, currency, quarters }: Dac7Seller, id: string): Xml {
  const { first, last } = nameParts(details.legalName);
  return group(
    "ReportableSeller",
    group(
      "Identity",
      group(
        "IndividualSeller",
        group(
          "Standard",
          group(
            "IndSellerID",
            text("ResCountryCode", details.taxCountry),
            taxNumber(details.tin, details.taxCountry),
            optional("VAT", details.vatId),
            group("Name", text("FirstName", first), text("LastName", last)),
            address({
              country: details.country,
              street: details.addressLine,
              postCode: details.postCode,
              city: details.town,
            }),
            group("BirthInfo", text("BirthDate", details.dateOfBirth)),
          ),
          account === ""
            ? null
            : group(
                "FinancialIdentifier",
                text("Identifier", account, { AccountNumberType: /^[A-Z]{2}\d\d/.test(account) ? "IBAN" : "Other" }),
                // DAC7 asks for it where it isn't the seller's own name.
                sameName(holder, details.legalName) ? null : optional("AccountHolderName", holder),
              ),
        ),
      ),
    ),
    group(
      "RelevantActivities",
      group(
        "PersonalServices",
        byQuarter("Consideration", "Cons", (q) => quarters[q]?.amountMinor ?? 0, currency),
        group("NumberOfActivities", ...QUARTERS.map((q) => text(`NumbQ${q}`, String(quarters[q - 1]?.earnings ?? 0)))),
        // Editors pay us no fee, and we withhold no tax: their earnings are a share of the price, paid in full.
        byQuarter("Fees", "Fees", () => 0, currency),
        byQuarter("Taxes", "Tax", () => 0, currency),
      ),
    ),
    docSpec(id),
  );
}

/**
 * The file's text. The message's id is unique by the moment at which it was made. The ids of its parts follow from the
 * year, the editor, and the currency, so a tax office that has a part already refuses it the second time.
 */
export function dac7Xml({ year, madeAt, country, company, sender, sellers, ...report }: Dac7Report): string {
  // Tax offices compare ids with those of other senders, so the company's number is in each.
  const own = report.taxNumber.replace(/[^A-Za-z0-9]/g, "");
  const part = (of: string) => `${country}${year}-${own}-${of}`;
  const lastDay = addDays(`${year + 1}-01-01`, -1);
  return `<?xml version="1.0" encoding="UTF-8"?>
<dpi:DPI_OECD xmlns:dpi="urn:oecd:ties:dpi:v1" xmlns:stf="urn:oecd:ties:dpistf:v1" version="1.0">${group(
    "MessageSpec",
    optional("SendingEntityIN", sender),
    text("TransmittingCountry", country),
    text("ReceivingCountry", country),
    text("MessageType", "DAC7"),
    // The sending country, the year, and the receiving country have to come first.
    text("MessageRefId", `${country}${year}${country}-${own}-${madeAt.toISOString().replace(/\D/g, "")}`),
    text("MessageTypeIndic", sellers.length > 0 ? "DPI401" : "DPI403"),
    text("ReportingPeriod", lastDay),
    text("Timestamp", madeAt.toISOString().replace("Z", "")),
  )}${group(
    "DPIBody",
    group(
      "PlatformOperator",
      text("ResCountryCode", company.country),
      taxNumber(report.taxNumber, country),
      // The company's form takes "none" for a sole trader.
      /^none$/i.test(company.registration.trim())
        ? null
        : text("IN", company.registration, { issuedBy: company.country, INType: "BRN" }),
      optional("VAT", report.vatId),
      text("Name", company.legalName),
      address({ country: company.country, street: company.address, postCode: "", city: company.town }),
      // "Resident for tax in a member state". What ties another company to one, its authority decides.
      EU_COUNTRIES.includes(company.country) ? text("Nexus", "RPONEX1") : null,
      textElement("dpi:AssumedReporting", "false"),
      docSpec(part("operator")),
    ),
    ...sellers.map((one) => seller(one, part(`${one.editorId}-${one.currency}`))),
  )}</dpi:DPI_OECD>
`;
}
