import { addDays } from "#app/platform/rules/core/day.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayOf } from "#app/platform/rules/core/day.ts";
import type { Registration } from "./registration.ts";
import {
  DUE_RULES,
  FREQUENCIES,
  type Period,
  dueOf,
  frequencyOf,
  isPressing,
  periodAt,
  periodWords,
  periodsOf,
} from "./returns.ts";

const registered = (validFrom: string, validUntil: string | null = null): Registration => ({
  scheme: "domestic",
  place: "DE",
  number: "DE123456788",
  validFrom,
  validUntil,
});
const anyDay = fc.integer({ min: 0, max: 20_000 }).map((n) => dayOf(new Date(n * 86_400_000)));

test("a period is the calendar's, and has its words", () => {
  const words = FREQUENCIES.map((frequency) => periodWords(periodAt(frequency, "2026-11-28")));
  expect(words).toEqual(["Nov 2026", "Nov to Dec 2026", "Q4 2026", "Jul to Dec 2026", "2026"]);
  expect(periodAt("monthly", "2028-02-10")).toEqual({ from: "2028-02-01", until: "2028-02-29" });
  expect(periodWords({ from: "2026-11-10", until: "2026-12-31" })).toBe("2026-11-10 to 2026-12-31");
});

test("the One Stop Shop is declared by quarter, whatever somebody chose", () => {
  expect(frequencyOf("OSS-DE", null)).toBe("quarterly");
  expect(frequencyOf("OSS-DE", "monthly")).toBe("quarterly");
  expect(frequencyOf("DE", null)).toBeNull();
});

describe("the periods of an authority", () => {
  const of = (filed: Period[], frequency: (typeof FREQUENCIES)[number], registrations = [registered("2026-01-01")]) =>
    periodsOf({ registrations, frequency, filed, since: "2026-05-10", today: "2026-11-28" }).map(periodWords);

  test("begin with the period of the first document", () => {
    expect(of([], "quarterly")).toEqual(["Q2 2026", "Q3 2026", "Q4 2026"]);
  });
  test("begin and end with the registration", () => {
    expect(of([], "quarterly", [registered("2026-08-15", "2026-10-20")])).toEqual([
      "2026-08-15 to 2026-09-30",
      "2026-10-01 to 2026-10-20",
    ]);
  });
  test("that were filed stay, and another frequency applies from the day after", () => {
    expect(of([{ from: "2026-04-01", until: "2026-06-30" }], "monthly")).toEqual([
      "Q2 2026",
      "Jul 2026",
      "Aug 2026",
      "Sep 2026",
      "Oct 2026",
      "Nov 2026",
    ]);
  });
  test("never overlap or leave a day out, whatever was filed", () => {
    fc.assert(
      fc.property(
        anyDay,
        anyDay,
        fc.array(fc.tuple(fc.constantFrom(...FREQUENCIES), fc.boolean()), { maxLength: 12 }),
        (a, b, steps) => {
          const [since, today] = a < b ? [a, b] : [b, a];
          const input = { registrations: [registered("1970-01-01")], since, today };
          const filed: Period[] = [];
          for (const [frequency, files] of steps) {
            const periods = periodsOf({ ...input, frequency, filed });
            for (const [i, period] of periods.entries()) {
              expect(period.from <= period.until).toBe(true);
              if (i > 0) expect(period.from).toBe(addDays(periods[i - 1]!.until, 1));
            }
            for (const it of filed) expect(periods).toContainEqual(it);
            const next = periods.find((period) => period.until < today && !filed.some((it) => it.from === period.from));
            if (files && next) filed.push(next);
          }
        },
      ),
    );
  });
});

describe("the day a return is due", () => {
  const due = (authority: string, from: string, until: string) => dueOf(authority, { from, until })?.day;
  test("is the law's", () => {
    expect(due("OSS-DE", "2026-07-01", "2026-09-30")).toBe("2026-10-31");
    expect(due("DE", "2026-07-01", "2026-09-30")).toBe("2026-10-10");
    expect(due("DE", "2026-01-01", "2026-12-31")).toBe("2027-07-31");
    expect(due("GB", "2026-07-01", "2026-09-30")).toBe("2026-11-07");
    expect(due("CH", "2026-07-01", "2026-09-30")).toBe("2026-11-29");
    expect(due("NO", "2026-01-01", "2026-02-28")).toBe("2026-04-10");
    expect(due("NO", "2026-05-01", "2026-06-30")).toBe("2026-08-31");
    expect(due("CA", "2026-01-01", "2026-12-31")).toBe("2027-03-31");
    expect(due("CA-QC", "2026-07-01", "2026-09-30")).toBe("2026-10-31");
    expect(due("AU", "2026-10-01", "2026-12-31")).toBe("2027-02-28");
    expect(due("AU", "2026-07-01", "2026-09-30")).toBe("2026-10-28");
    expect(due("NZ", "2026-10-01", "2026-11-30")).toBe("2027-01-15");
    expect(due("NZ", "2026-02-01", "2026-03-31")).toBe("2026-05-07");
    expect(due("AT", "2026-07-01", "2026-09-30")).toBe("2026-11-15");
    expect(due("NL", "2026-07-01", "2026-09-30")).toBe("2026-10-31");
  });
  test("isn't invented where we don't know it", () => {
    expect(dueOf("FR", { from: "2026-07-01", until: "2026-09-30" })).toBeNull();
    expect(dueOf("unknown", { from: "2026-07-01", until: "2026-09-30" })).toBeNull();
  });
  test("has a sentence and a source", () => {
    for (const { rule, source } of DUE_RULES) {
      expect(rule).toMatch(/^[A-Z0-9].+\.$/);
      expect(source).toMatch(/[A-Z].+\d/);
    }
    expect(new Set(DUE_RULES.map(({ place }) => place)).size).toBe(DUE_RULES.length);
  });
  test("is on the to-do list two weeks before, and once the period ended where it isn't known", () => {
    const quarter = { from: "2026-07-01", until: "2026-09-30" };
    expect(isPressing("CH", quarter, "2026-11-14")).toBe(false);
    expect(isPressing("CH", quarter, "2026-11-15")).toBe(true);
    expect(isPressing("FR", quarter, "2026-09-30")).toBe(false);
    expect(isPressing("FR", quarter, "2026-10-01")).toBe(true);
  });
});
