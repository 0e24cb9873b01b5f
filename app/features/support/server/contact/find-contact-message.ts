import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { ContactStatus } from "../../rules/contact-flow.ts";
import { type ContactAuthor, type ContactTopic, mayReadContact } from "../../rules/contact-message.ts";

export type ContactEvent = {
  id: string;
  kind: "contact.received" | "contact.read" | "contact.closed" | "contact.reopened";
  at: Date;
  who: string | null;
};
export type ContactMessageView = {
  id: string;
  name: string;
  email: string;
  topic: ContactTopic;
  status: ContactStatus;
  message: string;
  createdAt: Date;
  /** The account it was written from, or one with the same address, or null. */
  author: ContactAuthor | null;
  /** The writer was signed in but unverified, so there's no account to show yet. */
  unverified: boolean;
  /** The ticket it became with the first answer. */
  ticket: { id: string; number: string } | null;
  /** Its history, latest first. */
  events: ContactEvent[];
};

/** One contact message with its writer and history. @throws Problem refused, not-found */
export async function findContactMessage(actor: Actor, id: string): Promise<ContactMessageView> {
  if (!mayReadContact(actor)) throw refused("Only support can read contact messages.");
  const db = database();
  const message = await db.selectFrom("contact_messages").selectAll().where("id", "=", id).executeTakeFirst();
  if (!message) throw notFound("message");
  const account = await db
    .selectFrom("users")
    .select(["uid", "displayName", "isEditor", "role"])
    .where((e) => (message.uid ? e("uid", "=", message.uid) : e(e.fn("lower", ["email"]), "=", message.email)))
    .limit(1)
    .executeTakeFirst();
  const ticket = await db
    .selectFrom("tickets")
    .select(["id", "number"])
    .where("contactMessageId", "=", id)
    .executeTakeFirst();
  const events = await db
    .selectFrom("facts as f")
    .leftJoin("users as u", "u.uid", "f.actorId")
    .select(["f.id", "f.kind", "f.at", "u.displayName as who"])
    .where("f.subjectId", "=", id)
    .where("f.kind", "like", "contact.%")
    .orderBy("f.seq", "desc")
    .limit(200)
    .execute();
  return {
    id,
    name: message.name,
    email: message.email,
    topic: message.topic,
    status: message.status,
    message: message.message,
    createdAt: message.createdAt,
    author: account
      ? {
          uid: account.uid,
          displayName: account.displayName,
          isEditor: account.isEditor || account.role === "editor",
          signedIn: message.uid !== null,
        }
      : null,
    unverified: message.uid !== null && !account,
    ticket: ticket ?? null,
    events: events.map((e) => ({ id: e.id, kind: e.kind as ContactEvent["kind"], at: e.at, who: e.who })),
  };
}
