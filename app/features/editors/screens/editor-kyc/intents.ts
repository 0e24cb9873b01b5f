import { uidOf } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { type FormRequest, type Intent, intent } from "#app/platform/server/requests/page-frame.ts";
import type { ProblemData } from "#app/platform/server/requests/problem.ts";
import { DETAIL_NAMES, type TypedDetails } from "../../rules/kyc/kyc-details.ts";
import { saveKycDetails } from "../../server/kyc/save-kyc-details.ts";
import { signAgreement } from "../../server/application/sign-agreement.ts";
import { sendKycDocument } from "../../server/kyc/submit-kyc-document.ts";

type Asked = FormRequest<{ params: object }>;
/** `kind` is the document that an answer is about, `details` what was typed in the form of details. */
export type Extra = { kind: string; details: TypedDetails; error: ProblemData };

const detailsIn = ({ text }: Asked) =>
  Object.fromEntries(DETAIL_NAMES.map((name) => [name, text(name)])) as TypedDetails;
const own = ({ actor }: Asked) => ({ uid: uidOf(actor) ?? "" });

/** The actions of an editor's documents page. */
export const intents: Record<string, Intent<{ params: object }, Extra>> = {
  details: intent({
    command: saveKycDetails,
    input: (asked: Asked) => ({ ...own(asked), details: detailsIn(asked), seen: asked.text("seen") }),
    done: "Details saved",
  }),
  sign: intent({
    command: signAgreement,
    input: (asked: Asked) => ({
      ...own(asked),
      name: asked.text("name"),
      version: asked.text("version"),
      agreed: asked.text("agreed"),
    }),
    done: "Agreement signed",
  }),
  document: async (asked) => {
    const { actor, form, text } = asked;
    const files = form.getAll("files").filter((f): f is File => typeof f !== "string" && f.size > 0);
    const bytes = await Promise.all(files.map(async (f) => ({ bytes: new Uint8Array(await f.arrayBuffer()) })));
    const about = { form: text("form"), issuedOn: text("issuedOn"), expiresOn: text("expiresOn"), name: text("name") };
    await sendKycDocument(actor, { ...own(asked), kind: text("kind"), ...about }, bytes);
    return { kind: text("kind"), done: "Document sent. We'll email you once it's reviewed." };
  },
};

/** What the page needs besides the error. The fields lose the command's prefix, because the form has none. */
export function refused({ kind, code, message, advice, fields }: Problem, asked: Asked): Partial<Extra> {
  const plain = Object.fromEntries(
    Object.entries(fields).map(([name, said]) => [name.replace(/^details\./, ""), said]),
  );
  return {
    error: new Problem(kind, code, message, advice, plain).toJSON(),
    details: detailsIn(asked),
    ...(asked.text("kind") ? { kind: asked.text("kind") } : {}),
  };
}
