/**
 * An e-invoice as XML: UN/CEFACT Cross Industry Invoice in the profile EN 16931 of Factur-X 1.07 and ZUGFeRD 2.3. The
 * schema fixes the order of the elements.
 */
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { escapeHtml } from "#app/platform/rules/text/escape-html.ts";
import type { EInvoice, EParty, Vat } from "./e-invoice.ts";

export const FACTUR_X = {
  /** The name that readers look for in the PDF. */
  file: "factur-x.xml",
  version: "1.0",
  level: "EN 16931",
  /** Of its metadata in the PDF. */
  namespace: "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#",
  guideline: "urn:cen.eu:en16931:2017",
} as const;

type Xml = string;
// XML can't have these characters, not even escaped.
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/gu;
/** Text escaped for XML, without the characters that XML can't have. */
export const xmlText = (value: string): string => escapeHtml(value.replace(FORBIDDEN, "").trim());

const group = (tag: string, ...children: readonly (Xml | null)[]): Xml =>
  `<${tag}>${children.filter((child) => child !== null).join("")}</${tag}>`;
const text = (tag: string, value: string, attributes = ""): Xml => `<${tag}${attributes}>${xmlText(value)}</${tag}>`;
const optional = (tag: string, value: string | null, attributes = ""): Xml | null =>
  value === null || xmlText(value) === "" ? null : text(tag, value, attributes);
const date = (on: string): string => on.replaceAll("-", "");

function vat(
  tag: string,
  { category, rateBp }: Vat,
  more: { before?: Xml; reason?: Xml | null; base?: Xml; code?: Xml | null; taxPoint?: Xml | null } = {},
): Xml {
  return group(
    tag,
    more.before ?? null,
    text("ram:TypeCode", "VAT"),
    more.reason ?? null,
    more.base ?? null,
    text("ram:CategoryCode", category),
    more.code ?? null,
    more.taxPoint ?? null,
    rateBp === null ? null : text("ram:RateApplicablePercent", String(rateBp / 100)),
  );
}

function party(tag: string, of: EParty): Xml {
  // The standard has three lines. What's left goes on the third.
  const [one = null, two = null, ...rest] = of.address;
  return group(
    tag,
    text("ram:Name", of.name),
    of.legalId ? group("ram:SpecifiedLegalOrganization", text("ram:ID", of.legalId)) : null,
    of.contact ? group("ram:DefinedTradeContact", text("ram:PersonName", of.contact)) : null,
    group(
      "ram:PostalTradeAddress",
      optional("ram:LineOne", one),
      optional("ram:LineTwo", two),
      optional("ram:LineThree", rest.join(", ")),
      text("ram:CountryID", of.country),
    ),
    of.email ? group("ram:URIUniversalCommunication", text("ram:URIID", of.email, ' schemeID="EM"')) : null,
    of.vatId ? group("ram:SpecifiedTaxRegistration", text("ram:ID", of.vatId, ' schemeID="VA"')) : null,
    of.taxNumber ? group("ram:SpecifiedTaxRegistration", text("ram:ID", of.taxNumber, ' schemeID="FC"')) : null,
  );
}

/** The XML, UTF-8. The same e-invoice always gives the same bytes. @param e one without faults (`eInvoiceFaults`) */
export function facturX(e: EInvoice): string {
  const amount = (tag: string, minor: number, currency = e.currency): Xml =>
    text(tag, decimalMoney(minor, currency), tag === "ram:TaxTotalAmount" ? ` currencyID="${currency}"` : "");
  const line = ({ name, description, netMinor, vat: at }: EInvoice["lines"][number], i: number): Xml =>
    group(
      "ram:IncludedSupplyChainTradeLineItem",
      group("ram:AssociatedDocumentLineDocument", text("ram:LineID", String(i + 1))),
      group("ram:SpecifiedTradeProduct", text("ram:Name", name), optional("ram:Description", description)),
      group(
        "ram:SpecifiedLineTradeAgreement",
        group("ram:NetPriceProductTradePrice", amount("ram:ChargeAmount", netMinor)),
      ),
      // One service, counted as one (UN/ECE Recommendation 20: C62).
      group("ram:SpecifiedLineTradeDelivery", text("ram:BilledQuantity", "1", ' unitCode="C62"')),
      group(
        "ram:SpecifiedLineTradeSettlement",
        vat("ram:ApplicableTradeTax", at),
        group("ram:SpecifiedTradeSettlementLineMonetarySummation", amount("ram:LineTotalAmount", netMinor)),
      ),
    );
  const agreement = group(
    "ram:ApplicableHeaderTradeAgreement",
    party("ram:SellerTradeParty", e.seller),
    party("ram:BuyerTradeParty", e.buyer),
    e.orderNumber ? group("ram:SellerOrderReferencedDocument", text("ram:IssuerAssignedID", e.orderNumber)) : null,
    e.purchaseOrder ? group("ram:BuyerOrderReferencedDocument", text("ram:IssuerAssignedID", e.purchaseOrder)) : null,
  );
  const delivery = e.suppliedOn
    ? group(
        "ram:ApplicableHeaderTradeDelivery",
        group(
          "ram:ActualDeliverySupplyChainEvent",
          group("ram:OccurrenceDateTime", text("udt:DateTimeString", date(e.suppliedOn), ' format="102"')),
        ),
      )
    : "<ram:ApplicableHeaderTradeDelivery/>";
  const settlement = group(
    "ram:ApplicableHeaderTradeSettlement",
    e.declared ? text("ram:TaxCurrencyCode", e.declared.currency) : null,
    text("ram:InvoiceCurrencyCode", e.currency),
    ...e.breakdown.map((part) =>
      vat("ram:ApplicableTradeTax", part, {
        before: amount("ram:CalculatedAmount", part.taxMinor),
        reason: optional("ram:ExemptionReason", part.reason),
        base: amount("ram:BasisAmount", part.baseMinor),
        code: optional("ram:ExemptionReasonCode", part.reasonCode),
        taxPoint: e.taxPoint === null ? null : text("ram:DueDateTypeCode", String(e.taxPoint)),
      }),
    ),
    ...e.allowances.map((it) =>
      group(
        "ram:SpecifiedTradeAllowanceCharge",
        group("ram:ChargeIndicator", text("udt:Indicator", "false")),
        amount("ram:ActualAmount", it.amountMinor),
        text("ram:Reason", it.reason),
        vat("ram:CategoryTradeTax", it.vat),
      ),
    ),
    e.paymentTerms ? group("ram:SpecifiedTradePaymentTerms", text("ram:Description", e.paymentTerms)) : null,
    group(
      "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
      amount("ram:LineTotalAmount", e.totals.linesMinor),
      amount("ram:AllowanceTotalAmount", e.totals.allowancesMinor),
      amount("ram:TaxBasisTotalAmount", e.totals.netMinor),
      amount("ram:TaxTotalAmount", e.totals.taxMinor),
      e.declared ? amount("ram:TaxTotalAmount", e.declared.taxMinor, e.declared.currency) : null,
      amount("ram:GrandTotalAmount", e.totals.grossMinor),
      amount("ram:TotalPrepaidAmount", e.totals.prepaidMinor),
      amount("ram:DuePayableAmount", e.totals.dueMinor),
    ),
    ...e.preceding.map(({ number, issuedOn }) =>
      group(
        "ram:InvoiceReferencedDocument",
        text("ram:IssuerAssignedID", number),
        group("ram:FormattedIssueDateTime", text("qdt:DateTimeString", date(issuedOn), ' format="102"')),
      ),
    ),
    e.buyerAccount ? group("ram:ReceivableSpecifiedTradeAccountingAccount", text("ram:ID", e.buyerAccount)) : null,
  );
  const root = [
    group(
      "rsm:ExchangedDocumentContext",
      group("ram:GuidelineSpecifiedDocumentContextParameter", text("ram:ID", FACTUR_X.guideline)),
    ),
    group(
      "rsm:ExchangedDocument",
      text("ram:ID", e.number),
      text("ram:TypeCode", String(e.typeCode)),
      group("ram:IssueDateTime", text("udt:DateTimeString", date(e.issuedOn), ' format="102"')),
      ...e.notes.map((note) => group("ram:IncludedNote", text("ram:Content", note))),
    ),
    group("rsm:SupplyChainTradeTransaction", ...e.lines.map(line), agreement, delivery, settlement),
  ].join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">${root}</rsm:CrossIndustryInvoice>\n`;
}
