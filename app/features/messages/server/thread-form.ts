import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { formText } from "#app/platform/rules/text/form-text.ts";
import { takeAttachments } from "./attachments.ts";

/**
 * Reads a composer's form and stores its files for the message.
 * @throws what takeAttachments throws; refused for visitors
 */
export async function takeThreadForm(
  actor: Actor,
  form: FormData,
): Promise<{ body: string; clientKey: string | undefined; attachmentIds: string[] }> {
  const uid = uidOf(actor);
  if (!uid) throw refused("Sign in to write here.");
  return {
    body: formText(form, "body"),
    clientKey: formText(form, "clientKey") || undefined,
    attachmentIds: await takeAttachments({ uid }, form),
  };
}
