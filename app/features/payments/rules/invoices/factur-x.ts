/**
 * An e-invoice as XML: UN/CEFACT Cross Industry Invoice in the profile EN 16931 of Factur-X 1.07 and ZUGFeRD 2.3. The
 * schema fixes the order of the elements.
 */
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { type Attributes, type Xml, element, textElement, xmlText } from "#app/platform/rules/text/write-xml.ts";
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

const text = (tag: string, value: string, attributes: Attributes = {}): Xml =>
  textElement(tag, value.trim(), attributes);
const optional = (tag: string, value: string | null): Xml | null =>
  value === null || xmlText(value.trim()) === "" ? null : text(tag, value);
const date = (on: string): string => on.replaceAll("-", "");

function vat(
  tag: string,
  { category, rateBp }: Vat,
  more: { before?: Xml; reason?: Xml | null; base?: Xml; code?: Xml | null; taxPoint?: Xml | null } = {},
): Xml {
  return element(
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
  return element(
    tag,
    text("ram:Name", of.name),
    of.legalId ? element("ram:SpecifiedLegalOrganization", text("ram:ID", of.legalId)) : null,
    of.contact ? element("ram:DefinedTradeContact", text("ram:PersonName", of.contact)) : null,
    element(
      "ram:PostalTradeAddress",
      optional("ram:LineOne", one),
      optional("ram:LineTwo", two),
      optional("ram:LineThree", rest.join(", ")),
      text("ram:CountryID", of.country),
    ),
    of.email ? element("ram:URIUniversalCommunication", text("ram:URIID", of.email, { schemeID: "EM" })) : null,
    of.vatId ? element("ram:SpecifiedTaxRegistration", text("ram:ID", of.vatId, { schemeID: "VA" })) : null,
    of.taxNumber ? element("ram:SpecifiedTaxRegistration", text("ram:ID", of.taxNumber, { schemeID: "FC" })) : null,
  );
}

/** The XML, UTF-8. The same e-invoice always gives the same bytes. @param e one without faults (`eInvoiceFaults`) */
export function facturX(e: EInvoice): string {
  const amount = (tag: string, minor: number, currency = e.currency): Xml =>
    text(tag, decimalMoney(minor, currency), tag === "ram:TaxTotalAmount" ? { currencyID: currency } : {});
  const line = ({ name, description, netMinor, vat: at }: EInvoice["lines"][number], i: number): Xml =>
    element(
      "ram:IncludedSupplyChainTradeLineItem",
      element("ram:AssociatedDocumentLineDocument", text("ram:LineID", String(i + 1))),
      element("ram:SpecifiedTradeProduct", text("ram:Name", name), optional("ram:Description", description)),
      element(
        "ram:SpecifiedLineTradeAgreement",
        element("ram:NetPriceProductTradePrice", amount("ram:ChargeAmount", netMinor)),
      ),
      // One service, counted as one (UN/ECE Recommendation 20: C62).
      element("ram:SpecifiedLineTradeDelivery", text("ram:BilledQuantity", "1", { unitCode: "C62" })),
      element(
        "ram:SpecifiedLineTradeSettlement",
        vat("ram:ApplicableTradeTax", at),
        element("ram:SpecifiedTradeSettlementLineMonetarySummation", amount("ram:LineTotalAmount", netMinor)),
      ),
    );
  const agreement = element(
    "ram:ApplicableHeaderTradeAgreement",
    party("ram:SellerTradeParty", e.seller),
    party("ram:BuyerTradeParty", e.buyer),
    e.orderNumber ? element("ram:SellerOrderReferencedDocument", text("ram:IssuerAssignedID", e.orderNumber)) : null,
    e.purchaseOrder ? element("ram:BuyerOrderReferencedDocument", text("ram:IssuerAssignedID", e.purchaseOrder)) : null,
  );
  const delivery = e.suppliedOn
    ? element(
        "ram:ApplicableHeaderTradeDelivery",
        element(
          "ram:ActualDeliverySupplyChainEvent",
          element("ram:OccurrenceDateTime", text("udt:DateTimeString", date(e.suppliedOn), { format: "102" })),
        ),
      )
    : "<ram:ApplicableHeaderTradeDelivery/>";
  const settlement = element(
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
      element(
        "ram:SpecifiedTradeAllowanceCharge",
        element("ram:ChargeIndicator", text("udt:Indicator", "false")),
        amount("ram:ActualAmount", it.amountMinor),
        text("ram:Reason", it.reason),
        vat("ram:CategoryTradeTax", it.vat),
      ),
    ),
    e.paymentTerms ? element("ram:SpecifiedTradePaymentTerms", text("ram:Description", e.paymentTerms)) : null,
    element(
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
      element(
        "ram:InvoiceReferencedDocument",
        text("ram:IssuerAssignedID", number),
        element("ram:FormattedIssueDateTime", text("qdt:DateTimeString", date(issuedOn), { format: "102" })),
      ),
    ),
    e.buyerAccount ? element("ram:ReceivableSpecifiedTradeAccountingAccount", text("ram:ID", e.buyerAccount)) : null,
  );
  const root = [
    element(
      "rsm:ExchangedDocumentContext",
      element("ram:GuidelineSpecifiedDocumentContextParameter", text("ram:ID", FACTUR_X.guideline)),
    ),
    element(
      "rsm:ExchangedDocument",
      text("ram:ID", e.number),
      text("ram:TypeCode", String(e.typeCode)),
      element("ram:IssueDateTime", text("udt:DateTimeString", date(e.issuedOn), { format: "102" })),
      ...e.notes.map((note) => element("ram:IncludedNote", text("ram:Content", note))),
    ),
    element("rsm:SupplyChainTradeTransaction", ...e.lines.map(line), agreement, delivery, settlement),
  ].join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">${root}</rsm:CrossIndustryInvoice>\n`;
}
