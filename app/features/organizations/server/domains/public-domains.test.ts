import { describe, expect, test } from "vitest";
import { isPublicDomain } from "./public-domains.ts";

describe("a domain that anybody can be at", () => {
  test.each([
    "gmail.com",
    "mail.gmail.com",
    "outlook.com",
    "qq.com",
    "web.de",
    "fastmail.com",
    "tuta.com",
    "mailinator.com",
  ])("%s belongs to a provider", (domain) => expect(isPublicDomain(domain)).toBe(true));
  test.each(["ac.uk", "co.jp", "github.io", "example"])("%s is a suffix", (domain) =>
    expect(isPublicDomain(domain)).toBe(true),
  );
  test.each(["ox.ac.uk", "mit.edu", "nus.edu.sg", "mail.bcu.ac.uk", "uni-heidelberg.de", "lab.github.io", "lab.test"])(
    "%s is an institution's",
    (domain) => expect(isPublicDomain(domain)).toBe(false),
  );
});
