/** A quotation with its marks. `inner`: inside another. */
export type Quote = {
  from: number;
  to: number;
  kind: "double" | "single";
  open: string;
  close: string;
  inner: boolean;
};
export type Quotes = {
  pairs: Quote[];
  /** Double marks without a partner: curly ones that open, and that close. */
  unclosed: number[];
  unopened: number[];
};

const STRAIGHT = 0x27;
const CURLY = 0x2018;
const STRAIGHT_DOUBLE = 0x22;
const LOW = 0x201e;

const isSpace = (c: number): boolean =>
  c === 32 || c === 9 || c === 10 || c === 13 || c === 0xa0 || c === 0x202f || c === 0x2009;
/** A letter or digit of a script with letters. */
const isLetter = (c: number): boolean =>
  (c >= 97 && c <= 122) ||
  (c >= 65 && c <= 90) ||
  (c >= 48 && c <= 57) ||
  (c >= 0xc0 && c !== 0xd7 && c !== 0xf7 && c < 0x2000);

const ANY_QUOTE = /["'“”„«»‘’]/g;

/** The quotations of a text. Apostrophes are no marks of quotation. */
export function quotesOf(text: string): Quotes {
  return new QuoteReading(text).read();
}

class QuoteReading {
  private readonly quotes: Quotes = { pairs: [], unclosed: [], unopened: [] };
  /** Where the open quotation of each kind begins, or -1. */
  private double = -1;
  private single = -1;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): Quotes {
    for (const { index } of this.text.matchAll(ANY_QUOTE)) this.take(index, this.text.charCodeAt(index));
    if (this.double >= 0 && this.code(this.double) !== STRAIGHT_DOUBLE) this.quotes.unclosed.push(this.double);
    return this.quotes;
  }

  /** The character at a place; a space outside of the text. */
  private code(at: number): number {
    return at >= 0 && at < this.text.length ? this.text.charCodeAt(at) : 32;
  }

  private take(i: number, c: number): void {
    switch (c) {
      case 0x201c: // “, which closes German quotations
        if (this.double >= 0 && this.code(this.double) === LOW) this.closeDouble(i);
        else this.openDouble(i);
        break;
      case LOW:
      case 0xab:
        this.openDouble(i);
        break;
      case 0x201d:
        if (this.double < 0) this.quotes.unopened.push(i);
        else this.closeDouble(i);
        break;
      case 0xbb:
        if (this.double >= 0) this.closeDouble(i);
        break;
      case STRAIGHT_DOUBLE:
        this.takeStraightDouble(i);
        break;
      case CURLY:
        if (this.single < 0 && !isLetter(this.code(i - 1)) && !isSpace(this.code(i + 1))) this.single = i;
        break;
      case STRAIGHT:
        if (this.opensStraight(i)) this.single = i;
        else if (this.closesSingle(i, STRAIGHT)) this.closeSingle(i);
        break;
      case 0x2019: // ’
        if (this.closesSingle(i, CURLY)) this.closeSingle(i);
        break;
    }
  }

  private takeStraightDouble(i: number): void {
    if (this.double >= 0) this.closeDouble(i);
    // After a digit it means inches or seconds.
    else if (!isDigit(this.code(i - 1)) && !isSpace(this.code(i + 1))) this.double = i;
  }

  private opensStraight(i: number): boolean {
    const before = this.code(i - 1);
    if (this.single >= 0 || this.double >= 0 || isLetter(before) || before === 0x29) return false;
    return isLetter(this.code(i + 1)) && closesSoon(this.text, i);
  }

  private closesSingle(i: number, opener: number): boolean {
    return (
      this.single >= 0 && this.code(this.single) === opener && !isLetter(this.code(i + 1)) && !isSpace(this.code(i - 1))
    );
  }

  private openDouble(i: number): void {
    if (this.double >= 0) this.quotes.unclosed.push(this.double);
    this.double = i;
  }

  private closeDouble(i: number): void {
    this.add("double", this.double, i, this.single >= 0 && this.single < this.double);
    if (this.single > this.double) this.single = -1;
    this.double = -1;
  }

  private closeSingle(i: number): void {
    this.add("single", this.single, i, this.double >= 0 && this.double < this.single);
    this.single = -1;
  }

  private add(kind: Quote["kind"], from: number, last: number, inner: boolean): void {
    const { text } = this;
    this.quotes.pairs.push({ from, to: last + 1, kind, open: text.charAt(from), close: text.charAt(last), inner });
  }
}

const isDigit = (c: number): boolean => c >= 48 && c <= 57;

/** Whether a straight single mark at `from` has a partner near by: otherwise it's an apostrophe. */
function closesSoon(text: string, from: number): boolean {
  const end = Math.min(text.length, from + 120);
  for (let i = from + 2; i < end; i++) {
    if (text.charCodeAt(i) !== STRAIGHT) continue;
    const after = i + 1 < text.length ? text.charCodeAt(i + 1) : 32;
    const before = text.charCodeAt(i - 1);
    // After an s it may be a possessive.
    if (!isLetter(after) && !isSpace(before)) return before !== 115;
  }
  return false;
}
