import type { Actor } from "#app/platform/rules/core/actor.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { listCsv } from "#app/platform/server/lists/list-csv.ts";
import { CONTACT_STATUS_WORDS } from "../../rules/contact-flow.ts";
import { CONTACT_LIST } from "../../rules/contact-list.ts";
import { CONTACT_TOPIC_LABELS } from "../../rules/contact-message.ts";
import { type ContactRow, contactMessageList } from "./list-contact-messages.ts";

/** GET /api/csv/contact-messages: contact messages with the list's filters. Support and admins only. */
export async function contactMessagesCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  return listCsv<ContactRow>(
    `contact-messages-${now().toISOString().slice(0, 10)}`,
    [
      { header: "Message", value: (r) => r.id },
      { header: "Received", value: (r) => r.createdAt },
      { header: "Status", value: (r) => CONTACT_STATUS_WORDS[r.status] },
      { header: "Topic", value: (r) => CONTACT_TOPIC_LABELS[r.topic] },
      { header: "Name", value: (r) => r.name },
      { header: "Email", value: (r) => r.email },
      { header: "Signed in", value: (r) => (r.signedIn ? "yes" : "no") },
      { header: "Text", value: (r) => r.message },
      { header: "Last moved", value: (r) => r.movedAt },
    ],
    contactMessageList(actor, readListQuery(new URL(request.url).searchParams, CONTACT_LIST)),
  );
}
