import { redirect } from "react-router";
import { clientPathOf } from "#app/features/accounts/server/sign-in/client-path-of.ts";
import { countAttempt, networkOf } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { forgetGuestKey, guestKeyHashOf } from "#app/features/accounts/server/sign-in/guest-key.ts";
import type { EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { type FormRequest, type Intent, intent } from "#app/platform/server/requests/page-frame.ts";
import { cellFromForm, excludedFromForm, patchFromForm } from "../../rules/draft/choices-form.ts";
import { claimDraft } from "../../server/drafts/claim-draft.ts";
import { discardDraft } from "../../server/drafts/discard-draft.ts";
import { openDraft } from "../../server/drafts/draft-endpoints.ts";
import { findDraft } from "../../server/drafts/find-draft.ts";
import { receiveFormFiles } from "../../server/uploads/receive-form-files.ts";
import { removeFile } from "../../server/uploads/remove-file.ts";
import { saveDraft } from "../../server/drafts/save-draft.ts";
import { reopenOrder } from "../../server/lifecycle/reopen-order.ts";
import { listOwnFiles } from "../../server/views/list-files.ts";
import { joinWaitingList } from "../../server/waiting-list/join-waiting-list.ts";
import { leaveWaitingList } from "../../server/waiting-list/leave-waiting-list.ts";
import { styleIntents } from "../style-intents.ts";

type Args = { params: object };
type Asked = FormRequest<Args>;

const NEW = "/order/new";
const FORM = "/order/new/form";
/** Visitors have one draft, found by their browser's key. */
const ofDraft = (page: string, actor: Actor, orderId: string): string =>
  actor.kind === "person" ? `${page}?order=${orderId}` : page;
const orderOf = ({ text }: Asked) => ({ orderId: text("orderId") });
const toDraft = (actor: Actor, orderId: string, cookie: string | null) =>
  redirect(ofDraft(NEW, actor, orderId), cookie ? { headers: { "set-cookie": cookie } } : {});

async function filesOf(actor: Actor, orderId: string) {
  const order = orderId ? await findDraft(actor, orderId) : null;
  if (!order) throw notFound("order");
  return listOwnFiles(order.id);
}

/** The sections that a form leaves out of a draft's files. */
export async function excludedIn({ actor, form, text }: Asked) {
  const files = await filesOf(actor, text("orderId"));
  return excludedFromForm(form, (id) => files.find((f) => f.id === id)?.receipt?.sections.map((s) => s.id) ?? []);
}

/** An intent's name, with another field or variant of English after a slash. */
export const draftIntentOf = (form: FormData): string => {
  const intent = form.get("intent");
  return typeof intent === "string" ? (intent.split("/")[0] ?? "") : "";
};

/** The actions of the buttons and plain forms on both order pages. */
export const draftIntents: Record<string, Intent<Args>> = {
  ...styleIntents,
  files: async ({ actor, request, form, text }) => {
    const { order, cookie } = await receiveFormFiles(actor, networkOf(request.headers), text("orderId"), form);
    return toDraft(actor, order.id, cookie);
  },
  remove: intent({ command: removeFile, input: ({ text }) => ({ fileId: text("fileId") }) }),
  sections: async (asked) => {
    const { actor, form } = asked;
    await saveDraft(actor, {
      ...orderOf(asked),
      patch: {
        excluded: await excludedIn(asked),
        ...(form.has("asksReferences") ? { referencesChecked: form.get("referencesChecked") === "on" } : {}),
      },
    });
  },
  choose: async ({ actor, form, text }) => {
    const cell = cellFromForm(form.get("cell"));
    if (!cell) throw invalid("no_cell", "This option isn't on the price list.", "Choose a price from the table.");
    await saveDraft(actor, { orderId: text("orderId"), patch: cell });
    return redirect(ofDraft(FORM, actor, text("orderId")));
  },
  field: async ({ actor, form, text }) => {
    const { subfield, variant } = patchFromForm(form);
    const found = variant ? null : (await filesOf(actor, text("orderId"))).find((f) => f.receipt?.variant);
    await saveDraft(actor, {
      orderId: text("orderId"),
      patch: {
        ...(subfield !== undefined ? { subfield } : {}),
        ...(variant !== undefined ? { variant } : {}),
        ...(found?.receipt?.variant ? { variant: found.receipt.variant } : {}),
      },
    });
  },
  alternative: async ({ actor, text }) => {
    const [, subfield = "", variant] = text("intent").split("/");
    await saveDraft(actor, {
      orderId: text("orderId"),
      patch: { subfield, ...(variant ? { variant: variant as EnglishVariant } : {}) },
    });
  },
  wait: async ({ actor, request, text }) => {
    const email = text("waitEmail");
    if (actor.kind !== "person") await countAttempt("/waiting-list", email, networkOf(request.headers));
    const orderId = text("orderId");
    const about = { subfield: text("waitSubfield"), variant: (text("waitVariant") || null) as EnglishVariant | null };
    // The page may show a choice that isn't saved yet.
    await saveDraft(actor, { orderId, patch: about });
    await joinWaitingList(actor, { orderId, ...about, email });
  },
  unwait: intent({ command: leaveWaitingList, input: orderOf }),
  claim: async ({ actor, request }) => {
    const guestKeyHash = guestKeyHashOf(request);
    if (!guestKeyHash) throw notFound("draft in this browser");
    await claimDraft(actor, { guestKeyHash });
    return { headers: { "set-cookie": forgetGuestKey() } };
  },
  fresh: async ({ actor, request }) => {
    const { order, cookie } = await openDraft(actor, networkOf(request.headers), { fresh: true });
    return toDraft(actor, order.id, cookie);
  },
  reopen: intent({ command: reopenOrder, input: orderOf }),
  discard: intent({
    command: discardDraft,
    input: orderOf,
    goTo: (_gone, { actor }) => (actor.kind === "person" ? clientPathOf(actor, "/my-orders") : NEW),
  }),
};
