import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import { templatePath } from "./template-name.ts";
import type {} from "./facts.ts";

type About = { data: { email: string; language: string } };
const about = (f: About): string[] => [f.data.email, f.data.language];
const page = (f: About): string => templatePath(f.data);

export const emailsFactWords = {
  "email_template.saved": { audit: { title: "Email's words drafted", detail: about }, timeline: null, notices: [] },
  "email_template.proposed": {
    audit: { title: "Email's words proposed", detail: (f) => [...about(f), f.data.reason] },
    timeline: null,
    notices: [
      {
        to: "admin",
        severity: 2,
        email: true,
        title: (f) => `New words for the email ${f.data.email} need approval`,
        body: (f, a) => `${a.name(f.actorId)} proposed them: ${f.data.reason}`,
        link: page,
        button: "Open proposal",
      },
    ],
  },
  "email_template.approved": {
    audit: { title: "Email's words approved", detail: (f) => [...about(f), `version ${f.data.version}`] },
    timeline: null,
    notices: [],
  },
  "email_template.declined": {
    audit: { title: "Email's words declined", detail: (f) => [...about(f), f.data.reason] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: false,
        title: (f) => `Your words for the email ${f.data.email} were declined`,
        body: (f) => f.data.reason,
        link: page,
      },
    ],
  },
  "email_template.withdrawn": {
    audit: { title: "Email's words withdrawn", detail: (f) => [...about(f), f.data.what] },
    timeline: null,
    notices: [],
  },
} satisfies Partial<FactWordsTable>;
