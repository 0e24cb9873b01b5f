import { listCountries } from "#app/platform/rules/core/country.ts";
import { data } from "react-router";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { Problem, invalid } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { readPageForm } from "#app/platform/server/core/read-body.ts";
import { formText } from "#app/platform/rules/core/form-text.ts";
import { DETAIL_NAMES, EMPTY_DETAILS, type TypedDetails } from "../rules/kyc-details.ts";
import { kycOverview } from "../rules/kyc.ts";
import { findEditor } from "./find-editor.ts";
import { readDetails } from "./kyc-details.ts";
import { dayIn } from "./kyc-sql.ts";
import { listKycDocuments } from "./list-kyc-documents.ts";
import { saveKycDetails } from "./save-kyc-details.ts";
import { agreementToSign, signAgreement } from "./sign-agreement.ts";
import { sendKycDocument } from "./submit-kyc-document.ts";

export type KycAnswer = {
  /** The form that was sent; a document's form is "document" with its kind. */
  intent: string;
  kind?: string;
  error?: ReturnType<Problem["toJSON"]>;
  done?: string;
  details?: TypedDetails;
  typed?: Record<string, string>;
};

/** An editor's own documents, details and agreement; null for someone who is no editor. */
export async function loadOwnKyc(uid: string) {
  const editor = await findEditor(uid);
  if (!editor) return null;
  const at = now();
  const documents = await listKycDocuments(uid);
  const kept = await readDetails(uid);
  const signed = documents.find((d) => d.kind === "signed_agreement" && d.status === "approved") ?? null;
  const toSign = agreementToSign(at);
  return {
    overview: kycOverview(
      { ...editor, details: kept ? (kept.checkedAt ? "checked" : "saved") : "missing" },
      documents,
      at,
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
      today: dayIn(at),
    },
  };
}

/** The forms of the documents page. The answer names the form it belongs to. */
export async function actOnOwnKyc(request: Request, actor: Actor) {
  const uid = uidOf(actor) ?? "";
  const form = await readPageForm(request);
  const intent = formText(form, "intent");
  const details = Object.fromEntries(DETAIL_NAMES.map((name) => [name, formText(form, name)])) as TypedDetails;
  const typed = Object.fromEntries(
    ["form", "issuedOn", "expiresOn", "name"].map((name) => [name, formText(form, name)]),
  ) as Record<"form" | "issuedOn" | "expiresOn" | "name", string>;
  const kind = formText(form, "kind");
  const answer: KycAnswer = { intent, ...(kind ? { kind } : {}) };
  try {
    switch (intent) {
      case "details":
        await saveKycDetails(actor, { uid, details, seen: formText(form, "seen") });
        return data<KycAnswer>({ ...answer, done: "Details saved" });
      case "sign":
        await signAgreement(actor, {
          uid,
          name: typed.name,
          version: formText(form, "version"),
          agreed: formText(form, "agreed") as "yes",
        });
        return data<KycAnswer>({ ...answer, done: "Agreement signed" });
      case "document": {
        const files = form.getAll("files").filter((f): f is File => typeof f !== "string" && f.size > 0);
        const bytes = await Promise.all(files.map(async (f) => ({ bytes: new Uint8Array(await f.arrayBuffer()) })));
        await sendKycDocument(actor, { uid, kind, ...typed }, bytes);
        return data<KycAnswer>({ ...answer, done: "Document sent. We’ll email you once it’s reviewed." });
      }
      default:
        throw invalid("input", "Unknown action.", "Reload the page and try again.");
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { kind: of, code, message, advice } = error;
    // Without the command's prefix, as the form names its fields.
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([name, said]) => [name.replace(/^details\./, ""), said]),
    );
    return data<KycAnswer>(
      { ...answer, error: new Problem(of, code, message, advice, fields).toJSON(), details, typed },
      { status: error.status },
    );
  }
}
