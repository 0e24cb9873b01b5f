import { count } from "#app/platform/rules/core/count.ts";
import { type FactWordsTable, orderName, readerTime } from "#app/platform/rules/core/fact-words.ts";
import type {} from "../facts.ts";
import { KEEP_DAYS, RECORD_DAYS } from "./retention.ts";

const filesWord = (n: number): string => count(n, "file");

/** The texts of facts about keeping and deleting an order's files. */
export const retentionFactWords = {
  "files.opened_by_staff": {
    audit: { title: "Manuscript file opened by staff", detail: (f) => [f.data.what] },
    timeline: null,
    notices: [],
  },
  "files.keep_changed": {
    audit: { title: "Time to keep files changed", detail: (f) => [`${f.data.days} days`] },
    timeline: (f, t) =>
      t.viewer === "editor" ? null : { title: `Files kept for ${f.data.days} days`, untilAt: f.data.dueAt },
    notices: [],
  },
  "files.deletion_asked": {
    audit: { title: "Deletion of files requested by the author" },
    timeline: (_f, t) => (t.viewer === "editor" ? null : { title: "Deletion of the files requested" }),
    notices: [],
  },
  "files.due_soon": {
    audit: { title: "Author reminded that files will be deleted" },
    timeline: (f, t) =>
      t.isStaff ? { title: "Author reminded that the files will be deleted", untilAt: f.data.dueAt } : null,
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `Files of ${a.order?.number} will be deleted soon`,
        body: (f, a) =>
          `We'll delete them on ${readerTime(f.data.dueAt, a)}. Download what you need, or keep them longer.`,
        button: "Open order",
        letter: (f, a) => [
          `We'll delete the files of ${orderName(a)} on ${readerTime(f.data.dueAt, a)}: your manuscript, the edited copies, and the files you attached.`,
          `Download what you need before then. You can keep the files for up to ${Math.max(...KEEP_DAYS)} days on the order page. Until they're deleted, you can also order a re-edit and pay only for what changed.`,
        ],
      },
    ],
  },
  "files.deleted": {
    audit: {
      title: "Files deleted",
      detail: (f) => [filesWord(f.data.files), f.data.why === "asked" ? "the author asked for it" : null],
    },
    timeline: (f, t) => ({
      title: "Files deleted",
      detail: t.viewer === "editor" ? null : filesWord(f.data.files),
      mark: "dele",
    }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 2,
        email: true,
        only: (f) => f.data.files > 0,
        title: (_f, a) => `Files of ${a.order?.number} deleted`,
        body: () => "The manuscript and the edited copies are no longer on our servers.",
        letter: (f, a) => [
          `We've deleted ${filesWord(f.data.files)} of ${orderName(a)}: the manuscript, the edited copies, and the attached files, with the text we had read from them.`,
          `We keep the editor's letter, the messages, and the record of the order for ${RECORD_DAYS} days after acceptance. Invoices are kept as long as the law requires.`,
        ],
      },
    ],
  },
  "files.records_deleted": {
    audit: { title: "Letter, messages, and access log deleted" },
    timeline: (_f, t) => (t.viewer === "editor" ? null : { title: "Letter, messages, and access log deleted" }),
    notices: [],
  },
} satisfies Partial<FactWordsTable>;
