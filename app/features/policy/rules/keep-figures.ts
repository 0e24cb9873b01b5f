/** How long files and personal data are kept: the figures with their defaults, and their form. */
import { DAY } from "#app/platform/rules/core/time.ts";
import { type PolicyOf, days, hours, policyPart, row } from "./policy-part.ts";

const MOST_REMIND_DAYS = 14;
/** The longest reminder that a policy can have. */
export const MOST_REMIND_MS = MOST_REMIND_DAYS * DAY;

/** Each is the most that we keep something, except for the reminder. */
export const KEEP_PART = policyPart(
  "keep",
  {
    /** Authors are reminded this long before an order's files are deleted. */
    remindMs: days(7, "Reminder before an order's files are deleted", [3, MOST_REMIND_DAYS]),
    /** Since they were last changed, as for those of visitors. */
    draftMs: days(90, "Drafts of clients are kept for", [14, 365]),
    visitorDraftMs: hours(24, "Drafts of visitors are kept for", [12, 168]),
    waitingMs: days(182, "Email addresses on waiting lists are kept for", [60, 365]),
    toldMs: days(30, "Email addresses, after we wrote that an editor is available, are kept for", [7, 90]),
    exportMs: days(7, "A copy of personal data can be downloaded for", [3, 30]),
    /** Since the decision. */
    refusedMs: days(90, "Rejected and replaced identity documents are kept for", [30, 180]),
    applicationMs: days(90, "Files of an application are kept after the decision for", [30, 180]),
    /** Since its last change. */
    applicationDraftMs: days(180, "Files of an application that wasn't sent are kept for", [30, 365]),
  },
  (keep) => [
    {
      id: "keep",
      title: "Files and records",
      summary:
        "How long we keep files and personal data. The privacy policy states these times. A change applies only to what we receive from then on: everything else is deleted when we said it would be.",
      tables: [
        {
          title: "Orders",
          intro:
            "Clients choose how long an order's files are kept after acceptance: 30, 90, or 365 days. These are the other times.",
          columns: ["Time"],
          rows: [
            row("Reminder before files are deleted (days)", keep.remindMs),
            row("Drafts, since their last change (days)", keep.draftMs),
            row("Drafts of visitors without an account (hours)", keep.visitorDraftMs),
            row("Email addresses on waiting lists (days)", keep.waitingMs),
            row("Email addresses, after we wrote that an editor is available (days)", keep.toldMs),
          ],
        },
        {
          title: "People",
          intro: "Images of documents are encrypted, and every view is logged.",
          columns: ["Time"],
          rows: [
            row("Downloads of personal data (days)", keep.exportMs),
            row("Rejected and replaced identity documents (days)", keep.refusedMs),
            row("Files of an application, since the decision (days)", keep.applicationMs),
            row("Files of an application that wasn't sent (days)", keep.applicationDraftMs),
          ],
        },
      ],
    },
  ],
);

export const KEEP_POLICY = KEEP_PART.defaults;
export type KeepPolicy = PolicyOf<typeof KEEP_PART>;
