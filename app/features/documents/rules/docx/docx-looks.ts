/** What the properties of runs and paragraphs mean for reading. Documents repeat the same few: each is read once. */

export type RunLook = {
  /** null: as the style says. */
  hidden: boolean | null;
  bold: boolean | null;
  white: boolean;
  /** Smaller than 3 points. */
  tiny: boolean;
  /** Has a background, on which white can be read. */
  shaded: boolean;
  /** Room after each character, in twentieths of a point. */
  spacing: number;
};

/** Of a run without properties. */
export const PLAIN_RUN: RunLook = Object.freeze({
  hidden: null,
  bold: null,
  white: false,
  tiny: false,
  shaded: false,
  spacing: 0,
});

export type ParagraphLook = { style: string | null; level: number | null; shaded: boolean };

/** Whether properties (as raw XML) hold more than looks, such as tracked changes: then they must be read each time they occur. */
export const isEventful = (raw: string): boolean =>
  /<(?:[^:>\s/]*:)?(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|[A-Za-z]*Change)[\s/>]|<[!?]|xmlns/.test(raw);

/**
 * Remembers what pieces of XML mean. A piece is found without cutting it out or reading all of it more than once: first by
 * comparing with the last one found, then by its length and some of its characters.
 */
export class Remembered<T> {
  private readonly slots = Array.from<{ raw: string; meaning: T } | undefined>({ length: 1024 });
  private last: { raw: string; meaning: T } | undefined = undefined;

  /** What was remembered of the piece, or undefined. */
  find(xml: string, from: number, to: number): T | undefined {
    const piece = xml.slice(from, to);
    const { last } = this;
    // Whole strings are compared far quicker than parts of them.
    if (last !== undefined && last.raw === piece) return last.meaning;
    const found = this.slots[placeOf(xml, from, to)];
    if (found === undefined || found.raw !== piece) return undefined;
    this.last = found;
    return found.meaning;
  }

  keep(xml: string, from: number, to: number, meaning: T): void {
    this.last = { raw: xml.slice(from, to), meaning };
    this.slots[placeOf(xml, from, to)] = this.last;
  }
}

function placeOf(xml: string, from: number, to: number): number {
  const step = Math.max(1, (to - from) >> 4);
  let hash = to - from;
  for (let i = from; i < to; i += step) hash = (hash * 31 + xml.charCodeAt(i)) | 0;
  return (hash ^ (hash >>> 10)) & 1023;
}
