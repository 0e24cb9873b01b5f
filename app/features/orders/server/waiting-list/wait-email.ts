import { appUrl } from "#app/platform/rules/requests/origins.ts";
import { config } from "#app/platform/server/core/config.ts";
import type { EmailText } from "#app/platform/server/mail/email.tsx";
import { fieldBeforeEditor } from "../../rules/deadline/no-editor.ts";
import { waitEndUrl } from "./wait-token.ts";

/** The one email of a waiting list. @param orderId the draft to continue with, or null when it no longer exists */
export function waitEmail(of: {
  email: string;
  /** The reader has an account. */
  name: string | null;
  subfield: string;
  orderId: string | null;
}): EmailText {
  const { origins, siteName } = config();
  const { article, name } = fieldBeforeEditor(of.subfield);
  return {
    key: "field_wait.told",
    reader: { email: of.email, name: of.name ?? "" },
    values: { field: name },
    heading: `We have ${article} ${name} editor for you`,
    paragraphs: [
      of.name ? `Dear ${of.name},` : "Hello,",
      `${article === "an" ? "An" : "A"} ${name} editor can take your manuscript now. Prices and due dates depend on who is free, so check yours soon.`,
    ],
    button: {
      label: "See your price",
      url: appUrl(origins, of.orderId ? `/order/new?order=${of.orderId}` : "/order/new"),
    },
    footer: `You're getting this email because you asked ${siteName} to tell you. It's the only one about this field.`,
    end: { url: waitEndUrl(of.email), label: "Unsubscribe from waiting lists" },
  };
}
