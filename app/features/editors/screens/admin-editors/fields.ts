import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { findSubfield } from "#app/features/pricing/rules/taxonomy.ts";

export const subfields = (slugs: readonly string[]): string => {
  const names = slugs.map((s) => findSubfield(s)?.subfield.label ?? s);
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
};
export const services = (codes: readonly string[]): string =>
  codes.map((s) => (isService(s) ? SERVICE_LABELS[s] : s)).join(", ");
