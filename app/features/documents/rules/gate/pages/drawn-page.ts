/** What a page of a PDF shows, in the order in which it's drawn. Lengths are in points from the page's lower left corner. */

type Box = readonly [left: number, bottom: number, right: number, top: number];

/** One or more letters drawn together. Blanks aren't kept. */
export type Glyph = {
  text: string;
  box: Box;
  /** Color, layer, and transparency: what decides whether it can be read. */
  look: string;
};

/** A picture, or a line or area that isn't text. `key`: the same if it shows the same. */
export type Mark = { kind: "picture" | "shape"; key: string; box: Box };

export type DrawnPage = {
  /** The page's size, its place on a larger sheet, and its rotation, in one text. */
  format: string;
  glyphs: Glyph[];
  marks: Mark[];
  /** The page has pictures in a format that can't be unpacked, so that their content isn't in `marks`. */
  packed: boolean;
};

export type { Box };

/** How far apart two places may be and still be the same, in points. Programs round when they save. */
const NEAR = 1.5;

export const isNear = (one: Box, two: Box): boolean =>
  Math.abs(one[0] - two[0]) <= NEAR &&
  Math.abs(one[1] - two[1]) <= NEAR &&
  Math.abs(one[2] - two[2]) <= NEAR &&
  Math.abs(one[3] - two[3]) <= NEAR;

/** A word of a page, with its letters. */
export type DrawnWord = { text: string; glyphs: Glyph[] };

/** The words of a page in the order in which they're drawn. A gap of a part of a letter's height ends a word. */
export function wordsOf(glyphs: readonly Glyph[], gap = 1 / 4): DrawnWord[] {
  const words: DrawnWord[] = [];
  let last: Glyph | null = null;
  for (const glyph of glyphs) {
    const word = words.at(-1);
    const height = glyph.box[3] - glyph.box[1];
    const follows =
      last !== null &&
      Math.abs(glyph.box[1] - last.box[1]) < height / 2 &&
      glyph.box[0] - last.box[2] < height * gap &&
      glyph.box[0] > last.box[0] - height / 4;
    if (word && follows) {
      word.text += glyph.text;
      word.glyphs.push(glyph);
    } else words.push({ text: glyph.text, glyphs: [glyph] });
    last = glyph;
  }
  return words;
}

/** The words whose middle lies in one of the areas. */
export const wordsIn = (words: readonly DrawnWord[], areas: readonly Box[]): string =>
  words
    .map(({ glyphs }) =>
      glyphs
        .filter(({ box }) => {
          const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
          return areas.some((area) => x >= area[0] && x <= area[2] && y >= area[1] && y <= area[3]);
        })
        .map((glyph) => glyph.text)
        .join(""),
    )
    .filter((text) => text !== "")
    .join(" ");
