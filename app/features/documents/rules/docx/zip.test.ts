import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refused } from "../readers/refusal.ts";
import { openZip, readPart, rewriteZip, writeZip } from "./zip.ts";

const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof Refused) return error.refusal.code;
    throw error;
  }
  return "read";
};
const sample = () =>
  writeZip([
    { name: "a.txt", bytes: "alpha ".repeat(100) },
    { name: "b/c.bin", bytes: Buffer.from([1, 2, 3]) },
    { name: "d.txt", bytes: "delta" },
  ]);

describe("zip", () => {
  it("reads back what it wrote", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 8 }), (contents) => {
        const zip = openZip(
          writeZip(contents.map((bytes, i) => ({ name: `part${i}.xml`, bytes: Buffer.from(bytes) }))),
        );
        contents.forEach((bytes, i) => expect(readPart(zip, `PART${i}.xml`)?.equals(bytes)).toBe(true));
      }),
    );
  });

  it("rewrites one part and copies the others byte for byte", () => {
    const before = sample();
    const zip = openZip(before);
    const after = rewriteZip(
      zip,
      new Map([
        ["b/c.bin", Buffer.from("new")],
        ["d.txt", null],
        ["e.txt", Buffer.from("more")],
      ]),
    );
    const again = openZip(after);
    expect([...again.entries.keys()]).toEqual(["a.txt", "b/c.bin", "e.txt"]);
    expect(readPart(again, "b/c.bin")?.toString()).toBe("new");
    const length = zip.entries.get("b/c.bin")?.start ?? 0;
    expect(after.subarray(0, length).equals(before.subarray(0, length))).toBe(true);
    expect(rewriteZip(zip, new Map()).equals(before)).toBe(true);
  });

  it("reads Zip64, as streaming writers create it", () => {
    const plain = sample();
    const end = plain.length - 22;
    const record = Buffer.alloc(56);
    record.writeUInt32LE(0x06064b50, 0);
    record.writeUInt32LE(44, 4);
    record.writeUInt32LE(plain.readUInt16LE(end + 10), 32);
    record.writeUInt32LE(plain.readUInt32LE(end + 12), 40);
    record.writeUInt32LE(plain.readUInt32LE(end + 16), 48);
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x07064b50, 0);
    locator.writeUInt32LE(end, 8);
    const close = Buffer.from(plain.subarray(end));
    close.writeUInt16LE(0xffff, 8);
    close.writeUInt16LE(0xffff, 10);
    close.writeUInt32LE(0xffffffff, 16);
    const long = Buffer.concat([plain.subarray(0, end), record, locator, close]);
    expect(readPart(openZip(long), "d.txt")?.toString()).toBe("delta");
    record.writeUInt32LE(20_000, 32);
    expect(codeOf(() => openZip(Buffer.concat([plain.subarray(0, end), record, locator, close])))).toBe("bomb");
    locator.writeUInt32LE(7, 12);
    expect(codeOf(() => openZip(Buffer.concat([plain.subarray(0, end), record, locator, close])))).toBe("damaged");
  });

  it("refuses a part whose bytes have changed", () => {
    const bytes = sample();
    const entry = openZip(bytes).entries.get("d.txt");
    bytes[entry?.dataStart ?? 0] = 0x44;
    expect(codeOf(() => readPart(openZip(bytes), "d.txt"))).toBe("damaged");
  });

  it("refuses a part that contains more than it declares, and one that declares too much", () => {
    const small = sample();
    const at = openZip(small).entries.get("a.txt");
    const record = small.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    small.writeUInt32LE(100, record + 24);
    small.writeUInt32LE(100, (at?.start ?? 0) + 22);
    expect(codeOf(() => readPart(openZip(small), "a.txt"))).toBe("bomb");
    const big = sample();
    big.writeUInt32LE(300 * 1024 * 1024, record + 24);
    expect(codeOf(() => openZip(big))).toBe("bomb");
    const ratio = writeZip([{ name: "a.xml", bytes: Buffer.alloc(12 * 1024 * 1024) }]);
    expect(codeOf(() => openZip(ratio))).toBe("bomb");
  });

  it("refuses path traversal, duplicate names, encryption and a missing end", () => {
    expect(codeOf(() => openZip(writeZip([{ name: "../up.txt", bytes: "x" }])))).toBe("damaged");
    expect(
      codeOf(() =>
        openZip(
          writeZip([
            { name: "A.txt", bytes: "x" },
            { name: "a.TXT", bytes: "y" },
          ]),
        ),
      ),
    ).toBe("damaged");
    const locked = sample();
    locked.writeUInt16LE(1, locked.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8);
    expect(codeOf(() => openZip(locked))).toBe("password");
    expect(codeOf(() => openZip(sample().subarray(0, -1)))).toBe("damaged");
  });

  it("refuses two parts that share their bytes", () => {
    const bytes = sample();
    const first = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    const third = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    expect(third).toBeGreaterThan(first);
    bytes.writeUInt32LE(0, third + 42);
    expect(["bomb", "damaged"]).toContain(codeOf(() => openZip(bytes)));
  });

  it("either reads or refuses, whatever byte is wrong", () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(255), (place, value) => {
        const bytes = sample();
        bytes[place % bytes.length] = value;
        codeOf(() => {
          const zip = openZip(bytes);
          for (const name of zip.entries.keys()) readPart(zip, name);
        });
      }),
      { numRuns: 500 },
    );
  });
});
