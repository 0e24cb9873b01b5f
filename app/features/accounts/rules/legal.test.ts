import { describe, expect, test } from "vitest";
import {
  joinVersions,
  leavesNotice,
  legalTextFaults,
  nameOfVersion,
  readLegalVersion,
  typedFigures,
  versionInForce,
  versionLabel,
  withFigures,
  withKnownFigures,
  withNames,
  withoutPromiseIds,
} from "./legal.ts";

const file = (effectiveOn: string) =>
  `---\ntitle: Terms\neffectiveOn: ${effectiveOn}\nsummary: The first version.\n---\nText.`;
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

describe("a legal document's versions", () => {
  const first = readLegalVersion("terms", "2026-11-21", file("2026-11-21"));
  const second = readLegalVersion("terms", "2027-02-01", file("2027-03-01"));
  test("the newest one in force counts", () => {
    expect(versionInForce([second, first], noon("2026-12-24")).version).toBe("2026-11-21");
    expect(versionInForce([second, first], noon("2027-02-28")).version).toBe("2026-11-21");
    expect(versionInForce([second, first], noon("2027-03-01")).version).toBe("2027-02-01");
  });
  test("before any is in force, the first one counts", () => {
    expect(versionInForce([second, first], noon("2026-01-01")).version).toBe("2026-11-21");
  });
  test("a file must state its title, its day, and what it changes", () => {
    expect(() => readLegalVersion("terms", "2026-11-21", file("soon"))).toThrow("terms 2026-11-21");
    expect(() => readLegalVersion("terms", "newest", file("2026-11-21"))).toThrow(RangeError);
    expect(() => readLegalVersion("terms", "2026-11-21", "Text.")).toThrow(RangeError);
  });
  test("the operator's names are inserted literally, never read as Markdown", () => {
    expect(
      withNames("**{{siteName}}** by {{seller}}, {{seat}}", { siteName: "Stet", seller: "A_B [Press]", seat: "Bern" }),
    ).toBe("**Stet** by A\\_B \\[Press\\], Bern");
  });
  test("IDs of promises are removed and figures filled in; an unknown figure is an error", () => {
    expect(withoutPromiseIds("We refund it. {#late.some late.much} | 20% {#late.some} | {-}")).toBe(
      "We refund it. | 20% |",
    );
    expect(withFigures("within {{revision.days}} days, {{siteName}}", { "revision.days": "14" })).toBe(
      "within 14 days, {{siteName}}",
    );
    expect(() => withFigures("{{revision.weeks}}", { "revision.days": "14" })).toThrow("revision.weeks");
  });
});

describe("versions that admins approve", () => {
  const own = [
    readLegalVersion("terms", "2026-11-21", file("2026-11-21")),
    readLegalVersion("terms", "2027-06-01", file("2027-06-01")),
  ];
  const approved = (version: string, at: Date) => ({ ...own[0]!, version, effectiveAt: at });
  const names = (versions: readonly { version: string }[]) => versions.map((v) => v.version);

  test("replace the product's own texts from the first one's date on", () => {
    expect(names(joinVersions(own, []))).toEqual(["2026-11-21", "2027-06-01"]);
    const second = approved("2027-03-01-2", noon("2027-03-01"));
    const first = approved("2027-03-01", new Date("2027-03-01T00:00:00Z"));
    const all = joinVersions(own, [second, first]);
    expect(names(all)).toEqual(["2026-11-21", "2027-03-01", "2027-03-01-2"]);
    expect(versionInForce(all, new Date("2027-03-01T11:59:59Z")).version).toBe("2027-03-01");
    expect(versionInForce(all, noon("2027-03-01")).version).toBe("2027-03-01-2");
    expect(versionInForce(all, noon("2028-01-01")).version).toBe("2027-03-01-2");
  });
  test("never leave a document without its first text", () =>
    expect(names(joinVersions(own, [approved("2026-01-01", noon("2026-01-01"))]))).toEqual([
      "2026-11-21",
      "2026-01-01",
    ]));
  test("are named after their day, and numbered on the same day", () => {
    expect(nameOfVersion("2026-12-01", [])).toBe("2026-12-01");
    expect(nameOfVersion("2026-12-01", ["2026-12-01", "2026-12-01-2"])).toBe("2026-12-01-3");
    expect(versionLabel("2026-12-01")).toBe("December 1, 2026");
    expect(versionLabel("2026-12-01-3")).toBe("December 1, 2026 (3)");
  });
  test("are announced 15 days ahead", () => {
    expect(leavesNotice(noon("2026-12-16"), noon("2026-12-01"))).toBe(true);
    expect(leavesNotice(new Date("2026-12-16T11:59:59Z"), noon("2026-12-01"))).toBe(false);
    expect(leavesNotice(noon("2026-12-16"), noon("2026-12-01"), 1)).toBe(false);
  });
});

describe("a text that admins wrote", () => {
  const faults = (body: string) => legalTextFaults(body, new Set(["quote.days"]));
  test("may name figures and the operator", () =>
    expect(faults("## Prices\n\n{{seller}} holds them for {{quote.days}} days.")).toEqual([]));
  test.each([
    ["an unknown figure", "{{quote.weeks}}", "{{quote.weeks}}"],
    ["a figure with a space", "{{ quote.days }}", "{{ quote.days }}"],
    ["a property that every object has", "{{constructor}}", "{{constructor}}"],
    ["a name that isn't closed", "{{quote.days} days", "two braces"],
    ["a brace too many", "quote.days}} days", "two braces"],
    ["a mark of the product's texts", "We refund it. {#late.some}", "{#"],
    ["a mark without promise", "We refund it. {-}", "{-}"],
    ["a second title", "# Terms\n\nText", "##"],
    ["an underlined title", "Terms\n=====\n\nText", "##"],
    ["nothing", " \n ", "empty"],
  ])("is refused with %s", (_what, body, said) => expect(faults(body).join(" ")).toContain(said));
  test("shows a name that isn't known in its preview", () =>
    expect(withKnownFigures("{{quote.days}} and {{quote.weeks}}", { "quote.days": "14" })).toBe(
      "14 and {{quote.weeks}}",
    ));
  test("lists its typed figures, each once", () =>
    expect(typedFigures("14 days, {{quote.days}} days, 20% or $5, and 14 days in 2026")).toEqual([
      "14 days",
      "20%",
      "$5",
    ]));
});
