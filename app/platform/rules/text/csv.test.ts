import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csv, csvField } from "./csv.ts";

/** A strict RFC 4180 reader, to check the writer's output. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') field += text[++i];
      else if (c === '"') quoted = false;
      else field += c;
    } else if (c === '"' && field === "") quoted = true;
    else if (c === ",") {
      row.push(field);
      field = "";
    } else if (c === "\r" && text[i + 1] === "\n") {
      rows.push([...row, field]);
      row = [];
      field = "";
      i++;
    } else field += c;
  }
  return rows;
}

describe("a CSV field", () => {
  test("is quoted only where it must be, with its quotes doubled", () => {
    expect(csvField("Soil moisture")).toBe("Soil moisture");
    expect(csvField('The "dry" year, 1976')).toBe('"The ""dry"" year, 1976"');
    expect(csvField("one\ntwo")).toBe('"one\ntwo"');
    expect(csvField(" kept ")).toBe('" kept "');
  });

  test("is never run as a formula by a spreadsheet", () => {
    for (const bad of ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", " =cmd|' /C calc'!A0", "＝1+1"])
      expect(csvField(bad).replace(/^"/, "")).toMatch(/^'/);
    expect(csvField('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"`);
  });

  test("leaves amounts, dates and empty values as they are", () => {
    expect(csvField(-1250)).toBe("-1250");
    expect(csvField("-12.50")).toBe("-12.50");
    expect(csvField(new Date("2026-11-21T12:00:00Z"))).toBe("2026-11-21T12:00:00.000Z");
    expect(csvField(null)).toBe("");
    expect(csvField(undefined)).toBe("");
  });
});

describe("a CSV file", () => {
  test("has its header even without rows", () => {
    expect(csv([{ header: "Order", value: (r: { n: string }) => r.n }], [])).toBe("Order\r\n");
  });

  test("reads back what was written, except for the apostrophe before formulas", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: "binary" }), fc.integer()), { minLength: 1 }), (rows) => {
        const back = readCsv(
          csv(
            [
              { header: "text", value: (r: [string, number]) => r[0] },
              { header: "n", value: (r: [string, number]) => r[1] },
            ],
            rows,
          ),
        ).slice(1);
        expect(back).toHaveLength(rows.length);
        for (const [i, [text, n]] of rows.entries()) {
          expect([text, `'${text}`]).toContain(back[i]![0]);
          expect(back[i]![1]).toBe(String(n));
        }
      }),
    );
  });

  test("never has a field that starts like a formula, whatever people wrote", () => {
    const wild = fc.tuple(fc.constantFrom("=", "+", "-", "@", "\t", "\r", " ="), fc.string()).map(([a, b]) => a + b);
    fc.assert(
      fc.property(wild, (text) => {
        const [field] = readCsv(csv([{ header: "x", value: (r: string) => r }], [text]))[1]!;
        if (!/^-?\d+(\.\d+)?$/.test(field!)) expect(field!.startsWith("'")).toBe(true);
      }),
    );
  });
});
