import { expect, test } from "vitest";
import { callerAddress } from "./caller-address.ts";

const from = (written: string | undefined, peer = "10.0.0.9") => ({
  headers: written === undefined ? {} : { "x-forwarded-for": written },
  socket: { remoteAddress: peer } as never,
});

test("without a proxy the connection is the caller, whatever the caller wrote", () => {
  expect(callerAddress(from(undefined), 0)).toBe("10.0.0.9");
  expect(callerAddress(from("1.2.3.4, 5.6.7.8"), 0)).toBe("10.0.0.9");
});

test("behind one proxy the entry that it appended is the caller; what stands before it was written by the caller", () => {
  expect(callerAddress(from("6.6.6.6, 1.2.3.4"), 1)).toBe("1.2.3.4");
  expect(callerAddress(from(undefined), 1)).toBe("10.0.0.9");
  expect(callerAddress(from("1.2.3.4, 10.0.0.7"), 2)).toBe("1.2.3.4");
});
