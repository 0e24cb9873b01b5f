import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { foldText } from "#app/platform/rules/text/fold.ts";
import { wordsOf } from "#app/platform/rules/text/search.ts";
import { database } from "../core/database.ts";
import { contains } from "./contains.ts";
import { prefixQuery } from "./search.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A text, and how a reader types it who has none of its signs. */
const NAMES: readonly (readonly [text: string, typed: string])[] = [
  ["Tomás García", "tomas garcia"],
  ["Toma\u0301s", "tomas"],
  ["Łódź", "lodz"],
  ["Øresund", "oresund"],
  ["Đặng Nguyễn", "dang nguyen"],
  ["Straße", "strasse"],
  ["STRAẞE", "strasse"],
  ["Æon", "aeon"],
  ["Œuvre", "oeuvre"],
  ["Þórir", "thorir"],
  ["Sigurðsson", "sigurdsson"],
  ["İstanbul Işık", "istanbul isik"],
  ["Çelik Ünal", "celik unal"],
  ["Ħal Qormi", "hal qormi"],
  ["H₂O", "h2o"],
  ["CO₂ and E = mc²", "co2 and e = mc2"],
  ["ﬁnal", "final"],
  ["Ｓ－１０４２", "s-1042"],
  ["O\u2019Brien", "o'brien"],
  ["1990–1995", "1990-1995"],
  ["Ελλάδα", "ελλαδα"],
  ["ΟΔΟΣ", "οδος"],
  ["Алёна Андрей", "алена андреи"],
  ["中村", "中村"],
  ["한국", "한국"],
  ["plain ASCII 'quoted' - 100%", "plain ascii 'quoted' - 100%"],
  ["", ""],
];

describe("a fold", () => {
  test.each(NAMES)("of %s is found as %s, and back", async (text, typed) => {
    expect(foldText(text)).toBe(foldText(typed));
    const { rows } = await sql<{
      folded: string;
      found: boolean;
      back: boolean;
    }>`select fold_text(${text}::text) as folded, ${contains(typed, [sql`${text}::text`])} as found,
      ${contains(text, [sql`${typed}::text`])} as back`.execute(database());
    expect(rows).toEqual([{ folded: foldText(text), found: true, back: true }]);
  });
  test("is the same in the database for every letter of these scripts", async () => {
    const ranges = [
      [0x20, 0x24f],
      [0x2b0, 0x52f],
      [0x1e00, 0x1fff],
      [0x2010, 0x209c],
      [0xfb00, 0xfb06],
      [0xff01, 0xff5e],
    ] as const;
    const letters = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
    const all = letters.map((it) => String.fromCodePoint(it));
    const { rows } = await sql<{ said: string; folded: string }>`select said, fold_text(said) as folded
      from unnest(${all}::text[]) said`.execute(database());
    expect(rows.filter((it) => it.folded !== foldText(it.said))).toEqual([]);
    expect(rows).toHaveLength(all.length);
  });
  test("is the same in searches by word", async () => {
    for (const [text, typed] of NAMES) {
      const words = wordsOf(typed);
      if (words.length === 0) continue;
      const { rows } = await sql<{ found: boolean; back: boolean }>`select
        fold_words(${text}::text) @@ ${prefixQuery(words)} as found,
        fold_words(${typed}::text) @@ ${prefixQuery(wordsOf(text))} as back`.execute(database());
      expect(rows, text).toEqual([{ found: true, back: true }]);
    }
  });
  test("takes wildcards literally, also wide ones", async () => {
    const { rows } = await sql<{ found: boolean[] }>`select array[${contains("％", [sql`'abc'`])},
      ${contains("_", [sql`'abc'`])}, ${contains("％", [sql`'10%'`])}] as found`.execute(database());
    expect(rows[0]!.found).toEqual([false, false, true]);
  });
  test("of nothing known is null", async () => {
    const { rows } = await sql<{ folded: string | null }>`select fold_text(null) as folded`.execute(database());
    expect(rows[0]!.folded).toBeNull();
  });
});
