import { listFile } from "#app/platform/server/lists/list-file.ts";
import { CONTACT_LIST } from "../../rules/contact-list.ts";
import { contactMessageList } from "./list-contact-messages.ts";

/** GET /api/csv/contact-messages: contact messages with the list's filters. Support and admins only. */
export const contactMessagesCsv = listFile(CONTACT_LIST, contactMessageList);
