import { type Actor, type Person } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";

/** Topics as shown on the form. */
export const CONTACT_TOPICS = ["ordering", "order", "payment", "account", "technical", "editing", "other"] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number];

export const CONTACT_TOPIC_WORDS: Record<ContactTopic, string> = {
  ordering: "Pricing and ordering",
  order: "An existing order",
  payment: "A payment or refund",
  account: "My account or my data",
  technical: "Something isn't working",
  editing: "Working as an editor",
  other: "Something else",
};

/** Topics as shown to staff. */
export const CONTACT_TOPIC_LABELS: Record<ContactTopic, string> = {
  ordering: "Ordering",
  order: "Order",
  payment: "Payment or refund",
  account: "Account or data",
  technical: "Technical",
  editing: "Editing",
  other: "Other",
};

export const isContactTopic = (value: unknown): value is ContactTopic => CONTACT_TOPICS.includes(value as ContactTopic);

export const CONTACT_LIMITS = { name: 100, email: 254, message: 5_000 } as const;

/** Who can read and handle contact messages. */
export const mayReadContact = (actor: Actor): actor is Person => may(actor, "care");

/** The start of a message on one line, for lists. */
export function excerpt(message: string, most = 120): string {
  const line = message.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), most - 20)).replace(/[\s.,;:]+$/, "")}…`;
}

/** How we know who wrote it: they were signed in, or they typed this email address. */
export type ContactAuthor = {
  uid: string;
  displayName: string;
  isEditor: boolean;
  /** False if the writer wasn't signed in and only the email address matches. */
  signedIn: boolean;
};
