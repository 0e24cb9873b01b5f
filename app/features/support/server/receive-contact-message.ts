import { createHash } from "node:crypto";
import { z } from "zod";
import { type Actor, uidOf } from "#app/platform/rules/actor.ts";
import { newId } from "#app/platform/rules/ids.ts";
import { command } from "#app/platform/server/command.ts";
import { database } from "#app/platform/server/database.ts";
import { CONTACT_LIMITS, CONTACT_TOPICS, isContactTopic } from "../rules/contact-message.ts";

/** Control characters have no place in a name that staff read in one line. */
const line = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
const TOO_LONG = `Keep it to ${CONTACT_LIMITS.message.toLocaleString("en-US")} characters.`;

export const ContactInput = z.object({
  /** Made with the page that held the form. */
  key: z.string().max(100).default(""),
  name: z
    .string()
    .transform(line)
    .pipe(
      z.string().min(1, "Type your name.").max(CONTACT_LIMITS.name, `Keep it to ${CONTACT_LIMITS.name} characters.`),
    ),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(CONTACT_LIMITS.email, "That is too long for an e-mail address.")
    .pipe(z.email("Type an e-mail address, such as name@university.edu.")),
  topic: z.string().refine(isContactTopic, "Choose what it is about.").pipe(z.enum(CONTACT_TOPICS)),
  message: z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().min(1, "Write your message.").max(CONTACT_LIMITS.message, TOO_LONG)),
});
type Contact = z.output<typeof ContactInput>;

/** The same form sent twice is one message; with other words in it, it is another. Two visitors may hold the same form, so the words count too. */
const keyOf = (it: Contact): string =>
  createHash("sha256")
    .update(JSON.stringify([it.key, it.email, it.topic, it.name, it.message]))
    .digest("hex");

/** The message that a form has become already, or null: a second click needs no second proof of being a person. @param input as it was sent */
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

/** Stores what somebody wrote through the contact form, once, and tells support. @returns the message's id */
export const receiveContactMessage = command({
  input: ContactInput,
  load: async () => null,
  // Everybody may write: visitors, and people whose address is not verified yet.
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
