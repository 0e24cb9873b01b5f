import { times } from "./prose.ts";
import { conventionOf } from "./conventions.ts";
import type { Found, Group, Spot, Style } from "./finding.ts";

/**
 * A finding if a kind of thing is written in more than one way. The commonest way is the manuscript's own; the places
 * are those of the others. Of two as common, the one that comes first counts as its own: in the text, or in `styles` if
 * `inGivenOrder`. A convention that's followed without exception is `uniform`.
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
  if (!main) return [];
  const found = { group, rule, forms: formsOf(used), styles: used };
  if (others.length === 0) {
    const convention = conventionOf(rule);
    return convention && !convention.perPlace ? [{ ...found, ...UNIFORM, spots: main.spots }] : [];
  }
  return [
    {
      ...found,
      message: `${what}: ${inWords(used)}.`,
      spots: others.flatMap(({ spots }) => spots).sort(inOrder),
      folded: folded(main, others),
    },
  ];
}

/** What's followed throughout isn't a finding of its own. */
export const UNIFORM = { message: "", folded: true, uniform: true } as const;

export const formsOf = (styles: readonly Style[]): Found["forms"] =>
  styles.map(({ form, spots }) => ({ form, count: spots.length }));

/** “5%” 12 times, “5 %” once */
export const inWords = (styles: readonly Style[]): string =>
  styles.map(({ form, spots }) => `${quoted(form)} ${times(spots.length)}`).join(", ");

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
export const quoted = (form: string): string => (/^["'“‘’]/.test(form) ? form : `“${form}”`);
