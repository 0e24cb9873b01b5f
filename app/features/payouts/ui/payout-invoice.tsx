/** A payout's self-billed invoice, and the credit note that canceled it. */
type Documents = {
  invoiceId: string | null;
  invoiceNumber: string | null;
  creditNoteId: string | null;
  creditNoteNumber: string | null;
};

/** The documents of a payout, to download. @param otherwise shown if there are none */
export function PayoutInvoice({ payout: p, otherwise }: { payout: Documents; otherwise: string }) {
  if (!p.invoiceId) return <span className="soft">{otherwise}</span>;
  return (
    <>
      <a href={`/api/invoices/${p.invoiceId}/pdf`} className="figures">
        {p.invoiceNumber}
      </a>
      {p.creditNoteId ? (
        <>
          <br />
          <span className="soft small">
            Canceled by{" "}
            <a href={`/api/invoices/${p.creditNoteId}/pdf`} className="figures">
              {p.creditNoteNumber}
            </a>
          </span>
        </>
      ) : null}
    </>
  );
}
