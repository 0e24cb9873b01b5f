import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import type {} from "./facts.ts";

export const editorsFactWords = {
  "editor.matching_changed": {
    audit: { title: "Matching settings changed" },
    timeline: null,
    notices: [],
  },
  "editor.confidentiality_signed": {
    audit: { title: "Confidentiality agreement signed" },
    timeline: null,
    notices: [],
  },
  "editor.public_page": {
    audit: { title: "Public page changed", detail: (f) => [f.data.shown ? "shown" : "hidden"] },
    timeline: null,
    notices: [],
  },
  "application.submitted": {
    audit: { title: "Editor application sent" },
    timeline: null,
    notices: [
      {
        to: "admin",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: (f) => `${f.data.name || "Someone"} applied to be an editor`,
        body: () => "The application and sample edit are ready for review.",
        link: (f) => `/admin/editors/${f.data.uid}`,
      },
    ],
  },
  "application.decided": {
    audit: { title: "Application reviewed", detail: (f) => [f.data.decision, f.data.note] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (f) =>
          f.data.decision === "approved" ? "Your editor application was approved" : "Your application wasn't accepted",
        body: (f) =>
          [
            f.data.decision === "approved"
              ? "Your application was approved. Next, verify your identity and set your matching preferences."
              : "",
            f.data.note,
          ]
            .filter(Boolean)
            .join(" "),
        letter: (f) => [
          f.data.decision === "approved"
            ? "Your editor application was approved. You'll start on a trial period."
            : "We've reviewed your editor application, and we can't offer you a place right now.",
          ...(f.data.note ? [`Note from the reviewer: ${f.data.note}`] : []),
          f.data.decision === "approved"
            ? "Next, verify your identity and set your matching preferences. You can receive invites once both are done."
            : "Your answers are saved in your application.",
        ],
        button: (f) => (f.data.decision === "approved" ? "Set up your account" : "View application"),
        link: (f) => (f.data.decision === "approved" ? "/editor" : "/editor-signup"),
      },
    ],
  },
} satisfies Partial<FactWordsTable>;
