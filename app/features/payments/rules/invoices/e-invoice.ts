/**
 * The electronic invoice of a document: its facts in the terms of EN 16931.
 * Names such as "BT-31" (a business term) and "BR-CO-10" (a business rule) are the standard's.
 */
import { plainVatId } from "#app/features/accounts/rules/billing.ts";
import { vatPrefix } from "#app/features/accounts/rules/vat-id.ts";
import { isEu } from "#app/features/tax/rules/places.ts";
import { taxName } from "#app/features/tax/rules/registration.ts";
import { sum } from "#app/platform/rules/core/money.ts";
import { type FrozenDocument, type InvoiceParty, type InvoiceTax, PURCHASE } from "./invoice.ts";
import { registrationFor } from "./seller-registrations.ts";

/**
 * How VAT applies (UNTDID 5305). `S`: a rate above zero. `Z`: a rate of zero. `E`: exempt. `AE`: reverse charge. `G`:
 * export of goods.
 * `O`: the supply isn't subject to VAT, as with services for buyers outside the EU. We issue S, Z, E, AE, and O.
 */
export type VatCategory = "S" | "Z" | "E" | "AE" | "G" | "O";

/** The rate is in basis points (a tenth of one for rates such as 9.975%); null for `O`, which has none. */
export type Vat = { category: VatCategory; rateBp: number | null };

export type EParty = {
  name: string;
  /** The person who buys for an organization (BT-56). */
  contact: string | null;
  /** In the companies' register (BT-30). */
  legalId: string | null;
  /** BT-31 and BT-48: begins with the country that issued it. */
  vatId: string | null;
  /** BT-32: a tax number that isn't a VAT ID of one country. */
  taxNumber: string | null;
  address: readonly string[];
  country: string;
  email: string | null;
};

/** Amounts are in cents and positive. `issuedOn` are UTC dates such as "2026-11-23". */
export type EInvoice = {
  number: string;
  /** UNTDID 1001: invoice, credit note, corrected invoice. */
  typeCode: 380 | 381 | 384;
  issuedOn: string;
  currency: string;
  /** The VAT in the currency in which it's declared (BT-6, BT-111), or null if that's the same or there's no VAT. */
  declared: { currency: string; taxMinor: number } | null;
  notes: readonly string[];
  seller: EParty;
  buyer: EParty;
  orderNumber: string | null;
  /** The number of the buyer's purchase order (BT-13). */
  purchaseOrder: string | null;
  /** Where the buyer books it: a cost center or grant (BT-19). */
  buyerAccount: string | null;
  /** The documents that this one credits, cancels, or replaces (BG-3). */
  preceding: readonly { number: string; issuedOn: string }[];
  /** The day of the supply (BT-72), or null before it. */
  suppliedOn: string | null;
  /** When the VAT is accountable (BT-8): 72 for the day of the payment, or null if that isn't stated. */
  taxPoint: 72 | null;
  lines: readonly { name: string; description: string; netMinor: number; vat: Vat }[];
  /** Discounts on the whole document (BG-20). */
  allowances: readonly { reason: string; amountMinor: number; vat: Vat }[];
  breakdown: readonly (Vat & {
    baseMinor: number;
    taxMinor: number;
    reason: string | null;
    reasonCode: string | null;
  })[];
  totals: {
    linesMinor: number;
    allowancesMinor: number;
    netMinor: number;
    taxMinor: number;
    grossMinor: number;
    prepaidMinor: number;
    dueMinor: number;
  };
  /** When it's to be paid (BT-20), or null if it's paid. */
  paymentTerms: string | null;
  /**
   * How far, in cents, the tax may differ from the rate on the base: 0 except on credit notes and documents that cancel
   * them. The note of a partial refund has the share of the tax that makes all refunds add up to the invoice. The
   * shares are rounded, so it's up to 2 cents off, or more once the bank returned earlier refunds. The standard's own
   * check allows less than 100.
   */
  taxMarginMinor: number;
};

/**
 * What a document's e-invoice needs besides the printed facts. Frozen with the document. A document without it has no
 * e-invoice.
 */
export type ElectronicFacts = {
  typeCode: EInvoice["typeCode"];
  preceding: { number: string; issuedOn: string }[];
  /** Why no VAT is charged, or null if it is. */
  exemption: string | null;
  /** When it's to be paid, if that's later. Missing on documents whose money has moved, or that move none. */
  payable?: string;
  /** The day of the supply, once it's known, such as "2026-12-01". */
  suppliedOn?: string;
  /** It's paid before the supply. */
  prepaid?: true;
};

const REASON_CODES: Partial<Record<VatCategory, string>> = { AE: "VATEX-EU-AE", O: "VATEX-EU-O", G: "VATEX-EU-G" };
/** Certificates of the EU are those of Art. 151; other countries have no codes. */
const exemptionCode = ({ code }: InvoiceTax): string | null => (isEu(code) ? "VATEX-EU-151" : null);
const SHARE_MARGIN = 5;
/** References that have their own field in an e-invoice. The others are notes. */
const PLACED = new Set(["Order", PURCHASE.poNumber, PURCHASE.costCenter, "For invoice", "Cancels", "Replaces"]);

const isVatIdOf = (id: string, country: string | null): boolean =>
  country !== null && vatPrefix(country) !== "" && id.startsWith(vatPrefix(country));

/**
 * How VAT applies to a document, or null if it isn't about VAT: no tax at all, US sales tax, or the GST, HST, and
 * QST of Canada, Australia, and New Zealand.
 */
function vatOf(tax: InvoiceTax, exemption: string | null): Vat | null {
  if (tax.treatment === "reverse-charge") return { category: "AE", rateBp: 0 };
  if (tax.treatment === "none") return exemption ? { category: "O", rateBp: null } : null;
  if (taxName(tax.code) !== "VAT") return null;
  if (tax.treatment === "exempt") return { category: "E", rateBp: 0 };
  return { category: tax.rateBp === 0 ? "Z" : "S", rateBp: tax.rateBp };
}

/**
 * The number the seller is registered by for a tax: a VAT ID, or a tax number without a country in front. None for `O`
 * (BR-O-02).
 */
function sellerIds(seller: InvoiceParty, tax: InvoiceTax): Pick<EParty, "vatId" | "taxNumber"> {
  const none = { vatId: null, taxNumber: null };
  if (tax.treatment === "none") return none;
  const used = registrationFor(seller, tax);
  if (used) {
    const number = plainVatId(used.number);
    return isVatIdOf(number, used.place) ? { vatId: number, taxNumber: null } : { vatId: null, taxNumber: number };
  }
  // Sellers on older documents have only the VAT ID of their own country.
  const own = plainVatId(seller.vatId ?? "");
  const fits = isVatIdOf(own, seller.country) && (tax.treatment === "reverse-charge" || tax.code === seller.country);
  return fits ? { vatId: own, taxNumber: null } : none;
}

function buyerVatId(buyer: InvoiceParty, { category }: Vat): string | null {
  const id = plainVatId(buyer.vatId ?? "");
  return category !== "O" && isVatIdOf(id, buyer.country) ? id : null;
}

function partyOf(of: InvoiceParty, ids: Pick<EParty, "vatId" | "taxNumber">): EParty {
  const contact = of.person && of.address[0] === of.person ? of.person : null;
  return {
    name: of.name.trim(),
    contact,
    // A sole trader without a register entry.
    legalId: of.registration && !/^(?:none|no|n\/a|-)$/i.test(of.registration.trim()) ? of.registration.trim() : null,
    address: contact ? of.address.slice(1) : of.address,
    country: of.country ?? "",
    email: of.email,
    ...ids,
  };
}

function declaredOf({ national, taxes = [] }: FrozenDocument): EInvoice["declared"] {
  if (!national?.rate || !taxes.some((tax) => tax.treatment === "charged")) return null;
  return { currency: national.currency, taxMinor: sum(national.taxes.map((tax) => tax.amountMinor)) };
}

/** The e-invoice of a document, or null if it has none. */
export function eInvoiceOf(document: FrozenDocument): EInvoice | null {
  const { electronic, taxes = [] } = document;
  const [tax] = taxes;
  const vat = electronic && tax && taxes.length === 1 ? vatOf(tax, electronic.exemption) : null;
  if (!electronic || !tax || !vat) return null;
  const lines = document.lines.filter((line) => line.amountMinor >= 0);
  const allowances = document.lines.filter((line) => line.amountMinor < 0);
  const reference = (label: string) => document.references.find((it) => it.label === label)?.value ?? null;
  return {
    number: document.number,
    typeCode: electronic.typeCode,
    issuedOn: document.issuedAt.slice(0, 10),
    currency: document.currency,
    declared: declaredOf(document),
    notes: [
      ...document.references.filter((it) => !PLACED.has(it.label)).map(({ label, value }) => `${label}: ${value}`),
      ...document.notes,
    ],
    seller: partyOf(document.seller, sellerIds(document.seller, tax)),
    buyer: partyOf(document.buyer, { vatId: buyerVatId(document.buyer, vat), taxNumber: null }),
    orderNumber: reference("Order"),
    purchaseOrder: reference(PURCHASE.poNumber),
    buyerAccount: reference(PURCHASE.costCenter),
    preceding: electronic.preceding,
    suppliedOn: electronic.suppliedOn ?? null,
    taxPoint: electronic.prepaid && vat.category !== "O" ? 72 : null,
    lines: lines.map(({ label, detail, amountMinor }) => ({
      name: label,
      description: detail,
      netMinor: amountMinor,
      vat,
    })),
    allowances: allowances.map(({ label, amountMinor }) => ({ reason: label, amountMinor: -amountMinor, vat })),
    breakdown: [
      {
        ...vat,
        baseMinor: tax.baseMinor,
        taxMinor: tax.amountMinor,
        reason: electronic.exemption,
        reasonCode: tax.treatment === "exempt" ? exemptionCode(tax) : (REASON_CODES[vat.category] ?? null),
      },
    ],
    totals: {
      linesMinor: sum(lines.map((line) => line.amountMinor)),
      allowancesMinor: -sum(allowances.map((line) => line.amountMinor)),
      netMinor: document.netMinor,
      taxMinor: tax.amountMinor,
      grossMinor: document.totalMinor,
      prepaidMinor: electronic.payable === undefined ? document.totalMinor : 0,
      dueMinor: electronic.payable === undefined ? 0 : document.totalMinor,
    },
    paymentTerms: electronic.payable ?? null,
    taxMarginMinor: document.kind === "credit-note" || reference("Cancels") !== null ? SHARE_MARGIN : 0,
  };
}
