import { describe, expect, test } from "vitest";
import { sourceLabel, sourceOf } from "./visit-source.ts";

const OWN = ["stet.example", "app.stet.example:8443"];
const from = (referrer: string | null, url = "/") => sourceOf({ referrer, url }, OWN);

describe("the source of a visit", () => {
  test.each([
    [null, "/", "direct"],
    ["", "/pricing", "direct"],
    ["https://www.google.com/", "/", "google.com"],
    ["https://scholar.google.com/scholar?q=my+secret+topic", "/", "scholar.google.com"],
    ["android-app://com.google.android.gm/", "/", "com.google.android.gm"],
    ["not an address", "/", "direct"],
    ["javascript:alert(1)", "/", "direct"],
    ["https://www.google.com/", "/?utm_source=Newsletter", "utm:newsletter"],
    [null, "/pricing?a=1&utm_source=spring%20mail%3Cscript%3E", "utm:spring-mail-script"],
    ["https://stet.example/", "/?utm_source=poster", "utm:poster"],
    [null, "/?utm_source=%20", "direct"],
    [`https://${"a".repeat(63)}.example/`, "/", "a".repeat(60)],
  ])("%s to %s is %s", (referrer, url, source) => {
    expect(from(referrer, url)).toBe(source);
  });
  test("is none when coming from one of our own pages", () => {
    expect(from("https://stet.example/?utm_source=mail")).toBeNull();
    expect(from("https://app.stet.example:8443/order/new")).toBeNull();
    expect(from("https://stet.example.evil.test/")).toBe("stet.example.evil.test");
  });
  test("has a readable label", () => {
    expect(["direct", "unknown", "other", "utm:newsletter", "google.com"].map(sourceLabel)).toEqual([
      "Direct",
      "Not known",
      "Other sources",
      "Campaign: newsletter",
      "google.com",
    ]);
  });
});
