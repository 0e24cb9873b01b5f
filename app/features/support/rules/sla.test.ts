import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { SERVICE_HOURS } from "#app/features/policy/rules/hours-figures.ts";
import {
  type ServiceHours,
  type TimeKind,
  serviceDayMs,
  timeAfter,
  timeBetween,
} from "#app/features/company/rules/service-hours.ts";
import {
  type Clocks,
  type Pause,
  clocksAfter,
  datesOf,
  dueAfter,
  flagsThatHold,
  leftOf,
  nextWarningAt,
  promisesOf,
  warningsOf,
} from "./sla.ts";
import type { SupportPromises } from "./promises.ts";
import { figuresIn } from "#app/features/policy/rules/figures.ts";
import { SUPPORT_PART, SUPPORT_PROMISES } from "./promise-figures.ts";
import { TICKET_PRIORITIES } from "./ticket.ts";

const at = (text: string): Date => new Date(text);
const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
// Berlin is UTC+1 in winter, UTC+2 in summer.
const MONDAY_9 = at("2026-11-23T08:00:00Z");
const FRIDAY_16 = at("2026-11-27T15:00:00Z");
const SATURDAY = at("2026-11-28T11:00:00Z");

describe("service time", () => {
  test("runs from nine to five on weekdays in the operator's time zone", () => {
    expect(timeBetween(MONDAY_9, after(MONDAY_9, DAY), "service", SERVICE_HOURS)).toBe(8 * HOUR);
    expect(timeBetween(FRIDAY_16, after(FRIDAY_16, 3 * DAY), "service", SERVICE_HOURS)).toBe(8 * HOUR);
    expect(timeBetween(SATURDAY, after(SATURDAY, DAY), "service", SERVICE_HOURS)).toBe(0);
    expect(timeBetween(after(SATURDAY, DAY), SATURDAY, "service", SERVICE_HOURS)).toBe(0);
    expect(timeBetween(SATURDAY, after(SATURDAY, DAY), "clock", SERVICE_HOURS)).toBe(DAY);
  });

  test("ends a promise at closing time, not at the next opening", () => {
    expect(iso(timeAfter(MONDAY_9, 8 * HOUR, "service", SERVICE_HOURS))).toBe("2026-11-23T16:00:00.000Z");
    expect(iso(timeAfter(MONDAY_9, 8 * HOUR + 1, "service", SERVICE_HOURS))).toBe("2026-11-24T08:00:00.001Z");
    expect(iso(timeAfter(SATURDAY, 0, "service", SERVICE_HOURS))).toBe(iso(SATURDAY));
  });

  test("leaves out the days of a closure, the first and the last included", () => {
    const firstMs = Date.parse("2026-11-30T00:00:00Z");
    const closed = { ...SERVICE_HOURS, closures: [{ firstMs, lastMs: firstMs + DAY }] };
    expect(timeBetween(FRIDAY_16, after(FRIDAY_16, 5 * DAY), "service", closed)).toBe(8 * HOUR);
    expect(iso(timeAfter(FRIDAY_16, 2 * HOUR, "service", closed))).toBe("2026-12-02T09:00:00.000Z");
    expect(iso(timeAfter(FRIDAY_16, HOUR, "service", closed))).toBe("2026-11-27T16:00:00.000Z");
    // The day of a closure is the operator's: in Auckland, November 30 begins on the 29th in UTC.
    const far = { ...closed, timeZone: "Pacific/Auckland" };
    expect(iso(timeAfter(at("2026-11-29T10:00:00Z"), HOUR, "service", far))).toBe("2026-12-01T21:00:00.000Z");
  });

  test("keeps its hours across daylight saving changes", () => {
    // Clocks change on March 29 and October 25, 2026. Friday 5 PM to Monday counts as nothing either way.
    expect(iso(timeAfter(at("2026-10-23T14:00:00Z"), 2 * HOUR, "service", SERVICE_HOURS))).toBe(
      "2026-10-26T09:00:00.000Z",
    );
    expect(iso(timeAfter(at("2026-03-27T15:00:00Z"), 2 * HOUR, "service", SERVICE_HOURS))).toBe(
      "2026-03-30T08:00:00.000Z",
    );
  });

  test("counts the real length of a day with a clock change within service hours", () => {
    const always: ServiceHours = {
      timeZone: "Europe/Berlin",
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      opensAtMinute: 0,
      closesAtMinute: 1_440,
      closures: [],
    };
    expect(timeBetween(at("2026-03-28T23:00:00Z"), at("2026-03-29T22:00:00Z"), "service", always)).toBe(23 * HOUR);
    expect(timeBetween(at("2026-10-24T22:00:00Z"), at("2026-10-25T23:00:00Z"), "service", always)).toBe(25 * HOUR);
  });

  const instants = fc.date({ min: at("2024-01-01T00:00:00Z"), max: at("2030-01-01T00:00:00Z"), noInvalidDate: true });
  const lengths = fc.integer({ min: 0, max: 20 * DAY });
  const kinds = fc.constantFrom<TimeKind>("clock", "service");
  const zones = fc.constantFrom(
    "Europe/Berlin",
    "America/New_York",
    "Pacific/Apia",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "UTC",
  );
  const days = fc.integer({ min: Date.UTC(2024, 0, 1) / DAY, max: Date.UTC(2030, 0, 1) / DAY });
  const closures = fc.array(
    fc
      .tuple(days, fc.integer({ min: 0, max: 30 }))
      .map(([first, more]) => ({ firstMs: first * DAY, lastMs: (first + more) * DAY })),
    { maxLength: 40 },
  );
  const places = fc
    .tuple(zones, closures)
    .map(([timeZone, closed]): ServiceHours => ({ ...SERVICE_HOURS, timeZone, closures: closed }));

  test("adding time and measuring it agree", () =>
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 10 * DAY }), kinds, places, (from, ms, kind, hours) => {
        expect(timeBetween(from, timeAfter(from, ms, kind, hours), kind, hours)).toBe(ms);
      }),
      { numRuns: 300 },
    ));

  test("never runs backward or faster than the clock", () =>
    fc.assert(
      fc.property(instants, lengths, lengths, places, (from, a, b, hours) => {
        const [short, long] = [Math.min(a, b), Math.max(a, b)];
        expect(timeAfter(from, short, "service", hours) <= timeAfter(from, long, "service", hours)).toBe(true);
        expect(timeBetween(from, after(from, short), "service", hours)).toBeLessThanOrEqual(
          timeBetween(from, after(from, long), "service", hours),
        );
        expect(timeBetween(from, after(from, long), "service", hours)).toBeLessThanOrEqual(long);
      }),
      { numRuns: 200 },
    ));

  test("is the sum of its parts", () =>
    fc.assert(
      fc.property(instants, lengths, lengths, places, (from, a, b, hours) => {
        const middle = after(from, a);
        const end = after(middle, b);
        expect(timeBetween(from, middle, "service", hours) + timeBetween(middle, end, "service", hours)).toBe(
          timeBetween(from, end, "service", hours),
        );
      }),
      { numRuns: 200 },
    ));
});

describe("promises", () => {
  test.each([
    ["urgent", "2026-11-28T11:30:00.000Z", "2026-11-28T15:00:00.000Z"],
    ["high", "2026-11-28T13:00:00.000Z", "2026-11-30T16:00:00.000Z"],
    ["normal", "2026-11-30T16:00:00.000Z", "2026-12-01T16:00:00.000Z"],
    ["low", "2026-11-30T16:00:00.000Z", "2026-12-04T16:00:00.000Z"],
  ] as const)("%s, opened on a Saturday at noon", (priority, first, resolution) => {
    const { firstResponse, resolution: whole } = promisesOf(priority, SUPPORT_PROMISES, SERVICE_HOURS);
    expect([
      iso(dueAfter(SATURDAY, firstResponse, SERVICE_HOURS)),
      iso(dueAfter(SATURDAY, whole, SERVICE_HOURS)),
    ]).toEqual([first, resolution]);
  });

  const instants = fc.date({ min: at("2024-01-01T00:00:00Z"), max: at("2030-01-01T00:00:00Z"), noInvalidDate: true });
  const gaps = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 * DAY }), fc.integer({ min: 0, max: 6 * DAY })), {
    maxLength: 5,
  });
  const pausesFrom = (from: Date, them: readonly (readonly [number, number])[]): Pause[] => {
    let cursor = from;
    return them.map(([work, wait]) => {
      const stood = after(cursor, work);
      cursor = after(stood, wait);
      return [stood, cursor] as const;
    });
  };
  const promised = fc.constantFrom(
    ...TICKET_PRIORITIES.flatMap((p) => Object.values(promisesOf(p, SUPPORT_PROMISES, SERVICE_HOURS))),
  );

  test("a higher priority is due sooner, whenever the ticket is opened", () =>
    fc.assert(
      fc.property(instants, (from) => {
        for (const clock of ["firstResponse", "resolution"] as const) {
          const dues = TICKET_PRIORITIES.map((p) =>
            dueAfter(from, promisesOf(p, SUPPORT_PROMISES, SERVICE_HOURS)[clock], SERVICE_HOURS).getTime(),
          );
          expect(dues).toEqual(dues.toSorted((a, b) => a - b));
        }
      }),
      { numRuns: 300 },
    ));

  const some: fc.Arbitrary<SupportPromises> = fc.record({
    urgent: fc.record({
      firstMs: fc.integer({ min: 5 * MINUTE, max: 4 * HOUR }),
      resolvedMs: fc.integer({ min: HOUR, max: 24 * HOUR }),
    }),
    high: fc.record({
      firstMs: fc.integer({ min: 15 * MINUTE, max: 8 * HOUR }),
      resolvedDays: fc.integer({ min: 1, max: 5 }),
    }),
    normal: fc.record({
      firstServiceMs: fc.integer({ min: HOUR, max: 40 * HOUR }),
      resolvedDays: fc.integer({ min: 1, max: 9 }),
    }),
    low: fc.record({ firstDays: fc.integer({ min: 1, max: 9 }), resolvedDays: fc.integer({ min: 1, max: 20 }) }),
    warnBp: fc.integer({ min: 2_500, max: 9_500 }),
  });

  test("whatever promises are approved, they can't break this order", () =>
    fc.assert(
      fc.property(
        instants,
        some.filter(
          (promises) => SUPPORT_PART.faults(figuresIn(SUPPORT_PART.subjects, "support", promises)).length === 0,
        ),
        (from, promises) => {
          const dues = (clock: "firstResponse" | "resolution") =>
            TICKET_PRIORITIES.map((p) =>
              dueAfter(from, promisesOf(p, promises, SERVICE_HOURS)[clock], SERVICE_HOURS).getTime(),
            );
          for (const clock of ["firstResponse", "resolution"] as const)
            expect(dues(clock)).toEqual(dues(clock).toSorted((a, b) => a - b));
          const last = dues("resolution");
          for (const [i, first] of dues("firstResponse").entries()) expect(first).toBeLessThanOrEqual(last[i]!);
        },
      ),
      { numRuns: 100 },
    ));

  test("the first response is never due after the resolution", () =>
    fc.assert(
      fc.property(instants, fc.constantFrom(...TICKET_PRIORITIES), (from, priority) => {
        const { firstResponse, resolution } = promisesOf(priority, SUPPORT_PROMISES, SERVICE_HOURS);
        expect(dueAfter(from, firstResponse, SERVICE_HOURS) <= dueAfter(from, resolution, SERVICE_HOURS)).toBe(true);
      }),
    ));

  test("waiting for the customer never moves a due date closer or uses up remaining time", () =>
    fc.assert(
      fc.property(instants, gaps, promised, (from, them, it) => {
        const pauses = pausesFrom(from, them);
        for (let n = 0; n < pauses.length; n++) {
          const [before, with1] = [pauses.slice(0, n), pauses.slice(0, n + 1)];
          expect(dueAfter(from, it, SERVICE_HOURS, before) <= dueAfter(from, it, SERVICE_HOURS, with1)).toBe(true);
          const [stood, went] = pauses[n]!;
          expect(leftOf(from, it, with1, went, SERVICE_HOURS)).toBe(leftOf(from, it, before, stood, SERVICE_HOURS));
        }
      }),
      { numRuns: 200 },
    ));

  test("remaining time runs from the end of the last pause to the due date", () =>
    fc.assert(
      fc.property(instants, gaps, promised, (from, them, it) => {
        const pauses = pausesFrom(from, them);
        const end = pauses.at(-1)?.[1] ?? from;
        const due = dueAfter(from, it, SERVICE_HOURS, pauses);
        const left = leftOf(from, it, pauses, end, SERVICE_HOURS);
        if (left > 0) expect(timeAfter(end, left, it.kind, SERVICE_HOURS).getTime()).toBe(due.getTime());
        else expect(due <= end).toBe(true);
      }),
      { numRuns: 200 },
    ));

  test("warns before the breach", () =>
    fc.assert(
      fc.property(instants, gaps, promised, (from, them, it) => {
        const pauses = pausesFrom(from, them);
        expect(dueAfter(from, it, SERVICE_HOURS, pauses, 0.75) <= dueAfter(from, it, SERVICE_HOURS, pauses)).toBe(true);
      }),
    ));
});

describe("a ticket's clocks", () => {
  const fresh: Clocks = {
    priority: "normal",
    promises: SUPPORT_PROMISES,
    hours: SERVICE_HOURS,
    clocksFromAt: MONDAY_9,
    firstRespondedAt: null,
    pauses: [],
    pausedAt: null,
    ended: false,
  };

  test("both start at opening; the first response ends one, and waiting pauses the other", () => {
    expect(datesOf(fresh)).toEqual({
      firstResponseDueAt: at("2026-11-23T16:00:00Z"),
      resolutionDueAt: at("2026-11-24T16:00:00Z"),
      resolutionLeftMs: null,
    });
    const waiting = clocksAfter(fresh, "wait", after(MONDAY_9, 3 * HOUR), true);
    expect(waiting.firstRespondedAt).toEqual(after(MONDAY_9, 3 * HOUR));
    expect(datesOf(waiting)).toMatchObject({ resolutionDueAt: null, resolutionLeftMs: 13 * HOUR });
    expect(nextWarningAt(waiting, {})).toBeNull();
    // They reply on Wednesday at 3 PM with 13 service hours left.
    const back = clocksAfter(waiting, "reply", at("2026-11-25T14:00:00Z"), false);
    expect(datesOf(back)).toMatchObject({ resolutionDueAt: at("2026-11-27T11:00:00Z"), resolutionLeftMs: null });
  });

  test("waiting twice is one pause, and an owner's reply is no response", () => {
    const waiting = clocksAfter(
      clocksAfter(fresh, "wait", after(MONDAY_9, HOUR), true),
      "wait",
      after(MONDAY_9, 2 * HOUR),
      true,
    );
    expect(waiting.pausedAt).toEqual(after(MONDAY_9, HOUR));
    expect(clocksAfter(fresh, "reply", after(MONDAY_9, HOUR), false).firstRespondedAt).toBeNull();
  });

  test("end on resolution; the resolution clock restarts on reopening", () => {
    const resolved = clocksAfter(fresh, "resolve", after(MONDAY_9, HOUR), true);
    expect([resolved.ended, resolved.firstRespondedAt, warningsOf(resolved)]).toEqual([
      true,
      after(MONDAY_9, HOUR),
      [],
    ]);
    const again = clocksAfter(resolved, "reopen", after(MONDAY_9, 5 * DAY), false);
    expect(datesOf(again).resolutionDueAt).toEqual(
      dueAfter(
        after(MONDAY_9, 5 * DAY),
        promisesOf("normal", SUPPORT_PROMISES, SERVICE_HOURS).resolution,
        SERVICE_HOURS,
      ),
    );
  });

  test("have no due dates when the owner resolves it unanswered, and both when reopened", () => {
    const resolved = clocksAfter(fresh, "resolve", after(MONDAY_9, HOUR), false);
    expect(datesOf(resolved)).toEqual({ firstResponseDueAt: null, resolutionDueAt: null, resolutionLeftMs: null });
    const again = clocksAfter(resolved, "reopen", after(MONDAY_9, DAY), false);
    expect(datesOf(again).firstResponseDueAt).toEqual(
      dueAfter(
        after(MONDAY_9, DAY),
        promisesOf("normal", SUPPORT_PROMISES, SERVICE_HOURS).firstResponse,
        SERVICE_HOURS,
      ),
    );
  });

  test("warns once at 75% and once at the breach", () => {
    expect(warningsOf(fresh).map((w) => [w.clock, w.level, iso(w.at)])).toEqual([
      ["first_response", "warning", "2026-11-23T14:00:00.000Z"],
      ["first_response", "breach", "2026-11-23T16:00:00.000Z"],
      ["resolution", "warning", "2026-11-24T12:00:00.000Z"],
      ["resolution", "breach", "2026-11-24T16:00:00.000Z"],
    ]);
    expect(iso(nextWarningAt(fresh, { "first_response:warning": "said" }))).toBe("2026-11-23T16:00:00.000Z");
    expect(
      nextWarningAt(
        fresh,
        Object.fromEntries(
          ["first_response:warning", "first_response:breach", "resolution:warning", "resolution:breach"].map((f) => [
            f,
            "said",
          ]),
        ),
      ),
    ).toBeNull();
  });

  test("warns at the share that applied when the clocks started", () => {
    const half = { ...fresh, promises: { ...SUPPORT_PROMISES, warnBp: 5_000 } };
    expect(warningsOf(half).map((w) => [w.clock, w.level, iso(w.at)])).toEqual([
      ["first_response", "warning", "2026-11-23T12:00:00.000Z"],
      ["first_response", "breach", "2026-11-23T16:00:00.000Z"],
      ["resolution", "warning", "2026-11-23T16:00:00.000Z"],
      ["resolution", "breach", "2026-11-24T16:00:00.000Z"],
    ]);
  });

  test("a changed priority counts from the start, keeps pauses, and warns again for later due dates", () => {
    const worked: Clocks = {
      ...fresh,
      priority: "high",
      firstRespondedAt: after(MONDAY_9, HOUR),
      pauses: [[after(MONDAY_9, HOUR), after(MONDAY_9, 5 * HOUR)]],
    };
    expect(datesOf(worked).resolutionDueAt).toEqual(at("2026-11-24T12:00:00Z"));
    const lower = { ...worked, priority: "low" as const };
    expect(datesOf(lower).resolutionDueAt).toEqual(at("2026-11-30T12:00:00Z"));
    const flags = { "resolution:warning": "said", "first_response:warning": "said" };
    expect(flagsThatHold(lower, flags, at("2026-11-24T11:00:00Z"))).toEqual({ "first_response:warning": "said" });
    expect(flagsThatHold(worked, flags, at("2026-11-24T11:00:00Z"))).toEqual(flags);
  });

  test("derives a service day from the service hours", () =>
    expect([serviceDayMs(SERVICE_HOURS), serviceDayMs({ ...SERVICE_HOURS, closesAtMinute: 18 * 60 + 30 })]).toEqual([
      8 * HOUR,
      9 * HOUR + 30 * MINUTE,
    ]));
});
