import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import type {} from "./facts.ts";

const nameOf = ({ kind }: { kind?: "declaration" }): string => (kind ? "Declaration" : "Certificate");

export const certificatesFactWords = {
  "certificate.issued": {
    audit: { title: "Certificate issued" },
    timeline: (f, t) =>
      t.viewer === "editor" ? null : { title: `${nameOf(f.data)} ${f.data.certificateId} issued`, mark: "check" },
    notices: [],
  },
  "certificate.revoked": {
    audit: { title: "Certificate revoked" },
    timeline: (f, t) =>
      t.viewer === "editor" ? null : { title: `${nameOf(f.data)} ${f.data.certificateId} revoked`, mark: "dele" },
    notices: [],
  },
} satisfies Partial<FactWordsTable>;
