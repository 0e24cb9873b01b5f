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
  /** Those that it still has because the editor said so. */
  kept: Finding[];
  /** Those that it still has, and nobody said why. */
  left: Finding[];
  /** Findings that only the edited copy has, without and with those that the editor keeps. */
  fresh: Finding[];
  freshKept: Finding[];
};

/**
 * What became of a manuscript's findings in its edited copy. Findings that are only worth a look don't count.
 * @param before those of the manuscript @param after those of the copy, checked by the same version of the rules
 * @param isKept whether the editor keeps it on purpose
 */
export function compareChecks(
  before: readonly Finding[],
  after: readonly Finding[],
  isKept: (finding: Finding) => boolean = () => false,
): Compared {
  const sure = before.filter((one) => !one.folded);
  const now = new Set(after.map(keyOf));
  const then = new Set(before.map(keyOf));
  const still = sure.filter((one) => now.has(keyOf(one)));
  const fresh = after.filter((one) => !one.folded && !then.has(keyOf(one)));
  return {
    before: sure.length,
    gone: sure.length - still.length,
    kept: still.filter(isKept),
    left: still.filter((one) => !isKept(one)),
    fresh: fresh.filter((one) => !isKept(one)),
    freshKept: fresh.filter(isKept),
  };
}

/** The same in counts, which stay when the texts are deleted. Older ones don't say what was kept: nothing was. */
export type CheckOutcome = {
  before: number;
  gone: number;
  kept?: number;
  left: number;
  fresh: number;
  freshKept?: number;
};
export const outcomeOf = ({ before, gone, kept, left, fresh, freshKept }: Compared): CheckOutcome => ({
  before,
  gone,
  kept: kept.length,
  left: left.length,
  fresh: fresh.length,
  freshKept: freshKept.length,
});

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
