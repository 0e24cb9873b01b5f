import type { Actor } from "#app/platform/rules/core/actor.ts";
import { countAttempt, networkOf } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { requireHuman } from "#app/features/accounts/server/sign-in/human-check.ts";
import { ContactInput, findReceivedContact, receiveContactMessage } from "./receive-contact-message.ts";

export type TypedContact = { name: string; email: string; topic: string; message: string };

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** What was typed into the form, to show again. */
export const typedContact = (form: FormData): TypedContact => ({
  name: textOf(form, "name"),
  email: textOf(form, "email"),
  topic: textOf(form, "topic"),
  message: textOf(form, "message"),
});

/** How long the second of two clicks waits for the first, which used up the human check. */
const LOOKS = 4;
const LOOK_MS = 150;

/**
 * Handles the contact form: checks that it's complete, from a person and within the limits, and stores it once even if
 * resent.
 * @throws Problem to show on the form
 */
export async function submitContact(actor: Actor, request: Request, form: FormData): Promise<void> {
  const input = { key: textOf(form, "key"), ...typedContact(form) };
  // Report missing fields before using up the human check.
  if (ContactInput.safeParse(input).success) {
    if (await findReceivedContact(input)) return;
    try {
      await requireHuman(form);
    } catch (problem) {
      for (let look = 0; look < LOOKS && textOf(form, "humanCheck") !== ""; look++) {
        await new Promise((done) => setTimeout(done, LOOK_MS));
        if (await findReceivedContact(input)) return;
      }
      throw problem;
    }
    await countAttempt("/contact", input.email, networkOf(request.headers));
  }
  await receiveContactMessage(actor, input);
}
