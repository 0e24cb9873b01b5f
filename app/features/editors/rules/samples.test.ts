import { describe, expect, test } from "vitest";
import { FIELDS } from "#app/features/pricing/rules/taxonomy.ts";
import { SAMPLE_PARAGRAPH } from "./application.ts";
import { sampleChanges } from "./sample-changes.ts";
import { SAMPLES, fieldsWithoutSample, findSample, minutesTaken, sampleFor } from "./samples.ts";

describe("sample edits", () => {
  test("cover every field with exactly one sample", () => {
    expect(fieldsWithoutSample()).toEqual([]);
    expect(SAMPLES.flatMap((s) => s.fields).toSorted()).toEqual(FIELDS.map((f) => f.slug).toSorted());
    expect(SAMPLES.length).toBeGreaterThanOrEqual(6);
  });
  test.each(SAMPLES)("$id has a model answer that changes it, and points to watch for", ({ text, model, watchFor }) => {
    const changed = sampleChanges(model, text).filter((c) => c.kind !== "same");
    expect(changed.length).toBeGreaterThan(15);
    expect(watchFor.length).toBeGreaterThanOrEqual(3);
    const words = text.split(/\s+/).length;
    expect(words).toBeGreaterThan(100);
    expect(words).toBeLessThan(160);
  });
  test("are chosen by the first subfield, and found again by id", () => {
    expect(sampleFor(["nutrition", "ecology"]).id).toBe("blood-pressure");
    expect(sampleFor(["law"]).id).toBe("subsidy");
    expect(sampleFor([]).id).toBe("soil");
    expect(findSample(null).text).toBe(SAMPLE_PARAGRAPH);
    expect(findSample("letters").fields).toEqual(["humanities"]);
  });
  test("count the time from start to finish, breaks included", () => {
    expect(minutesTaken(new Date(0), new Date(41 * 60_000 + 20_000))).toBe(41);
    expect(minutesTaken(new Date(0), null)).toBeNull();
  });
});
