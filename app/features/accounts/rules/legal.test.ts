import { describe, expect, test } from "vitest";
import { readLegalVersion, versionInForce, withFigures, withNames, withoutPromiseIds } from "./legal.ts";

const file = (effectiveOn: string) =>
  `---\ntitle: Terms\neffectiveOn: ${effectiveOn}\nsummary: The first version.\n---\nText.`;
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

describe("a legal document's versions", () => {
  const first = readLegalVersion("terms", "2026-11-21", file("2026-11-21"));
  const second = readLegalVersion("terms", "2027-02-01", file("2027-03-01"));
  test("the newest that has come into force counts", () => {
    expect(versionInForce([second, first], noon("2026-12-24")).version).toBe("2026-11-21");
    expect(versionInForce([second, first], noon("2027-02-28")).version).toBe("2026-11-21");
    expect(versionInForce([second, first], noon("2027-03-01")).version).toBe("2027-02-01");
  });
  test("before the first one comes into force, the first one counts", () => {
    expect(versionInForce([second, first], noon("2026-01-01")).version).toBe("2026-11-21");
  });
  test("a file must say its title, its day and what it changes", () => {
    expect(() => readLegalVersion("terms", "2026-11-21", file("soon"))).toThrow("terms 2026-11-21");
    expect(() => readLegalVersion("terms", "newest", file("2026-11-21"))).toThrow(RangeError);
    expect(() => readLegalVersion("terms", "2026-11-21", "Text.")).toThrow(RangeError);
  });
  test("the operator's names are put in as they are, never read as Markdown", () => {
    expect(
      withNames("**{{siteName}}** by {{seller}}, {{seat}}", { siteName: "Stet", seller: "A_B [Press]", seat: "Bern" }),
    ).toBe("**Stet** by A\\_B \\[Press\\], Bern");
  });
  test("the ids of promises are taken out, and figures put in; an unknown figure is an error", () => {
    expect(withoutPromiseIds("We refund it. {#late.some late.much} | 20% {#late.some} | {-}")).toBe(
      "We refund it. | 20% |",
    );
    expect(withFigures("within {{revision.days}} days, {{siteName}}", { "revision.days": "14" })).toBe(
      "within 14 days, {{siteName}}",
    );
    expect(() => withFigures("{{revision.weeks}}", { "revision.days": "14" })).toThrow("revision.weeks");
  });
});
