/** Word's own marks in the text of a .doc, of every version. */

const [FIELD, RESULT, FIELD_END] = ["\x13", "\x14", "\x15"];
/** Marks as what they stand for. Pictures, notes' and comments' marks have no letter. */
const SIGNS: Readonly<Record<string, string>> = {
  "\x07": "\t",
  "\t": "\t",
  "\n": "\n",
  "\v": "\n",
  "\f": "\n",
  "\r": "\n",
  "\x1e": "\u2011",
  "\x1f": "\u00ad",
};

/** A text without marks of Word's own, and of each field only its result. */
export function withoutMarks(text: string): string {
  const parts = text.split(/([\0-\x1f])/);
  const whole = wholeFields(parts);
  /** Of the fields around a place: whether it's in their code. */
  const inCode: boolean[] = [];
  let codes = 0;
  let out = "";
  for (const [i, part] of parts.entries()) {
    if (part === FIELD) {
      if (!whole.has(i)) continue;
      inCode.push(true);
      codes++;
    } else if (part === RESULT) {
      if (inCode.at(-1)) codes--;
      if (inCode.length > 0) inCode[inCode.length - 1] = false;
    } else if (part === FIELD_END) {
      if (inCode.pop()) codes--;
    } else if (codes === 0) out += part.length === 1 && part < " " ? (SIGNS[part] ?? "") : part;
  }
  return out;
}

/** Where fields begin that also end. One that doesn't would hide all text after it. */
function wholeFields(parts: readonly string[]): ReadonlySet<number> {
  const whole = new Set<number>();
  const open: number[] = [];
  for (const [i, part] of parts.entries()) {
    if (part === FIELD) open.push(i);
    else if (part === FIELD_END) {
      const start = open.pop();
      if (start !== undefined) whole.add(start);
    }
  }
  return whole;
}
