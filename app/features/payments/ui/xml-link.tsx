import type { IssuedDocument } from "../rules/money-list.ts";

/**
 * The e-invoice of a document as a file of its own, beside the link to its PDF. Nothing for a document that carries
 * none.
 */
export const XmlLink = ({ of: { id, number, xml } }: { of: IssuedDocument }) =>
  xml ? (
    <>
      {" "}
      <a href={`/api/invoices/${id}/xml`} aria-label={`XML of ${number}`}>
        XML
      </a>
    </>
  ) : null;
