/** Colors as hexadecimal numbers. */

const HIGHLIGHTS: Readonly<Record<string, string>> = {
  black: "000000",
  blue: "0000FF",
  cyan: "00FFFF",
  green: "00FF00",
  magenta: "FF00FF",
  red: "FF0000",
  yellow: "FFFF00",
  white: "FFFFFF",
  darkBlue: "00008B",
  darkCyan: "008B8B",
  darkGreen: "006400",
  darkMagenta: "800080",
  darkRed: "8B0000",
  darkYellow: "808000",
  darkGray: "A9A9A9",
  lightGray: "D3D3D3",
};

/** The difference of two colors in their most different part below which letters can't be read. */
const ALIKE = 24;

const HEX = /^[0-9A-F]{6}$/;

/**
 * Whether a background hides letters of this color.
 * @param ink "" for Word's automatic color, which avoids its background unless that's a highlight
 * @param behind a color, the name of a highlight, or "" for a white page
 */
export function coversLetters(ink: string, behind: string, highlighted = false): boolean {
  const ground = HIGHLIGHTS[behind] ?? (behind === "" ? "FFFFFF" : behind);
  const letters = ink === "" && highlighted ? "000000" : ink;
  if (!HEX.test(letters) || !HEX.test(ground)) return false;
  return [0, 2, 4].every(
    (at) =>
      Math.abs(Number.parseInt(letters.slice(at, at + 2), 16) - Number.parseInt(ground.slice(at, at + 2), 16)) < ALIKE,
  );
}
