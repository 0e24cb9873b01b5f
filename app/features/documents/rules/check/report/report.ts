import { count } from "#app/platform/rules/core/count.ts";
import { type Finding, GROUPS } from "../finding.ts";

/** What comes after the groups: findings that are less sure. */
export const WORTH_A_LOOK = "Worth a look";

/** A report's findings as its sections: the groups in their order, then those that are only worth a look. */
export function sectionsOf<T extends Finding>(findings: readonly T[]): { title: string; findings: T[] }[] {
  const sure = GROUPS.map((group) => ({
    title: group as string,
    findings: findings.filter((one) => one.group === group && !one.folded),
  }));
  return [...sure, { title: WORTH_A_LOOK, findings: findings.filter((one) => one.folded) }].filter(
    (section) => section.findings.length > 0,
  );
}

/** What became of a finding in the edited copy. */
export const BECAME = { gone: "Made consistent", kept: "Kept on purpose", left: "Still there" } as const;

/** What a report begins with. */
export function introOf(findings: readonly Finding[]): string {
  const sure = findings.filter((one) => !one.folded).length;
  return sure === 0 ? "We found no inconsistencies." : `${count(sure, "finding")}.`;
}
