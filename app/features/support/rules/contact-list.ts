import { type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { CONTACT_STATUS_WORDS, type ContactStatus } from "./contact-flow.ts";
import { CONTACT_TOPICS, CONTACT_TOPIC_LABELS, type ContactTopic } from "./contact-message.ts";

export type ContactRow = {
  id: string;
  name: string;
  email: string;
  topic: ContactTopic;
  status: ContactStatus;
  signedIn: boolean;
  createdAt: Date;
  movedAt: Date | null;
  /** Only in the file. */
  message?: string;
};

/** Without a status, it shows messages that aren't closed. */
export const CONTACT_LIST = declareList<ContactRow>()({
  caption: "Contact form messages",
  noun: "message",
  home: "/support-desk/contact",
  file: "contact-messages",
  search: "Name, email, message",
  defaultSort: "-createdAt",
  filters: {
    status: {
      label: "Status",
      any: "Not closed",
      choices: [
        ["new", "New"],
        ["open", "Open"],
        ["closed", "Closed"],
        ["all", "All"],
      ],
    },
    topic: { label: "Topic", choices: choicesOf(CONTACT_TOPICS, CONTACT_TOPIC_LABELS) },
  },
  columns: {
    id: { header: "Message", csv: (r) => r.id },
    createdAt: { header: "Received", sort: true, csv: (r) => r.createdAt },
    status: { header: "Status", sort: true, csv: (r) => CONTACT_STATUS_WORDS[r.status] },
    topic: { header: "Topic", sort: true, csv: (r) => CONTACT_TOPIC_LABELS[r.topic] },
    name: { header: "From", csvHeader: "Name", sort: true, csv: (r) => r.name },
    email: { header: "Email", csv: (r) => r.email },
    signedIn: { header: "Signed in", csv: (r) => (r.signedIn ? "yes" : "no") },
    excerpt: { header: "Message" },
    message: { header: "Text", csv: (r) => r.message },
    movedAt: { header: "Last moved", csv: (r) => r.movedAt },
  },
});
export type ContactListQuery = QueryOf<typeof CONTACT_LIST>;
