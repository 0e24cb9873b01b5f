/**
 * Largest table for the exact comparison. Beyond it only small numbers of differences are searched for, and otherwise
 * the stretch counts as replaced.
 */
const MAX_TABLE = 4_000_000;
/** The maximum number of differences searched for in a stretch too long for a table. */
const MAX_EDITS = 1_000;
/**
 * How often each item may be visited in total while looking for unique ones, because crafted lists could take forever.
 */
const MAX_PASSES = 40;

/**
 * Pairs of positions at which two lists agree, in order. Usually linear: common prefix and suffix first, then items
 * that occur once on both sides, and only the short stretches between them are compared in full.
 */
export function align(a: readonly string[], b: readonly string[]): [number, number][] {
  const ids = new Map<string, number>();
  const number = (list: readonly string[]): Int32Array =>
    Int32Array.from(list, (item) => {
      let id = ids.get(item);
      if (id === undefined) ids.set(item, (id = ids.size));
      return id;
    });
  const left = number(a);
  const right = number(b);
  const pairs: [number, number][] = [];
  const todo: [number, number, number, number][] = [[0, left.length, 0, right.length]];
  let looks = MAX_PASSES * (left.length + right.length);
  let steps = MAX_EDITS * MAX_EDITS;
  for (let range = todo.pop(); range; range = todo.pop()) {
    let [a0, a1, b0, b1] = range;
    while (a0 < a1 && b0 < b1 && left[a0] === right[b0]) pairs.push([a0++, b0++]);
    while (a0 < a1 && b0 < b1 && left[a1 - 1] === right[b1 - 1]) pairs.push([--a1, --b1]);
    if (a0 >= a1 || b0 >= b1) continue;
    const size = (a1 - a0) * (b1 - b0);
    looks -= a1 - a0 + b1 - b0;
    let anchors = looks > 0 ? uniqueAnchors(left, right, a0, a1, b0, b1) : [];
    // In a long text with few distinct words, no word is unique, but runs of words are.
    if (anchors.length === 0 && size > MAX_TABLE && looks > 0) {
      anchors = uniqueAnchors(rowsOf(left, a0, a1), rowsOf(right, b0, b1), 0, a1 - a0, 0, b1 - b0)
        .map(([i, j]): [number, number] => [a0 + i, b0 + j])
        .filter(([i, j]) => left[i] === right[j]);
    }
    if (anchors.length > 0) {
      let fromA = a0;
      let fromB = b0;
      for (const [i, j] of anchors) {
        pairs.push([i, j]);
        todo.push([fromA, i, fromB, j]);
        fromA = i + 1;
        fromB = j + 1;
      }
      todo.push([fromA, a1, fromB, b1]);
    } else if (size <= MAX_TABLE && (looks > 0 || size <= 10_000)) longestCommon(left, right, a0, a1, b0, b1, pairs);
    else if (steps > 0) steps -= fewEdits(left, right, a0, a1, b0, b1, pairs);
  }
  return pairs.sort((one, two) => one[0] - two[0]);
}

/** How many items make a row. */
const ROW = 5;

/** Combines each item with the following ones into one number. Collisions are rare, and checked. */
function rowsOf(list: Int32Array, from: number, to: number): Int32Array {
  const rows = new Int32Array(to - from);
  for (let k = from; k < to; k++) {
    let row = k + ROW <= to ? 7 : k;
    for (let n = k; n < Math.min(to, k + ROW); n++) row = (Math.imul(row, 0x01000193) ^ (list[n] as number)) | 0;
    rows[k - from] = row;
  }
  return rows;
}

/** Items that occur once in either range, in the longest run that keeps both orders. */
function uniqueAnchors(
  left: Int32Array,
  right: Int32Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
): [number, number][] {
  const places = new Map<number, { a: number; b: number }>();
  for (let i = a0; i < a1; i++) {
    const id = left[i] as number;
    const place = places.get(id);
    if (place) place.a = -2;
    else places.set(id, { a: i, b: -1 });
  }
  for (let j = b0; j < b1; j++) {
    const place = places.get(right[j] as number);
    if (place) place.b = place.b === -1 ? j : -2;
  }
  const candidates: [number, number][] = [];
  for (const { a, b } of places.values()) if (a >= 0 && b >= 0) candidates.push([a, b]);
  // Maps keep insertion order, so candidates are in the order of `a`. Finds the longest increasing run of `b` by
  // patience sorting.
  const tails: number[] = [];
  const before = new Int32Array(candidates.length);
  for (let k = 0; k < candidates.length; k++) {
    const b = (candidates[k] as [number, number])[1];
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((candidates[tails[middle] as number] as [number, number])[1] < b) low = middle + 1;
      else high = middle;
    }
    before[k] = low > 0 ? (tails[low - 1] as number) : -1;
    tails[low] = k;
  }
  const out: [number, number][] = [];
  for (let k = tails.at(-1) ?? -1; k >= 0; k = before[k] as number) out.push(candidates[k] as [number, number]);
  return out.reverse();
}

function longestCommon(
  left: Int32Array,
  right: Int32Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
  pairs: [number, number][],
): void {
  const rows = a1 - a0;
  const columns = b1 - b0;
  const width = columns + 1;
  const table = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const here = i * width + j;
      table[here] =
        left[a0 + i] === right[b0 + j]
          ? (table[here + width + 1] as number) + 1
          : Math.max(table[here + width] as number, table[here + 1] as number);
    }
  }
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (left[a0 + i] === right[b0 + j]) pairs.push([a0 + i++, b0 + j++]);
    else if ((table[(i + 1) * width + j] as number) >= (table[i * width + j + 1] as number)) i++;
    else j++;
  }
}

/**
 * The shortest edit script from one list to the other, if it's short (Myers 1986).
 * @returns the number of steps until it was found or given up
 */
function fewEdits(
  left: Int32Array,
  right: Int32Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
  pairs: [number, number][],
): number {
  const rows = a1 - a0;
  const columns = b1 - b0;
  const most = Math.min(MAX_EDITS, rows + columns);
  // How far each diagonal reaches, kept for each number of edits for the way back.
  const reached: Int32Array[] = [];
  const reach = new Int32Array(2 * most + 3);
  let steps = 0;
  for (let edits = 0; edits <= most; edits++) {
    for (let k = -edits; k <= edits; k += 2) {
      const at = k + most + 1;
      let i =
        k === -edits || (k !== edits && (reach[at - 1] as number) < (reach[at + 1] as number))
          ? (reach[at + 1] as number)
          : (reach[at - 1] as number) + 1;
      let j = i - k;
      while (i < rows && j < columns && left[a0 + i] === right[b0 + j]) {
        i++;
        j++;
      }
      reach[at] = i;
      steps++;
      if (i < rows || j < columns || i > rows || j > columns) continue;
      walkBack(reached, edits, k, most, (x, y) => pairs.push([a0 + x, b0 + y]), rows, columns);
      return steps;
    }
    reached.push(reach.slice(most + 1 - edits, most + 2 + edits));
  }
  return steps;
}

/** From the end back to the start, reporting each pair. */
function walkBack(
  reached: readonly Int32Array[],
  edits: number,
  diagonal: number,
  most: number,
  say: (i: number, j: number) => void,
  rows: number,
  columns: number,
): void {
  let [i, j, k] = [rows, columns, diagonal];
  for (let d = edits; d > 0; d--) {
    const before = reached[d - 1] as Int32Array;
    const at = (one: number): number => (Math.abs(one) <= d - 1 ? (before[one + d - 1] as number) : -1);
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const next = down ? k + 1 : k - 1;
    const [x, y] = [at(next), at(next) - next];
    const [startX, startY] = down ? [x, y + 1] : [x + 1, y];
    while (i > startX && j > startY) say(--i, --j);
    [i, j, k] = [x, y, next];
  }
  while (i > 0 && j > 0) say(--i, --j);
}
