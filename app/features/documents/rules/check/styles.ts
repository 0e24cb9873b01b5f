import { times } from "./prose.ts";
import type { Found, Group, Spot } from "./finding.ts";

/** One of several ways to write the same kind of thing, with an example from the manuscript and its places. */
export type Style = { form: string; spots: Spot[] };

/**
 * A finding if a kind of thing is written in more than one way. The commonest way is the manuscript's own; the places
 * are those of the others. Of two as common, the one that comes first counts as its own: in the text, or in `styles` if
 * `inGivenOrder`.
 */
export function mixedStyles(
  group: Group,
  rule: string,
  what: string,
  styles: readonly Style[],
  folded: (main: Style, others: readonly Style[]) => boolean = () => false,
  inGivenOrder = false,
): Found[] {
  const used = styles
    .filter(({ spots }) => spots.length > 0)
    .sort(
      (a, b) => b.spots.length - a.spots.length || (inGivenOrder ? 0 : inOrder(a.spots[0] as Spot, b.spots[0] as Spot)),
    );
  const [main, ...others] = used;
  if (!main || others.length === 0) return [];
  return [
    {
      group,
      rule,
      message: `${what}: ${used.map(({ form, spots }) => `${quoted(form)} ${times(spots.length)}`).join(", ")}.`,
      forms: used.map(({ form, spots }) => ({ form, count: spots.length })),
      spots: others.flatMap(({ spots }) => spots).sort(inOrder),
      folded: folded(main, others),
    },
  ];
}

export const inOrder = (a: Spot, b: Spot): number => a.block - b.block || a.from - b.from;

/** Collects the places of each way to write something; the first one found is its example. */
export class StyleCount {
  private readonly styles = new Map<string, Style>();

  add(style: string, example: string, spot: Spot): void {
    const known = this.styles.get(style);
    if (known) known.spots.push(spot);
    else this.styles.set(style, { form: example, spots: [spot] });
  }

  get all(): Style[] {
    return [...this.styles.values()];
  }

  of(style: string): Style | undefined {
    return this.styles.get(style);
  }
}

/** A form in quotation marks, unless it's one itself. */
const quoted = (form: string): string => (/^["'“‘’]/.test(form) ? form : `“${form}”`);
