import { expect, test } from "vitest";
import { isReadableAddress } from "./readable-address.ts";

test("ordinary addresses are readable, in any script", () => {
  for (const [path, search] of [
    ["/", ""],
    ["/blog/%C3%A9tude", "?page=2"],
    ["/blog/100%25", "?q=100%25&q=%"],
    ["/order/ord_1", "?q=%E0%A4%A"],
  ] as const)
    expect([path, search, isReadableAddress(path, search)]).toEqual([path, search, true]);
});

test("a NUL character or a broken encoding makes an address unreadable", () => {
  for (const [path, search] of [
    ["/blog/%00", ""],
    ["/blog", "?tag=a%00b"],
    ["/%", ""],
    ["/%zz/x", ""],
    ["/blog/%E0%A4%A", ""],
    ["/blog/%FF", ""],
    ["/blog/%ED%A0%80", ""],
    ["/blog/%C0%80", ""],
  ] as const)
    expect([path, search, isReadableAddress(path, search)]).toEqual([path, search, false]);
});
