import {
  TURNAROUNDS,
  TURNAROUND_LABELS,
  type PricingPolicy,
  type Turnaround,
} from "#app/features/pricing/rules/policy.ts";

/** The smallest order by turnaround, in words: turnarounds with the same minimum are named together, slowest first. */
export function minimumsByTurnaround(
  minimumMinor: PricingPolicy["minimumMinor"],
): readonly { amountMinor: number; when: string }[] {
  const groups: Turnaround[][] = [];
  for (const turnaround of TURNAROUNDS) {
    const last = groups.at(-1);
    if (last && minimumMinor[last[0]!] === minimumMinor[turnaround]) last.push(turnaround);
    else groups.push([turnaround]);
  }
  return groups.map((group) => {
    const [slowest, fastest] = [TURNAROUND_LABELS[group[0]!], TURNAROUND_LABELS[group.at(-1)!]];
    const amountMinor = minimumMinor[group[0]!];
    if (group.length === TURNAROUNDS.length) return { amountMinor, when: "every turnaround" };
    if (group.length === 1) return { amountMinor, when: slowest };
    if (group[0] === TURNAROUNDS[0]) return { amountMinor, when: `${fastest} or longer` };
    return { amountMinor, when: group.length === 2 ? `${fastest} or ${slowest}` : `${fastest} to ${slowest}` };
  });
}
