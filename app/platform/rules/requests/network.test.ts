import { expect, test } from "vitest";
import { networkOfAddress } from "./network.ts";

test("an IPv4 address is its own network", () => {
  expect(networkOfAddress("192.0.2.7")).toBe("192.0.2.7");
});

test.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8:1:2:ffff::", "2001:db8:1:2::/64"],
])("an IPv6 address counts as its subscriber's 64-bit network: %s", (address, network) => {
  expect(networkOfAddress(address)).toBe(network);
});
