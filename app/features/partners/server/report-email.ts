import { publicUrl } from "#app/platform/rules/requests/origins.ts";
import { config } from "#app/platform/server/core/config.ts";
import type { EmailText } from "#app/platform/server/mail/email.tsx";
import { partnerPath } from "../rules/partner.ts";

/**
 * A partner's monthly report. It has sums alone: no names, no titles, no orders.
 * @param of.month in words @param of.inShort "12 visits and 3 paid orders"
 */
export function partnerReportEmail(of: {
  name: string;
  code: string;
  contactName: string;
  month: string;
  inShort: string;
  figures: readonly { title: string; detail: string }[];
}): EmailText {
  const { siteName, origins } = config();
  return {
    key: "partner.report",
    heading: `${of.month} at ${siteName}: ${of.inShort} from ${of.name}`,
    paragraphs: [
      of.contactName === "" ? "Hello," : `Hello ${of.contactName},`,
      `In ${of.month}, your link brought ${of.inShort}. Days are in UTC.`,
      "We count visits without cookies and don't know who they were. What was paid is without tax and less refunds.",
    ],
    lines: of.figures.map((line) => ({ ...line, url: null })),
    button: { label: "Open your page", url: publicUrl(origins, partnerPath(of.code)) },
    footer: `You're getting this email because ${of.name} is a partner of ${siteName}. To stop it, or to have it sent elsewhere, tell us at ${publicUrl(origins, "/contact")}.`,
  };
}
