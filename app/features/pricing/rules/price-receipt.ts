/** What a price is calculated from, and the receipt that says what it's made of. */
import type { Currency, Minor } from "#app/platform/rules/core/money.ts";
import type { AddOnLine, AddOns } from "./add-ons.ts";
import type { Service, Turnaround } from "./policy.ts";
import type { TaxRule } from "#app/features/tax/rules/tax-rule.ts";

export const DISCOUNT_KINDS = ["sale", "coupon", "account", "contract", "partner"] as const;
export type DiscountKind = (typeof DISCOUNT_KINDS)[number];

/**
 * One discount: a percentage with an optional cap, or a fixed amount in cents. `code` is a coupon's code, else the
 * discount's id.
 */
export type Discount = { kind: DiscountKind; code: string; label: string; capMinor?: number | null } & (
  | { percent: number; fixedMinor?: undefined }
  | { fixedMinor: number; percent?: undefined }
);

export type PriceInput = {
  service: Service;
  turnaround: Turnaround;
  /**
   * Whole billable words from the documents' count receipt: reference words count half, with the total rounded up once.
   */
  billableWords: number;
  /** For a re-edit: the previously delivered, unchanged words, which are free. Null or absent for new work. */
  reEdit?: { unchanged: number; moved: number } | null;
  /**
   * For a response to reviewers: the words of the reply letter, which its flat price covers. They only count toward the
   * time.
   */
  reviewers?: { letterWords: number } | null;
  /** Whether any file to edit is a pdf. */
  estimatePdf: boolean;
  addOns: AddOns;
  discount?: Discount | null;
  tax?: TaxRule;
  /** Whether the client agreed to the later date for words above the limit. */
  consentOverflow: boolean;
};

export type LineCode =
  | "base"
  | "unchanged"
  | "second-reader"
  | "pdf"
  | "volume"
  | "minimum"
  | AddOnLine
  | "reviewers"
  /** Added after the order was paid: work that an editor does, or something no editor works on. */
  | "extra"
  | "fee"
  | "discount"
  /** Courtesy credit. Given free of charge, so it reduces what is taxed. */
  | "credit"
  | "tax";

/** Lines that come below the list price: they reduce it, or are charged on it. */
export const BELOW_LIST: readonly LineCode[] = ["discount", "credit", "tax"];

export type PriceLine = { code: LineCode; label: string; detail: string; amountMinor: Minor };

/** What was ordered, in the terms of the price list. */
export type Ordered = Pick<PriceInput, "addOns" | "estimatePdf"> & { reEdit: PriceInput["reEdit"] | null };

/** What an order costs and why. Plain JSON, frozen on the order when it is priced. */
export type PriceReceipt = {
  /** Receipts of before don't have it: read it with `orderedOf`. */
  ordered?: Ordered;
  service: Service;
  turnaround: Turnaround;
  billableWords: number;
  millsPerWord: number;
  currency: Currency;
  /** What a dollar of the price list was in it, in ten-thousandths. Not in receipts in dollars. */
  perDollar?: number;
  /** In the order of calculation. They add up to `totalMinor`. */
  lines: PriceLine[];
  /** Before discount and tax. */
  listMinor: Minor;
  /** The basis of editors' shares: the list price without add-ons no editor works on. */
  editorBasisMinor: Minor;
  /** The second reader: none, ordered as an add-on, or part of the service. */
  secondReader: "none" | "add-on" | "included";
  /**
   * The second reader's part of the basis, after its part of the volume discount. 0 unless `secondReader` is "add-on".
   */
  secondReaderMinor: Minor;
  /** The discount applied, positive. Reduced if it would go below the floor. */
  discountMinor: Minor;
  discount: {
    kind: DiscountKind;
    code: string;
    label: string;
    askedMinor: Minor;
    /**
     * The discount's share of the list price in basis points, if it was given in full. Without it, a later price keeps
     * the share that the rounded amounts have. Receipts of earlier versions don't have it.
     */
    shareBp?: number;
  } | null;
  /** Courtesy credit that pays a part of it, positive. Absent without any. */
  creditMinor?: Minor;
  taxMinor: Minor;
  tax: TaxRule;
  totalMinor: Minor;
  /** From confirmed payment to delivery, including the extension for overflow. */
  windowMs: number;
  /** Set when the words exceed the limit: the delay, and whether the client still has to agree. */
  overflow: { extraWords: number; extraMs: number; needsConsent: boolean } | null;
  /** For a response to reviewers: the words of its reply letter. */
  reviewers?: { letterWords: number };
  /** The offer that set this price, if it isn't the price list's. */
  custom?: { offerId: string };
};
