import { count } from "#app/platform/rules/core/count.ts";
import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import type {} from "./facts.ts";
import { LEGAL_TITLES, type LegalDocument, versionLabel } from "./legal.ts";

const titleOf = (f: { data: { document: LegalDocument } }): string => LEGAL_TITLES[f.data.document];
const dayOf = (at: string): string => formatLongDay(at.slice(0, 10));
const counted = (n: number, what: string): string | null => (n === 0 ? null : `${count(n, "paragraph")} ${what}`);

export const legalFactWords = {
  "legal.draft_started": {
    audit: {
      title: "Legal text draft started",
      detail: (f) => [titleOf(f), f.data.revertsTo === null ? null : `from version ${versionLabel(f.data.revertsTo)}`],
    },
    timeline: null,
    notices: [],
  },
  "legal.draft_saved": {
    audit: {
      title: "Legal text draft saved",
      detail: (f) => [
        titleOf(f),
        counted(f.data.added, "added"),
        counted(f.data.removed, "removed"),
        f.data.fields.length > 0 ? `${f.data.fields.join(", ")} changed` : null,
      ],
    },
    timeline: null,
    notices: [],
  },
  "legal.proposed": {
    audit: { title: "Legal text proposed", detail: (f) => [titleOf(f), f.data.reason] },
    timeline: null,
    notices: [
      {
        to: "admin",
        severity: 1,
        email: true,
        title: () => "A legal text needs approval",
        body: (f, about) => `${titleOf(f)}: ${about.name(f.actorId)} proposed a new version. ${f.data.reason}`,
        letter: (f, about) => [
          `${about.name(f.actorId)} proposed a new version of our ${titleOf(f).toLowerCase()}, effective ${f.data.effectiveOn ? formatLongDay(f.data.effectiveOn) : "as soon as it's approved"}. Reason: ${f.data.reason}`,
          `What we tell readers: ${f.data.summary}`,
          "An admin who didn't write it has to approve it before anything changes.",
        ],
        link: (f) => `/admin/policy/legal/drafts/${f.data.draftId}`,
        button: "Review the text",
      },
    ],
  },
  "legal.taken_back": {
    audit: { title: "Legal text proposal taken back", detail: (f) => [titleOf(f)] },
    timeline: null,
    notices: [],
  },
  "legal.declined": {
    audit: { title: "Legal text declined", detail: (f) => [titleOf(f), f.data.reason] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: () => "Your legal text was declined",
        body: (f, about) =>
          `${titleOf(f)}: ${about.name(f.actorId)} declined it. Your draft is kept. Reason: ${f.data.reason}`,
        link: (f) => `/admin/policy/legal/drafts/${f.data.draftId}`,
        button: "Open your draft",
      },
    ],
  },
  "legal.discarded": {
    audit: { title: "Legal text draft discarded", detail: (f) => [titleOf(f)] },
    timeline: null,
    notices: [],
  },
  "legal.approved": {
    audit: {
      title: "Legal text approved",
      detail: (f) => [
        `${titleOf(f)}, version ${versionLabel(f.data.version)}`,
        f.data.announced ? "account holders told" : null,
        f.data.reason,
      ],
    },
    timeline: null,
    notices: [
      {
        to: "admin",
        severity: 1,
        email: true,
        title: () => "A legal text was approved",
        body: (f, about) =>
          `${about.name(f.actorId)} approved a new version of our ${titleOf(f).toLowerCase()}, effective ${dayOf(f.data.effectiveAt)}.`,
        link: (f) => `/admin/policy/legal/${f.data.document}/${f.data.version}`,
        button: "Open the version",
      },
    ],
  },
  "legal.canceled": {
    audit: {
      title: "Scheduled legal text canceled",
      detail: (f) => [`${titleOf(f)}, version ${versionLabel(f.data.version)}`, f.data.reason],
    },
    timeline: null,
    notices: [
      {
        to: "admin",
        severity: 1,
        email: true,
        title: () => "A scheduled legal text was canceled",
        body: (f, about) =>
          `${about.name(f.actorId)} canceled the next version of our ${titleOf(f).toLowerCase()} before it took effect. Reason: ${f.data.reason}`,
        link: (f) => `/admin/policy/legal/${f.data.document}/${f.data.version}`,
        button: "Open the version",
      },
    ],
  },
  "legal.took_effect": {
    audit: {
      title: "Legal text took effect",
      detail: (f) => [`${titleOf(f)}, version ${versionLabel(f.data.version)}`],
    },
    timeline: null,
    notices: [],
  },
} satisfies Partial<FactWordsTable>;
