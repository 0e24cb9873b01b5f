import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { callerAddress, parseTrustedProxies, stampCaller } from "./caller-address.ts";

const from = (written: string | undefined, peer = "10.0.0.9") => ({
  headers: written === undefined ? {} : { "x-forwarded-for": written },
  socket: { remoteAddress: peer } as never,
});

test("without a proxy, the caller is the connection, whatever the headers say", () => {
  expect(callerAddress(from(undefined), 0)).toBe("10.0.0.9");
  expect(callerAddress(from("1.2.3.4, 5.6.7.8"), 0)).toBe("10.0.0.9");
});

test("behind one proxy, the entry it appended is the caller; anything before it was sent by the caller", () => {
  expect(callerAddress(from("6.6.6.6, 1.2.3.4"), 1)).toBe("1.2.3.4");
  expect(callerAddress(from(undefined), 1)).toBe("10.0.0.9");
  expect(callerAddress(from("1.2.3.4, 10.0.0.7"), 2)).toBe("1.2.3.4");
});

test("trusts a list of proxies only if a listed address is connected", () => {
  const trusted = parseTrustedProxies("10.0.0.9, 10.1.0.0/16, fd00::/8");
  expect(callerAddress(from("6.6.6.6, 1.2.3.4"), trusted)).toBe("1.2.3.4");
  expect(callerAddress(from("6.6.6.6, 1.2.3.4, 10.1.3.3"), trusted)).toBe("1.2.3.4");
  expect(callerAddress(from("6.6.6.6", "192.0.2.7"), trusted)).toBe("192.0.2.7");
  expect(callerAddress(from("2001:db8::5", "fd00::1"), trusted)).toBe("2001:db8::5");
  expect(callerAddress(from(undefined), trusted)).toBe("10.0.0.9");
});

test("accepts an entry with a port, and ignores one that isn't an address", () => {
  expect(callerAddress(from("1.2.3.4:5678"), 1)).toBe("1.2.3.4");
  expect(callerAddress(from("[2001:DB8::1]:443"), 1)).toBe("2001:db8::1");
  expect(callerAddress(from("unknown"), 1)).toBe("10.0.0.9");
  expect(callerAddress(from(undefined, "::ffff:192.0.2.1"), 0)).toBe("192.0.2.1");
});

test("raw headers match the parsed ones", () => {
  const request = {
    ...from("6.6.6.6, 7.7.7.7"),
    rawHeaders: ["Host", "a", "X-Forwarded-For", "6.6.6.6", "x-forwarded-FOR", "7.7.7.7", "Accept", "*/*"],
  } as unknown as IncomingMessage;
  stampCaller(request, 0);
  expect(request.rawHeaders).toEqual(["Host", "a", "Accept", "*/*", "x-forwarded-for", "10.0.0.9"]);
  expect(request.headers["x-forwarded-for"]).toBe("10.0.0.9");
});

test.each(["many", "-1", "17", "10.0.0.0/33", "10.0.0.1,", "proxy.example"])("refuses TRUSTED_PROXIES=%s", (text) => {
  expect(() => parseTrustedProxies(text)).toThrow(/^TRUSTED_PROXIES must be/);
});
