import { constants, crc32, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BrowserBuffer } from "../node/buffer.ts";
import { crc32 as crcHere } from "../node/zlib.ts";
import { inflateRaw } from "./inflate.ts";

const STRATEGIES = [constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY, constants.Z_RLE];
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc
    .array(fc.constantFrom("<w:t>", "</w:t>", "soil ", "water", "\u00e9", "xyxyxy"), { maxLength: 2_000 })
    .map((parts) => new TextEncoder().encode(parts.join(""))),
  fc.nat(70_000).map((n) => new Uint8Array(n).fill(65)),
);

describe("unpacking in a browser", () => {
  it("returns what was packed, at every level and with every strategy", () => {
    fc.assert(
      fc.property(bytes, fc.nat(9), fc.constantFrom(...STRATEGIES), (data, level, strategy) => {
        const packed = deflateRawSync(data, { level, strategy });
        expect(Buffer.compare(inflateRaw(packed, data.length), data)).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  it("stops at the announced size, and refuses data that is cut off or isn't DEFLATE", () => {
    const packed = deflateRawSync(Buffer.alloc(100_000, "some words"));
    expect(() => inflateRaw(packed, 99_999)).toThrow(expect.objectContaining({ code: "ERR_BUFFER_TOO_LARGE" }));
    for (let n = 0; n < packed.length; n += 7)
      expect(() => inflateRaw(packed.subarray(0, n), 100_000)).toThrow(/Cut off|No such/);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        try {
          expect(inflateRaw(noise, 10_000).length).toBeLessThanOrEqual(10_000);
        } catch (error) {
          expect(error).toHaveProperty("code");
        }
      }),
      { numRuns: 500 },
    );
  });

  it("computes the same checksum as Node", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (data) => {
        expect(crcHere(data)).toBe(crc32(data));
      }),
    );
  });

  it("reads numbers and letters like Node's Buffer", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 40 }), fc.uint8Array({ maxLength: 40 }), (data, other) => {
        const [here, there] = [BrowserBuffer.from(data), Buffer.from(data)];
        for (const encoding of ["latin1", "utf8"] as const) {
          expect(here.toString(encoding)).toBe(there.toString(encoding));
          expect(here.toString(encoding, 2, 7)).toBe(there.toString(encoding, 2, 7));
        }
        expect([here.readUInt16LE(3), here.readUInt32LE(4), here.subarray(2).readUInt16LE(0)]).toEqual([
          there.readUInt16LE(3),
          there.readUInt32LE(4),
          there.subarray(2).readUInt16LE(0),
        ]);
        expect(here.compare(other)).toBe(there.compare(other));
        expect(() => here.readUInt32LE(data.length - 3)).toThrow(RangeError);
        expect(BrowserBuffer.from(there.toString("latin1"), "latin1").compare(data)).toBe(0);
      }),
    );
  });
});
