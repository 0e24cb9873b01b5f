import { data, redirect } from "react-router";
import { countAttempt, networkOf } from "#app/features/accounts/server/count-attempt.ts";
import { clientPathOf } from "#app/features/accounts/server/client-path-of.ts";
import { forgetGuestKey, guestKeyHashOf } from "#app/features/accounts/server/guest-key.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { problemData } from "#app/platform/server/core/problem.ts";
import { readForm } from "#app/platform/server/core/read-body.ts";
import { storage } from "#app/platform/server/core/storage.ts";
import { MAX_FILE_BYTES } from "../../rules/file-limits.ts";
import type { EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";
import { formText } from "#app/platform/rules/core/form-text.ts";
import { cellFromForm, excludedFromForm, patchFromForm } from "../../rules/choices-form.ts";
import { claimDraft } from "./claim-draft.ts";
import { discardDraft } from "./discard-draft.ts";
import { openDraft } from "./draft-endpoints.ts";
import { findDraft } from "./find-draft.ts";
import { listOwnFiles } from "../views/list-files.ts";
import { takeFile, tooLarge } from "./receive-upload.ts";
import { joinWaitingList } from "../waiting-list/join-waiting-list.ts";
import { leaveWaitingList } from "../waiting-list/leave-waiting-list.ts";
import { removeFile } from "./remove-file.ts";
import { releaseUpload, reserveUpload } from "./reserve-upload.ts";
import { reopenOrder } from "../lifecycle/reopen-order.ts";
import { saveDraft } from "./save-draft.ts";

const done = () => data({ error: undefined, typed: undefined });
const FORM = "/order/new/form";

/** What the buttons and plain forms of both order pages do. */
export async function draftAction(request: Request, actor: Actor) {
  try {
    // A plain form sends files whole; the page's script sends them in parts that can be resumed.
    const form = await readForm(request);
    const intent = formText(form, "intent");
    const orderId = formText(form, "orderId");
    const [alternative, subfield, variant] = intent.split("/");
    if (alternative === "alternative") {
      await saveDraft(actor, {
        orderId,
        patch: { subfield: subfield ?? "", ...(variant ? { variant: variant as EnglishVariant } : {}) },
      });
      return done();
    }
    switch (intent) {
      case "files":
        return await receiveForm(form, actor, networkOf(request.headers));
      case "remove":
        await removeFile(actor, { fileId: formText(form, "fileId") });
        return done();
      case "sections": {
        const files = await ownFiles(actor, orderId);
        const excluded = excludedFromForm(
          form,
          (id) => files.find((f) => f.id === id)?.receipt?.sections.map((s) => s.id) ?? [],
        );
        await saveDraft(actor, {
          orderId,
          patch: {
            excluded,
            ...(form.has("asksReferences") ? { referencesChecked: form.get("referencesChecked") === "on" } : {}),
          },
        });
        return done();
      }
      case "choose": {
        const cell = cellFromForm(form.get("cell"));
        if (!cell) throw invalid("no_cell", "This option isn't on the price list.", "Choose a price from the table.");
        await saveDraft(actor, { orderId, patch: cell });
        return redirect(actor.kind === "person" ? `${FORM}?order=${orderId}` : FORM);
      }
      case "field": {
        const patch = patchFromForm(form);
        const found = patch.variant ? null : (await ownFiles(actor, orderId)).find((f) => f.receipt?.variant);
        await saveDraft(actor, {
          orderId,
          patch: {
            ...(patch.subfield !== undefined ? { subfield: patch.subfield } : {}),
            ...(patch.variant !== undefined ? { variant: patch.variant } : {}),
            ...(found?.receipt?.variant && !patch.variant ? { variant: found.receipt.variant } : {}),
          },
        });
        return done();
      }
      case "wait": {
        const email = formText(form, "waitEmail");
        if (actor.kind !== "person") await countAttempt("/waiting-list", email, networkOf(request.headers));
        const about = {
          subfield: formText(form, "waitSubfield"),
          variant: (formText(form, "waitVariant") || null) as EnglishVariant | null,
        };
        // The page may show a choice that is still on its way.
        await saveDraft(actor, { orderId, patch: about });
        await joinWaitingList(actor, { orderId, ...about, email });
        return done();
      }
      case "unwait":
        await leaveWaitingList(actor, { orderId });
        return done();
      case "claim": {
        const guestKeyHash = guestKeyHashOf(request);
        if (!guestKeyHash) throw notFound("draft in this browser");
        await claimDraft(actor, { guestKeyHash });
        return data({ error: undefined, typed: undefined }, { headers: { "set-cookie": forgetGuestKey() } });
      }
      case "fresh": {
        const { order, cookie } = await openDraft(actor, networkOf(request.headers), true);
        return redirect(
          actor.kind === "person" ? `/order/new?order=${order.id}` : "/order/new",
          cookie ? { headers: { "set-cookie": cookie } } : {},
        );
      }
      case "reopen":
        await reopenOrder(actor, { orderId });
        return done();
      case "discard":
        await discardDraft(actor, { orderId });
        return redirect(actor.kind === "person" ? clientPathOf(actor, "/my-orders") : "/order/new");
      default:
        throw invalid("no_intent", "Unknown action.", "Reload the page and try again.");
    }
  } catch (error) {
    if (error instanceof Response) throw error;
    return problemData(error);
  }
}

async function ownFiles(actor: Actor, orderId: string) {
  const order = orderId ? await findDraft(actor, orderId) : null;
  if (!order) throw notFound("order");
  return listOwnFiles(order.id);
}

async function receiveForm(form: FormData, actor: Actor, network: string | null) {
  const files = form.getAll("files").filter((f): f is File => f instanceof File && f.name !== "");
  if (files.length === 0) throw invalid("no_file", "No file was selected.", "Choose your manuscript first.");
  const big = files.find((f) => f.size > MAX_FILE_BYTES);
  if (big) throw tooLarge(big.size);
  const asked = formText(form, "orderId");
  const { order, cookie } = asked
    ? { order: await findDraft(actor, asked), cookie: null }
    : await openDraft(actor, network);
  if (!order) throw notFound("order");
  // A visitor whose key was made just now acts by it at once.
  const owner: Actor =
    actor.kind === "guest" && !actor.guestKeyHash ? { kind: "guest", guestKeyHash: order.guestKeyHash } : actor;
  const purpose = form.get("purpose") === "reference" ? "reference" : "source";
  for (const file of files) {
    const fileId = newId("file");
    await reserveUpload(owner, network, { fileId, order, purpose, bytes: file.size });
    await storage()
      .put(fileId, new Uint8Array(await file.arrayBuffer()))
      .catch(async (error: unknown) => {
        await releaseUpload(fileId);
        throw error;
      });
    await takeFile(owner, {
      fileId,
      orderId: order.id,
      purpose,
      sourceFileId: null,
      name: file.name,
      contentType: file.type,
      bytes: file.size,
    });
  }
  return redirect(
    actor.kind === "person" ? `/order/new?order=${order.id}` : "/order/new",
    cookie ? { headers: { "set-cookie": cookie } } : {},
  );
}
