import { expect, test } from "vitest";
import { FIELDS, findSubfield, sameField, subfieldLabel } from "./taxonomy.ts";

test("slugs are unique across the taxonomy and safe in URLs", () => {
  const slugs = FIELDS.flatMap((f) => [f.slug, ...f.subfields.map((s) => s.slug)]);
  expect(new Set(slugs).size).toBe(slugs.length);
  expect(slugs.every((slug) => /^[a-z]+(-[a-z]+)*$/.test(slug))).toBe(true);
});

test("twelve fields have six to ten subfields each", () => {
  expect(FIELDS).toHaveLength(12);
  expect(FIELDS.filter((f) => f.subfields.length < 6 || f.subfields.length > 10)).toEqual([]);
});

test("finds a subfield's field", () => {
  expect(subfieldLabel("cardiology")).toBe("Cardiology (Medicine)");
  expect(findSubfield("cardiolgy")).toBeNull();
  expect(sameField("cardiology", "surgery")).toBe(true);
  expect(sameField("cardiology", "law")).toBe(false);
  expect(sameField("nothing", "nowhere")).toBe(false);
});
