import { type FactWordsTable, orderName, readerTime } from "#app/platform/rules/core/fact-words.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import type {} from "./facts.ts";

export const notificationsFactWords = {
  "announcement.saved": {
    audit: { title: "Announcement saved" },
    timeline: null,
    notices: [],
  },
  // An announcement is one row shared by all its readers, written by publish-announcement.ts.
  "announcement.published": {
    audit: { title: "Announcement published" },
    timeline: null,
    notices: [],
  },
  "announcement.withdrawn": {
    audit: { title: "Announcement withdrawn" },
    timeline: null,
    notices: [],
  },
  "announcement.expired": {
    audit: { title: "Announcement expired" },
    timeline: null,
    notices: [],
  },
  "announcement.archived": {
    audit: {
      title: "Announcement archived or restored",
      detail: (f) => [f.data.archived ? "archived" : "restored"],
    },
    timeline: null,
    notices: [],
  },
  "announcement.removed": {
    audit: { title: "Announcement draft removed" },
    timeline: null,
    notices: [],
  },
  "order.quote_reminded": {
    audit: {
      title: "Author reminded of their quote",
      detail: (f) => [formatMoney(f.data.totalMinor, f.data.currency)],
    },
    timeline: (f, t) =>
      t.viewer === "editor"
        ? null
        : {
            title: t.viewer === "client" ? "We reminded you of your quote" : "Author reminded of the quote",
            detail: "Price held until",
            untilAt: f.data.expiresAt,
          },
    group: "reminders",
    notices: [
      {
        to: "client",
        severity: 2,
        email: true,
        title: (f, a) => `Your price for ${a.order?.number} is held until ${readerTime(f.data.expiresAt, a)}`,
        body: (f, a) =>
          `${orderName(a)} costs ${formatMoney(f.data.totalMinor, f.data.currency)} and isn't paid yet. Your turnaround begins when payment is confirmed.`,
        letter: (f, a) => [
          `You got a quote for ${orderName(a)} and haven't paid yet. It costs ${formatMoney(f.data.totalMinor, f.data.currency)}, and we'll hold this price until ${readerTime(f.data.expiresAt, a)}.`,
          "Your turnaround begins when payment is confirmed. If you've changed your mind, you don't need to do anything: nothing was charged, and we won't remind you of this quote again.",
        ],
        button: "Review and pay",
      },
    ],
  },
} satisfies Partial<FactWordsTable>;
