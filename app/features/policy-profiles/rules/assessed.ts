import type { DocumentType } from "#app/features/pricing/rules/taxonomy.ts";

/** The document types that a university may assess, so that its policy on editing matters. */
export const ASSESSED_TYPES = [
  "thesis",
  "dissertation",
  "proposal",
  "essay",
] as const satisfies readonly DocumentType[];
export type AssessedType = (typeof ASSESSED_TYPES)[number];

export const isAssessed = (type: DocumentType | undefined): type is AssessedType =>
  (ASSESSED_TYPES as readonly (DocumentType | undefined)[]).includes(type);
