import { expect, test } from "vitest";
import { bestEncoding } from "./encoding.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["GZIP;Q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.000, gzip;q=0", null],
  ["*", "br"],
  ["*;q=0", null],
  ["br;q=0, *", "gzip"],
  ["identity", null],
  ["xbr, gzipped", null],
  ["", null],
])("for %s picks %s", (accepts, encoding) => {
  expect(bestEncoding(accepts)).toBe(encoding);
});
