import { describe, expect, test } from "vitest";
import { contactAdvice, contactDetailsIn } from "./contact-details.ts";

describe("contact details in a message", () => {
  test("detects an email address", () =>
    expect(contactDetailsIn("Write to jonas.weber+work@uni-freiburg.de please")).toEqual(["email address"]));
  test("detects phone numbers in common formats", () => {
    for (const text of [
      "call +49 761 203 3800",
      "0049 (761) 203-3800",
      "my number is 020 7946 0958",
      "+1 (415) 555-0132",
    ])
      expect(contactDetailsIn(text)).toEqual(["phone number"]);
  });
  test("ignores number formats common in manuscripts", () => {
    for (const text of [
      "n = 1,024 and p < 0.001",
      "see 10.1038/s41586-020-2649-2",
      "years 1959–1962 and 2001-2010",
      "0.0012 0.0034",
      "ISBN 978-3-16-148410-0",
      "table @ page 4",
      "values 0.12, 0.34 and 0.56",
    ])
      expect(contactDetailsIn(text)).toEqual([]);
  });
  test("advises the writer in one sentence, and only if needed", () => {
    expect(contactAdvice("Is Table 2 final?", "typed")).toBeNull();
    expect(contactAdvice("a@b.org, +49 761 203 3800", "sent")).toContain(
      "sent. It seems to contain an email address and a phone number",
    );
    expect(contactAdvice("+49 761 203 3800", "typed")).toContain("contain a phone number. You can send it");
  });
});
