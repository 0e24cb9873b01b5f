import { type Actor, type Person, isStaff } from "#app/platform/rules/actor.ts";

/** What people write about, as they choose it on the form. */
export const CONTACT_TOPICS = ["ordering", "order", "payment", "account", "technical", "editing", "other"] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number];

export const CONTACT_TOPIC_WORDS: Record<ContactTopic, string> = {
  ordering: "Prices and ordering",
  order: "An order I have placed",
  payment: "A payment or a refund",
  account: "My account or my data",
  technical: "Something that does not work",
  editing: "Working as an editor",
  other: "Something else",
};

/** The same for those who read the messages. */
export const CONTACT_TOPIC_LABELS: Record<ContactTopic, string> = {
  ordering: "Ordering",
  order: "Order",
  payment: "Payment, refund",
  account: "Account, data",
  technical: "Technical",
  editing: "Editing",
  other: "Other",
};

export const isContactTopic = (value: unknown): value is ContactTopic => CONTACT_TOPICS.includes(value as ContactTopic);

export const CONTACT_LIMITS = { name: 100, email: 254, message: 5_000 } as const;

/** Who reads what was sent through the form, and moves it on. */
export const mayReadContact = (actor: Actor): actor is Person => isStaff(actor);

/** The beginning of a message on one line, for a list. */
export function excerpt(message: string, most = 120): string {
  const line = message.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), most - 20)).replace(/[\s.,;:]+$/, "")}…`;
}

/** Whose word it is that this person wrote it: signed in, or only the address that was typed. */
export type ContactAuthor = {
  uid: string;
  displayName: string;
  isEditor: boolean;
  /** False where nobody was signed in and the address merely is the same. */
  signedIn: boolean;
};
