import { type FormRequest, type Intent, intent } from "#app/platform/server/requests/page-frame.ts";
import { confirmKycDetails } from "../../server/kyc/confirm-kyc-details.ts";
import { decideKycDocument } from "../../server/kyc/decide-kyc-document.ts";
import type { ReviewExtra } from "../../server/kyc/kyc-review.ts";
import { openKycDetails } from "../../server/kyc/open-kyc.ts";
import { startKycReview } from "../../server/kyc/start-kyc-review.ts";

type Asked = FormRequest<{ params: object }>;

const start = (takeOver: boolean) =>
  intent({
    command: startKycReview,
    input: ({ text }: Asked) => ({ documentId: text("documentId"), takeOver }),
    done: "Review started",
    reply: (_started, asked) => aboutDocument(asked),
  });

const decide = (decision: "approved" | "needs_info" | "rejected" | "revoked", done: string) =>
  intent({
    command: decideKycDocument,
    input: ({ form, text }: Asked) => ({
      documentId: text("documentId"),
      decision,
      note: text("note"),
      ...(form.has("issuedOn") ? { issuedOn: text("issuedOn") } : {}),
      ...(form.has("expiresOn") ? { expiresOn: text("expiresOn") } : {}),
      doctorate: form.get("doctorate") === "yes",
    }),
    done: `${done}. We've notified the editor.`,
    reply: (_decided, asked) => aboutDocument(asked),
  });

/** The document that a form is about, to show the result there. Forms on the details have none. */
export const aboutDocument = ({ text }: Asked): { documentId?: string } =>
  text("documentId") ? { documentId: text("documentId") } : {};

/** A reviewer's forms on one editor's documents and details. @param uidIn reads the editor's uid from the page's URL */
export const reviewIntents = <Args extends { params: object }>(
  uidIn: (asked: FormRequest<Args>) => string,
): Record<string, Intent<Args, ReviewExtra>> => ({
  start: start(false),
  "take-over": start(true),
  approved: decide("approved", "Document approved"),
  needs_info: decide("needs_info", "Asked for more"),
  rejected: decide("rejected", "Document rejected"),
  revoked: decide("revoked", "Approval withdrawn"),
  "open-details": intent({
    command: openKycDetails,
    input: (asked) => ({ uid: uidIn(asked) }),
    reply: ({ details, version, checkedAt }) => ({ opened: { details, version, checked: checkedAt !== null } }),
  }),
  "confirm-details": intent({
    command: confirmKycDetails,
    input: (asked) => ({ uid: uidIn(asked), version: asked.text("version") }),
    done: "Details confirmed",
  }),
});
