import { DOCUMENT_KINDS, type DocumentKind, type KycDocument, type KycState } from "./kyc.ts";
import { stateOf } from "./kyc-overview.ts";

export type DetailsState = "missing" | "saved" | "checked";

export type KycStanding = {
  /** The overall state for the editor's row. */
  status: KycState;
  /** An approved document of this kind is valid today. */
  inForce: Readonly<Record<DocumentKind, boolean>>;
  /** Everything is approved and the details were compared with it. */
  complete: boolean;
  /** Something was approved, has expired, and has no valid successor. */
  expired: boolean;
  /** An approval was revoked, or the only document of a kind was rejected. */
  rejected: boolean;
  doctorate: boolean;
};

/** The overall state is the first of these that any document has. */
const WORST: readonly KycState[] = ["rejected", "expired", "needs_info", "in_review", "submitted"];

/**
 * An editor's overall KYC state, from all documents ever sent.
 * @param agreementSigned signed on the page before documents were stored
 */
export function kycStanding(
  documents: readonly (KycDocument & { doctorate?: boolean })[],
  details: DetailsState,
  agreementSigned: boolean,
  now: Date,
): KycStanding {
  const of = (kind: DocumentKind) => documents.filter((d) => d.kind === kind);
  const valid = (kind: DocumentKind) =>
    of(kind).some((d) => stateOf(d, now) === "approved") || (kind === "signed_agreement" && agreementSigned);
  const inForce = Object.fromEntries(DOCUMENT_KINDS.map((kind) => [kind, valid(kind)])) as Record<
    DocumentKind,
    boolean
  >;
  const newest = DOCUMENT_KINDS.flatMap((kind) => {
    const [latest] = of(kind).toSorted(
      (a, b) => (b.submittedAt?.getTime() ?? 0) - (a.submittedAt?.getTime() ?? 0) || (a.id < b.id ? 1 : -1),
    );
    return latest && !inForce[kind] ? [stateOf(latest, now)] : [];
  });
  const all = DOCUMENT_KINDS.every((kind) => inForce[kind]);
  const complete = all && details === "checked";
  const nothing = documents.length === 0 && details === "missing" && !agreementSigned;
  const expired = DOCUMENT_KINDS.some((kind) => !inForce[kind] && of(kind).some((d) => stateOf(d, now) === "expired"));
  return {
    status: complete
      ? "approved"
      : nothing
        ? "not_started"
        : (WORST.find((state) => newest.includes(state)) ?? (all && details === "saved" ? "submitted" : "needs_info")),
    inForce,
    complete,
    expired,
    rejected: newest.includes("rejected"),
    doctorate: of("degree_certificate").some((d) => d.doctorate && stateOf(d, now) === "approved"),
  };
}
