import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AchBatch, type AchPayment, achProblems, nacha } from "./nacha.ts";

const payment = (set: Partial<AchPayment> = {}): AchPayment => ({
  traceNumber: "021000020000001",
  name: "Zoë O'Neill-Dubois & Sons",
  routingNumber: "011401533",
  accountNumber: "000123456789",
  accountType: "checking",
  holderType: "person",
  amountMinor: 9_484,
  reference: "SB-K7Q2M9-0004",
  ...set,
});
const batch = (payments: AchPayment[]): AchBatch => ({
  createdAt: new Date("2026-12-16T09:05:00Z"),
  executionDay: "2026-12-17",
  filesBefore: 0,
  company: { name: "Stet Editing Ltd", id: "1234567890" },
  bank: { name: "First National", routingNumber: "021000021" },
  payments,
});

/** Checks a file by the positions in the format, like a bank's program. Positions count from 1. */
function check(body: string) {
  const field = (record: string, from: number, to: number) => record.slice(from - 1, to);
  const records = body.split("\n").slice(0, -1);
  expect(records.length % 10).toBe(0);
  for (const r of records) expect(r).toMatch(/^[\x20-\x7e]{94}$/);
  const header = records[0]!;
  expect([header[0], field(header, 2, 3), field(header, 35, 37), field(header, 38, 39), field(header, 40, 40)]).toEqual(
    ["1", "01", "094", "10", "1"],
  );
  const batches: { open: string; entries: string[] }[] = [];
  const file = { hash: 0n, credits: 0n, entries: 0 };
  const lastTen = (hash: bigint) => String(hash % 10_000_000_000n).padStart(10, "0");
  let at = 1;
  while (records[at]!.startsWith("5")) {
    const open = records[at++]!;
    expect([field(open, 2, 4), Number(field(open, 88, 94))]).toEqual(["220", batches.length + 1]);
    const entries: string[] = [];
    let [hash, credits] = [0n, 0n];
    for (; records[at]!.startsWith("6"); at++) {
      const e = records[at]!;
      const routing = field(e, 4, 12);
      const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
      expect(Array.from(routing).reduce((n, d, i) => n + Number(d) * weights[i]!, 0) % 10).toBe(0);
      hash += BigInt(field(e, 4, 11));
      credits += BigInt(field(e, 30, 39));
      expect(field(e, 80, 87)).toBe(field(open, 80, 87));
      entries.push(e);
    }
    const close = records[at++]!;
    expect([close[0], field(close, 2, 4), field(close, 5, 10), field(close, 11, 20)]).toEqual([
      "8",
      "220",
      String(entries.length).padStart(6, "0"),
      lastTen(hash),
    ]);
    expect([BigInt(field(close, 21, 32)), BigInt(field(close, 33, 44)), field(close, 80, 94)]).toEqual([
      0n,
      credits,
      field(open, 80, 94),
    ]);
    batches.push({ open, entries });
    file.hash += hash;
    file.credits += credits;
    file.entries += entries.length;
  }
  const control = records[at]!;
  expect(records.slice(at + 1).every((r) => r === "9".repeat(94))).toBe(true);
  const entries = batches.flatMap((one) => one.entries);
  expect(new Set(entries.map((e) => field(e, 80, 94))).size).toBe(entries.length);
  expect([
    Number(field(control, 2, 7)),
    Number(field(control, 8, 13)),
    Number(field(control, 14, 21)),
    field(control, 22, 31),
    BigInt(field(control, 44, 55)),
  ]).toEqual([batches.length, records.length / 10, file.entries, lastTen(file.hash), file.credits]);
  return { entries, field, header, batches };
}

describe("a NACHA file", () => {
  test("has each field at its place", () => {
    const { entries, field, header, batches } = check(
      nacha(batch([payment(), payment({ traceNumber: "021000020000002", accountType: "savings", amountMinor: 1 })])),
    );
    expect(field(header, 4, 13)).toBe(" 021000021");
    expect(field(header, 24, 33)).toBe("2612160905");
    expect(batches.map(({ open }) => [field(open, 51, 53), field(open, 70, 75)])).toEqual([["PPD", "261217"]]);
    const [one, two] = entries as [string, string];
    expect([field(one, 2, 3), field(two, 2, 3)]).toEqual(["22", "32"]);
    expect(field(one, 13, 29)).toBe("000123456789     ");
    expect(field(one, 30, 39)).toBe("0000009484");
    expect(field(one, 40, 54)).toBe("SB-K7Q2M9-0004 ");
    expect(field(one, 55, 76)).toBe("ZOE O'NEILL-DUBOIS + S");
    expect(field(one, 80, 94)).toBe("021000020000001");
  });

  test("pays companies in a batch of their own, of the class for companies", () => {
    const { field, batches } = check(
      nacha(
        batch([
          payment({ holderType: "company", name: "Lindqvist Editing LLC" }),
          payment({ traceNumber: "021000020000002" }),
          payment({ traceNumber: "021000020000003", holderType: "company" }),
        ]),
      ),
    );
    expect(batches.map(({ open, entries }) => [field(open, 51, 53), entries.map((e) => field(e, 94, 94))])).toEqual([
      ["PPD", ["2"]],
      ["CCD", ["1", "3"]],
    ]);
    expect(check(nacha(batch([payment({ holderType: "company" })]))).batches).toHaveLength(1);
  });

  test("is told apart from the others of its day, which have an end", () => {
    const modifier = (filesBefore: number) => nacha({ ...batch([payment()]), filesBefore }).slice(33, 34);
    expect([0, 1, 25, 26, 35].map(modifier)).toEqual(["A", "B", "Z", "0", "9"]);
    expect(() => modifier(36)).toThrow("Only 36 ACH files can be made in a day.");
  });

  test("adds up and fills its last block for any number of payments and any names", () => {
    const one = fc.record({
      name: fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" }).map((n) => `A${n}`),
      amountMinor: fc.integer({ min: 1, max: 99_999_999 }),
      routingNumber: fc.constantFrom("011401533", "021000021", "091000019", "322271627"),
      accountType: fc.constantFrom("checking" as const, "savings" as const),
      holderType: fc.constantFrom("person" as const, "company" as const),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 40 }), (all) => {
        check(
          nacha(batch(all.map((p, i) => payment({ ...p, traceNumber: `02100002${String(i + 1).padStart(7, "0")}` })))),
        );
      }),
    );
  });

  test.each([
    ["a routing number with a typo", { routingNumber: "011401534" }, "routing number"],
    ["a trace number of another bank", { traceNumber: "091000010000001" }, "trace number"],
    ["no amount", { amountMinor: 0 }, "amount"],
    ["an account number that is too long", { accountNumber: "1".repeat(18) }, "account number"],
    ["a name without Latin letters", { name: "王小明" }, "Latin"],
  ])("is refused with %s", (_what, set, says) => {
    expect(achProblems(batch([payment(set)])).join(" ")).toContain(says);
    expect(() => nacha(batch([payment(set)]))).toThrow(says);
  });
});
