import { createHash } from "node:crypto";
import { z } from "zod";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { CONTACT_LIMITS, CONTACT_TOPICS, isContactTopic } from "../../rules/contact-message.ts";

/** Names are shown on one line, so remove control characters. */
const line = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
const TOO_LONG = `Shorten this to ${CONTACT_LIMITS.message.toLocaleString("en-US")} characters or fewer.`;

export const ContactInput = z.object({
  /** Created with the page that held the form. */
  key: z.string().max(100).default(""),
  name: z
    .string()
    .transform(line)
    .pipe(
      z
        .string()
        .min(1, "Enter your name.")
        .max(CONTACT_LIMITS.name, `Shorten this to ${CONTACT_LIMITS.name} characters or fewer.`),
    ),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(CONTACT_LIMITS.email, "This email address is too long.")
    .pipe(z.email("Enter an email address, such as name@university.edu.")),
  topic: z.string().refine(isContactTopic, "Choose a topic.").pipe(z.enum(CONTACT_TOPICS)),
  message: z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().min(1, "Write your message.").max(CONTACT_LIMITS.message, TOO_LONG)),
});
type Contact = z.output<typeof ContactInput>;

/** The same form with the same text is one message. The text counts because two visitors may have the same form. */
const keyOf = (it: Contact): string =>
  createHash("sha256")
    .update(JSON.stringify([it.key, it.email, it.topic, it.name, it.message]))
    .digest("hex");

/** The message a form already created, or null, so a second click needs no second human check. @param input as sent */
export async function findReceivedContact(input: z.input<typeof ContactInput>): Promise<string | null> {
  const parsed = ContactInput.safeParse(input);
  if (!parsed.success) return null;
  const row = await database()
    .selectFrom("contact_messages")
    .select("id")
    .where("key", "=", keyOf(parsed.data))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Stores a contact message once and notifies support. @returns the message's id */
export const receiveContactMessage = command({
  input: ContactInput,
  load: async () => null,
  // Anyone may write, including visitors and unverified users.
  allow: (actor: Actor) => actor.kind !== "system" || actor.what === "seed",
  async run({ tx, actor, now, fact, input }) {
    const { name, email, topic, message } = input;
    const made = await tx
      .insertInto("contact_messages")
      .values({
        id: newId("contactMessage"),
        key: keyOf(input),
        name,
        email,
        topic,
        message,
        uid: uidOf(actor),
        createdAt: now,
      })
      .onConflict((c) => c.column("key").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!made)
      return (
        await tx.selectFrom("contact_messages").select("id").where("key", "=", keyOf(input)).executeTakeFirstOrThrow()
      ).id;
    await fact("contact.received", { subjectId: made.id, data: { topic }, topics: ["staff"] });
    return made.id;
  },
});
