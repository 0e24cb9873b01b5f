import { conventionOf } from "../conventions.ts";
import { type Finding, GROUPS, type Group } from "../finding.ts";

/**
 * What makes two findings the same in two versions of a text: the convention, or the rule and its forms, or what it says
 * without any. The forms of a convention are examples, which the edit changes.
 */
export function keyOf({ rule, forms, message }: Pick<Finding, "rule" | "forms" | "message">): string {
  const convention = conventionOf(rule);
  if (convention && !convention.perPlace) return rule;
  return [rule, ...(forms.length > 0 ? forms.map(({ form }) => form.toLowerCase()).toSorted() : [message])].join(
    "\u0000",
  );
}

export type Compared = {
  /** Findings in the manuscript. */
  before: number;
  /** Those that the edited copy no longer has. */
  gone: number;
  /** Those that it still has. */
  left: Finding[];
  /** Findings that only the edited copy has. */
  fresh: Finding[];
};

/**
 * What became of a manuscript's findings in its edited copy. Findings that are only worth a look don't count.
 * @param before those of the manuscript @param after those of the copy, checked by the same version of the rules
 */
export function compareChecks(before: readonly Finding[], after: readonly Finding[]): Compared {
  const sure = before.filter((one) => !one.folded);
  const now = new Set(after.map(keyOf));
  const then = new Set(before.map(keyOf));
  const left = sure.filter((one) => now.has(keyOf(one)));
  return {
    before: sure.length,
    gone: sure.length - left.length,
    left,
    fresh: after.filter((one) => !one.folded && !then.has(keyOf(one))),
  };
}

/** The same in counts, which stay when the texts are deleted. */
export type CheckOutcome = { before: number; gone: number; left: number; fresh: number };
export const outcomeOf = (it: Compared): CheckOutcome => ({ ...it, left: it.left.length, fresh: it.fresh.length });

/** How many findings each group has, and the first of them in words. */
export type CheckSummary = { group: Group; count: number; first: string[] }[];

/** What a page says of a check at a glance: the groups that have findings, without those that are only worth a look. */
export function summaryOf(findings: readonly Finding[], most = 2): CheckSummary {
  const sure = findings.filter((one) => !one.folded);
  return GROUPS.flatMap((group) => {
    const those = sure.filter((one) => one.group === group);
    return those.length > 0
      ? [{ group, count: those.length, first: those.slice(0, most).map((one) => one.message) }]
      : [];
  });
}
