/** Texts in Shift_JIS, which this platform can read but not write. */

let table: ReadonlyMap<string, readonly number[]> | null = null;

/** The characters with one or two bytes. */
function tableOf(): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  const decoder = new TextDecoder("shift_jis");
  for (let a = 0; a < 256; a++) {
    const one = decoder.decode(Uint8Array.of(a));
    if (one !== "\ufffd" && one.length === 1 && !found.has(one)) found.set(one, [a]);
    if (a < 0x81 || (a > 0x9f && a < 0xe0) || a > 0xfc) continue;
    for (let b = 0x40; b < 0xfd; b++) {
      const two = decoder.decode(Uint8Array.of(a, b));
      if (two.length === 1 && two !== "\ufffd" && !found.has(two)) found.set(two, [a, b]);
    }
  }
  return found;
}

export const shiftJisBytes = (text: string): Uint8Array =>
  Uint8Array.from(Array.from(text).flatMap((char) => (table ??= tableOf()).get(char) ?? [0x3f]));
