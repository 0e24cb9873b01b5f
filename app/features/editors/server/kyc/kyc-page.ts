import { dayOf } from "#app/platform/rules/core/day.ts";
import { listCountries } from "#app/platform/rules/core/country.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { EMPTY_DETAILS, type TypedDetails } from "../../rules/kyc/kyc-details.ts";
import { kycOverview } from "../../rules/kyc/kyc-overview.ts";
import { findEditor } from "../find-editor.ts";
import { readDetails } from "./kyc-details.ts";
import { listKycDocuments } from "./list-kyc-documents.ts";
import { listKycRequests } from "./list-kyc-requests.ts";
import { agreementToSign } from "../application/sign-agreement.ts";

/** An editor's own documents, details and agreement. Null for anyone who isn't an editor. */
export async function loadOwnKyc(uid: string) {
  const editor = await findEditor(uid);
  if (!editor) return null;
  const at = now();
  const documents = await listKycDocuments(uid);
  const kept = await readDetails(uid);
  const signed = documents.find((d) => d.kind === "signed_agreement" && d.status === "approved") ?? null;
  const toSign = await agreementToSign(at);
  return {
    overview: kycOverview(
      { ...editor, details: kept ? (kept.checkedAt ? "checked" : "saved") : "missing" },
      documents,
      at,
      await listKycRequests(uid),
    ),
    forms: {
      details: (kept?.details ?? EMPTY_DETAILS) as TypedDetails,
      detailsVersion: kept?.version ?? 0,
      detailsChecked: kept?.checkedAt !== null && kept !== null,
      agreement: {
        ...toSign,
        signed: signed
          ? { at: signed.submittedAt, version: signed.agreementVersion ?? null, sha256: signed.agreementSha256 ?? null }
          : editor.agreementSignedAt
            ? { at: editor.agreementSignedAt, version: null, sha256: null }
            : null,
      },
      expired: editor.kycExpiredAt !== null,
      countries: listCountries(),
      today: dayOf(at),
    },
  };
}
