import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
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
  "announcement.removed": {
    audit: { title: "Announcement draft removed" },
    timeline: null,
    notices: [],
  },
} satisfies Partial<FactWordsTable>;
