/** Numbers written out in English. */
import { ownValue } from "#app/platform/rules/core/own-value.ts";

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(
    " ",
  );

type Kind = "unit" | "tens" | "multiplier" | "dozen" | "ordinal" | "part";
type NumberWord = { kind: Kind; value: number; weak: boolean };

const WORDS: Readonly<Record<string, NumberWord>> = Object.fromEntries(
  [
    ...UNITS.map((word, value) => [word, "unit", value, word === "one"] as const),
    ...TENS.map((word, i) => [word, "tens", (i + 2) * 10, false] as const),
    ...ORDINALS.map((word, value) => [word, "ordinal", value, true] as const),
    ["twentieth", "ordinal", 20, true] as const,
    ["thirds", "ordinal", 3, true] as const,
    ...[4, 5, 6, 8, 10].map((value) => [`${ORDINALS[value]}s`, "ordinal", value, true] as const),
    ...(
      [
        ["hundred", 100],
        ["thousand", 1_000],
        ["million", 1_000_000],
        ["billion", 1_000_000_000],
        ["trillion", 1_000_000_000_000],
      ] as const
    ).map(([word, value]) => [word, "multiplier", value, false] as const),
    // Misspelled, and corrected by editors.
    ["fourty", "tens", 40, false] as const,
    ["ninty", "tens", 90, false] as const,
    ["fourtieth", "ordinal", 40, true] as const,
    ["fortieth", "ordinal", 40, true] as const,
    ["eigth", "ordinal", 8, true] as const,
    ["twelth", "ordinal", 12, true] as const,
    ["dozen", "dozen", 12, false] as const,
    ["half", "part", 2, false] as const,
    ["halves", "part", 2, false] as const,
    // A quarter may be one of the year.
    ["quarter", "part", 4, true] as const,
    ["quarters", "part", 4, true] as const,
    // The same as "two", but no change if they disappear.
    ["both", "unit", 2, true] as const,
    ["couple", "unit", 2, true] as const,
    ["pair", "unit", 2, true] as const,
    ["once", "unit", 1, true] as const,
    ["twice", "unit", 2, true] as const,
    ["thrice", "unit", 3, true] as const,
  ].map(([word, kind, value, weak]) => [word, { kind, value, weak } as NumberWord]),
);

const ANY = new RegExp(String.raw`\b(?:${Object.keys(WORDS).join("|")})\b`, "i");
/** Whether a text may have one. */
export const hasNumberWord = (text: string): boolean => ANY.test(text);

type SpelledNumber = {
  from: number;
  to: number;
  /** As digits: "12", "2/3". */
  value: string;
  /** Also an ordinary word ("one of them", "First, ..."): only a change if another number replaced it. */
  weak: boolean;
};

type Open = SpelledNumber & { total: number; part: number; last: Kind; word: string };

/** "two", "twenty-one", "two hundred and ten", "third", "two thirds", "half", "a dozen". Plurals such as "hundreds" aren't numbers. */
export function numberWordsIn(text: string): SpelledNumber[] {
  const out: SpelledNumber[] = [];
  let open: Open | null = null;
  let end = 0;
  for (const match of text.matchAll(/\p{L}+/gu)) {
    const word = match[0].toLowerCase();
    const between = text.slice(end, match.index);
    end = match.index + word.length;
    // "two hundred and ten", but not "seven and eight".
    if (open && word === "and" && open.last === "multiplier" && /^\s+$/.test(between)) continue;
    const known = ownValue(WORDS, word);
    const joined: Open | null =
      known && open && /^(?:\s+|[-‐‑])$/.test(between) && text.slice(open.to, match.index).length < 8
        ? continued(open, known)
        : null;
    if (joined) {
      open = Object.assign(joined, { to: end });
      out[out.length - 1] = open;
      continue;
    }
    open = null;
    // A part of another word: "non-zero", "half-life".
    if (!known || /[-‐‑]$/.test(between) || (known.kind === "part" && /^[-‐‑]/.test(text.slice(end)))) continue;
    open = { ...started(known), from: match.index, to: end, word };
    out.push(open);
  }
  return out.map(({ from, to, value, weak }) => ({ from, to, value, weak }));
}

function started({ kind, value, weak }: NumberWord): Omit<Open, "from" | "to" | "word"> {
  const total = kind === "multiplier" && value > 100 ? value : 0;
  const part = total > 0 ? 0 : value;
  return { value: kind === "part" ? `1/${value}` : String(value), weak, total, part, last: kind };
}

/** The number with one more word; null if the word starts another number. */
function continued(open: Open, next: NumberWord): Open | null {
  const { total, part, last } = open;
  const n = total + part;
  const sum = (more: number, kind: Kind, weak = false): Open => ({
    ...open,
    total,
    part: part + more,
    value: String(n + more),
    last: kind,
    weak,
  });
  switch (next.kind) {
    case "unit":
      return (last === "tens" && next.value > 0 && next.value < 10) || last === "multiplier"
        ? sum(next.value, "unit")
        : null;
    case "tens":
      return last === "multiplier" ? sum(next.value, "tens") : null;
    case "ordinal":
      if (last === "tens" && next.value < 10) return sum(next.value, "ordinal", true);
      return last === "unit" && next.value > 2
        ? { ...open, value: `${n}/${next.value}`, last: "part", weak: false }
        : null;
    case "part":
      return last === "unit" ? { ...open, value: `${n}/${next.value}`, last: "part", weak: false } : null;
    case "dozen":
      return last === "unit" ? { ...open, value: String(n * 12), part: n * 12, last: "dozen", weak: false } : null;
    case "multiplier": {
      if (last === "ordinal" || last === "part" || last === "dozen") return null;
      const made =
        next.value === 100 ? { total, part: part * 100 } : { total: total + (part || 1) * next.value, part: 0 };
      return { ...open, ...made, value: String(made.total + made.part), last: "multiplier", weak: false };
    }
  }
}
