import { describe, expect, test } from "vitest";
import { cleanPhoto } from "./photo.ts";
import { freeWhen, missingForPublic, publicationsOf, recordFacts, recordLine, sampleProblems } from "./public-page.ts";

const jpeg = (...segments: number[][]): Uint8Array =>
  new Uint8Array([0xff, 0xd8, ...segments.flat(), 0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]);
const segment = (marker: number, text: string): number[] => [
  0xff,
  marker,
  0,
  text.length + 2,
  ...Buffer.from(text, "latin1"),
];
const chunk = (name: string, data: number[] = []): number[] => [
  0,
  0,
  0,
  data.length,
  ...Buffer.from(name, "latin1"),
  ...data,
  9,
  9,
  9,
  9,
];
const png = (...chunks: number[][]): Uint8Array =>
  new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...chunks.flat()]);
const text = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

describe("a photo", () => {
  test("loses its location and keeps the picture", () => {
    const clean = cleanPhoto(jpeg(segment(0xe0, "JFIF"), segment(0xe1, "Exif GPS"), segment(0xfe, "by me")))!;
    expect(clean.type).toBe("image/jpeg");
    expect(clean.bytes).toEqual(jpeg(segment(0xe0, "JFIF")));
    const flat = cleanPhoto(
      png(chunk("IHDR", [1]), chunk("eXIf", [2]), chunk("tEXt", [3]), chunk("IDAT", [4]), chunk("IEND")),
    )!;
    expect(flat.bytes).toEqual(png(chunk("IHDR", [1]), chunk("IDAT", [4]), chunk("IEND")));
  });
  test("is refused when it is damaged or something else", () => {
    expect(cleanPhoto(new TextEncoder().encode("<svg onload=alert(1)>"))).toBeNull();
    expect(cleanPhoto(jpeg(segment(0xe0, "JFIF")).subarray(0, 8))).toBeNull();
    expect(cleanPhoto(png(chunk("IHDR", [1])))).toBeNull();
    expect(text(png(chunk("IHDR"))).includes("IHDR")).toBe(true);
  });
});

describe("a sample", () => {
  test("is optional, but must be complete, short, and edited", () => {
    expect(sampleProblems({ before: "", after: " " })).toEqual({});
    expect(Object.keys(sampleProblems({ before: "One.", after: "" }))).toEqual(["sampleAfter"]);
    expect(Object.keys(sampleProblems({ before: "", after: "One." }))).toEqual(["sampleBefore"]);
    expect(Object.keys(sampleProblems({ before: "One.", after: "One. " }))).toEqual(["sampleAfter"]);
    expect(Object.keys(sampleProblems({ before: "a ".repeat(151), after: "b" }))).toEqual(["sampleBefore"]);
    expect(sampleProblems({ before: "a ".repeat(150), after: "b" })).toEqual({});
  });
});

test("a page names what is missing before it can be public", () => {
  const whole = {
    identityApproved: true,
    agreementSigned: true,
    headline: "h",
    degree: "d",
    bio: "b",
    publications: "",
    fields: ["x"],
  };
  expect(missingForPublic(whole)).toEqual([]);
  expect(missingForPublic({ ...whole, identityApproved: false, bio: " " })).toEqual(["Approved identity", "Biography"]);
});

test("a record shows only figures that exist", () => {
  expect(recordFacts({ delivered: 0, counted: 0, late: 0, rating: null, ratings: 0 })).toEqual([]);
  expect(recordFacts({ delivered: 12, counted: 10, late: 1, rating: 4.75, ratings: 1 })).toEqual([
    { label: "Orders delivered", value: "12", basis: "All orders they delivered here" },
    { label: "Rating", value: "4.8 of 5", basis: "Average of 1 rating by authors" },
    {
      label: "On time",
      value: "9 of 10",
      basis: "Work submitted by their deadline, without orders that were late when they took them",
    },
  ]);
  expect(recordLine({ delivered: 12, counted: 10, late: 1, rating: 4.75, ratings: 1 })).toBe(
    "12 orders, 4.8 of 5, on time 9 of 10",
  );
  expect(recordLine({ delivered: 0, counted: 0, late: 0, rating: null, ratings: 0 })).toBe("New here");
});

test("a publication is a line, with its DOI's address", () => {
  expect(publicationsOf(" Snowmelt (2024). J. Hydrol. https://doi.org/10.1000/abc.12.\n\nA book, 2019 ")).toEqual([
    { text: "Snowmelt (2024). J. Hydrol. https://doi.org/10.1000/abc.12.", doi: "https://doi.org/10.1000/abc.12" },
    { text: "A book, 2019", doi: null },
  ]);
});

test("when an editor is free is said in words", () => {
  expect([
    freeWhen({ day: "2026-11-30", is: "now" }),
    freeWhen({ day: "2026-11-30", is: "from" }),
    freeWhen({ day: "2026-12-07", is: "back" }),
    freeWhen(null),
  ]).toEqual(["Free now", "Free from Mon, Nov 30", "Back on Mon, Dec 7", "Not taking orders now"]);
});
