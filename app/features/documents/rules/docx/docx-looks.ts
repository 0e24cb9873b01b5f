/**
 * What the properties of runs and paragraphs mean for reading. Documents repeat the same few, so each is parsed once.
 */

export type RunLook = {
  /** null: from the style. */
  hidden: boolean | null;
  bold: boolean | null;
  white: boolean;
  /** Smaller than 3 points. */
  tiny: boolean;
  /** Has a background that makes white text readable. */
  shaded: boolean;
  /** Spacing after each character, in twentieths of a point. */
  spacing: number;
  /** The rest is only for the manuscript check. `style`: of characters, by id. */
  style: string | null;
  italic: boolean | null;
  highlight: boolean;
  superscript: boolean;
  /** In a typewriter's font. */
  code: boolean;
};

/** For a run without properties. */
export const PLAIN_RUN: RunLook = Object.freeze({
  hidden: null,
  bold: null,
  white: false,
  tiny: false,
  shaded: false,
  spacing: 0,
  style: null,
  italic: null,
  highlight: false,
  superscript: false,
  code: false,
});

export type ParagraphLook = {
  style: string | null;
  level: number | null;
  shaded: boolean;
  /** Its list in the numbering part, and how deep it is in it. */
  listId: string | null;
  listLevel: number | null;
};

/**
 * Whether properties (as raw XML) contain more than formatting, such as tracked changes, and must be read each time.
 */
export const isEventful = (raw: string): boolean =>
  /<(?:[^:>\s/]*:)?(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|[A-Za-z]*Change)[\s/>]|<[!?]|xmlns/.test(raw);

/**
 * Remembers the meaning of XML pieces. A piece is found without cutting it out or reading it more than once: by
 * comparing with the last one found, then by its length and some of its characters.
 */
export class Remembered<T> {
  private readonly slots = Array.from<{ raw: string; meaning: T } | undefined>({ length: 1024 });
  private last: { raw: string; meaning: T } | undefined = undefined;

  /** The remembered value, or undefined. */
  find(xml: string, from: number, to: number): T | undefined {
    const piece = xml.slice(from, to);
    const { last } = this;
    // Comparing whole strings is much faster than comparing parts of them.
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
