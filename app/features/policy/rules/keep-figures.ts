/** How long files and personal data are kept: the figures that admins may change, as their form has them. */
import type { Figure, FigureSubject } from "./figures.ts";
import { DAY, HOUR } from "#app/platform/rules/core/time.ts";

/** Durations in ms. Each is the most that we keep something, except for the reminder. */
export type KeepPolicy = {
  /** Authors are reminded this long before an order's files are deleted. */
  remindMs: number;
  /** Drafts of people with an account, since they were last changed. */
  draftMs: number;
  /** Drafts of visitors, since they were last changed. */
  visitorDraftMs: number;
  /** The address of a person on a waiting list, and of one who was told that an editor is available. */
  waitingMs: number;
  toldMs: number;
  /** The copy of their data that somebody requested. */
  exportMs: number;
  /** Files of rejected and replaced identity documents, since the decision. */
  refusedMs: number;
  /** Files of applications to edit: since the decision, and of drafts since they were last changed. */
  applicationMs: number;
  applicationDraftMs: number;
};

export const KEEP_POLICY: KeepPolicy = {
  remindMs: 7 * DAY,
  draftMs: 90 * DAY,
  visitorDraftMs: 24 * HOUR,
  waitingMs: 182 * DAY,
  toldMs: 30 * DAY,
  exportMs: 7 * DAY,
  refusedMs: 90 * DAY,
  applicationMs: 90 * DAY,
  applicationDraftMs: 180 * DAY,
};

/** The longest reminder that a policy can have. */
export const MOST_REMIND_MS = 14 * DAY;

const figure = (path: keyof KeepPolicy, label: string, of: Omit<Figure, "key" | "label">): Figure => ({
  key: `keep.${path}`,
  label,
  ...of,
});
const days = (path: keyof KeepPolicy, label: string, least: number, most: number): Figure =>
  figure(path, label, { unit: "days", least: least * DAY, most: most * DAY });

export const KEEP_SUBJECTS: readonly FigureSubject[] = [
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
          {
            label: "Reminder before files are deleted (days)",
            figures: [days("remindMs", "Reminder before an order's files are deleted", 3, MOST_REMIND_MS / DAY)],
          },
          {
            label: "Drafts, since their last change (days)",
            figures: [days("draftMs", "Drafts of clients are kept for", 14, 365)],
          },
          {
            label: "Drafts of visitors without an account (hours)",
            figures: [
              figure("visitorDraftMs", "Drafts of visitors are kept for", {
                unit: "hours",
                least: 12 * HOUR,
                most: 7 * DAY,
              }),
            ],
          },
          {
            label: "Email addresses on waiting lists (days)",
            figures: [days("waitingMs", "Email addresses on waiting lists are kept for", 60, 365)],
          },
          {
            label: "Email addresses, after we wrote that an editor is available (days)",
            figures: [
              days("toldMs", "Email addresses, after we wrote that an editor is available, are kept for", 7, 90),
            ],
          },
        ],
      },
      {
        title: "People",
        intro: "Images of documents are encrypted, and every view is logged.",
        columns: ["Time"],
        rows: [
          {
            label: "Downloads of personal data (days)",
            figures: [days("exportMs", "A copy of personal data can be downloaded for", 3, 30)],
          },
          {
            label: "Rejected and replaced identity documents (days)",
            figures: [days("refusedMs", "Rejected and replaced identity documents are kept for", 30, 180)],
          },
          {
            label: "Files of an application, since the decision (days)",
            figures: [days("applicationMs", "Files of an application are kept after the decision for", 30, 180)],
          },
          {
            label: "Files of an application that wasn't sent (days)",
            figures: [days("applicationDraftMs", "Files of an application that wasn't sent are kept for", 30, 365)],
          },
        ],
      },
    ],
  },
];
