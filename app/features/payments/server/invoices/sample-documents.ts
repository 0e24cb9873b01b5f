import { notFound } from "#app/platform/rules/core/errors.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { shownPricing } from "#app/features/pricing/server/read-pricing.ts";
import { isSample, sampleDocument } from "../../rules/invoices/sample-documents.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { sellerDetails } from "./invoice-parties.ts";

/** What the samples are about: a usual manuscript. */
const ORDERED = {
  service: "copyediting",
  turnaround: "7d",
  billableWords: 5_000,
  estimatePdf: false,
  addOns: {},
  consentOverflow: false,
} as const;

/** The newest of each kind. Anybody can ask for one, so it's made once a day and not for each of them. */
const made = new Map<string, { of: string; bytes: Promise<Uint8Array> }>();

/** GET /api/samples/:kind/pdf: a document as a buyer would get it, at our list prices, marked as a sample. */
export async function getSamplePdf(
  _request: Request,
  { params }: { params: Record<string, string> },
): Promise<Response> {
  const { kind } = params;
  if (!isSample(kind)) throw notFound("document");
  const at = new Date(dayOf(now()));
  const seller = await sellerDetails();
  const receipt = priceOrder(ORDERED, await shownPricing());
  const of = JSON.stringify([seller, receipt, at]);
  let sample = made.get(kind);
  if (sample?.of !== of) {
    sample = { of, bytes: invoicePdf(sampleDocument(kind, { seller, receipt, at })) };
    sample.bytes.catch(() => made.delete(kind));
    made.set(kind, sample);
  }
  return new Response(new Uint8Array(await sample.bytes), {
    headers: { "content-type": "application/pdf", "content-disposition": `inline; filename="sample-${kind}.pdf"` },
  });
}
