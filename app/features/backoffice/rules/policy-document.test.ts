import { describe, expect, test } from "vitest";
import { figureText, readFigure } from "#app/features/policy/rules/figures.ts";
import {
  POLICY_FIGURES,
  completeFigures,
  defaultFigures,
  needsPayNotice,
  payChanges,
  policyFaults,
} from "./policy-document.ts";
import { sampleEffects } from "./policy-samples.ts";

const defaults = defaultFigures();
const faults = (more: Record<string, number>) =>
  policyFaults({ ...defaults, ...more }).map((fault) => [fault.key, fault.message]);
const effects = (more: Record<string, number>) =>
  sampleEffects(defaults, { ...defaults, ...more }).map(({ title, samples }) => [
    title,
    samples.filter((it) => it.before !== it.after).map((it) => `${it.what}: ${it.before} > ${it.after}`),
  ]);

describe("the whole policy as figures", () => {
  test("each has a unique key and label, and its default is in range and survives display and parsing", () => {
    expect(new Set(POLICY_FIGURES.map((f) => f.key)).size).toBe(POLICY_FIGURES.length);
    expect(new Set(POLICY_FIGURES.map((f) => f.label)).size).toBe(POLICY_FIGURES.length);
    for (const figure of POLICY_FIGURES) {
      const value = defaults[figure.key]!;
      expect([figure.key, readFigure(figure, figureText(figure, value))]).toEqual([figure.key, { value }]);
    }
  });

  test("the policy the product comes with contradicts nothing and changes no sample", () => {
    expect(policyFaults(defaults)).toEqual([]);
    expect(sampleEffects(defaults, completeFigures({}))).toEqual([]);
  });
});

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

test("less pay for anyone needs notice, no matter which figure causes it", () => {
  const needs = (key: string, value: number) => needsPayNotice(defaults, { ...defaults, [key]: value });
  expect(needs("deadlines.handover.mostKeptBp", 6_000)).toBe(true);
  expect(needs("deadlines.handover.mostKeptBp", 8_000)).toBe(false);
  expect([1_000, 2_000].map((bp) => needs("deadlines.handover.revisionBp", bp))).toEqual([true, true]);
  expect([500, 2_000].map((bp) => needs("refunds.late.some.editorLosesBp", bp))).toEqual([false, true]);
  expect(needs("deadlines.hold.mostMs", DAY)).toBe(false);
  expect(payChanges(defaults, { ...defaults, "deadlines.handover.revisionBp": 2_000 })).toEqual([
    "Pay for another editor's revision: 15% to 20%",
  ]);
});

describe("figures that contradict each other are named with what to do", () => {
  test.each([
    ["deadlines.autoAccept.longMs", 3 * DAY, "Enter at least 7 days."],
    ["deadlines.autoAccept.reminderMs.1", 2 * DAY, "has to come after the first, on day 3"],
    ["deadlines.autoAccept.reminderMs.1", 8 * DAY, "has to come before acceptance, on day 7"],
    ["deadlines.revision.fastMs", 60 * HOUR, "Enter at most 48 hours."],
    ["deadlines.query.reminderMs.1", 2 * HOUR, "after the first, 24 hours"],
    ["deadlines.query.giveUpMs", 48 * HOUR, "Enter more than 72 hours."],
    ["deadlines.lateRevision.closableMs", 12 * HOUR, "Enter at least 24 hours."],
    ["deadlines.lateRevision.closesMs", 72 * HOUR, "Enter more than 72 hours."],
    ["deadlines.flags.idleBp", 1_000, "25%"],
    ["deadlines.flags.unsubmittedBp", 5_500, "60%"],
    ["matching.clientChoiceBp", 3_000, "Enter at least 40%."],
    ["matching.weights.qa", 3_500, "add up to 95%. Change them so that they add up to 100%."],
    ["matching.headStart.mostMs", 10 * MINUTE, "Enter at least 15 minutes."],
    ["refunds.cancelLate.someBp", 1_000, "Enter at least 20%."],
    ["refunds.late.much.editorLosesBp", 500, "Enter at least 10%."],
    ["pricing.pay.shareBp.senior", 5_000, "Enter at least 55%."],
    ["support.high.firstMs", 9 * HOUR, "This is later than a first response to normal priority."],
    ["support.normal.resolvedDays", 6, "This is later than the resolution of low priority."],
    ["approvals.refund.twoAdminsAboveMinor", 9_000, "Enter at least $100.00."],
    ["answers.quote.giveUpDays", 1, "Enter more than 1 business day."],
    ["qa.points.accuracy", 40, "add up to 105 points"],
    ["qa.dropped.appealMs", 3 * DAY, "Enter more than 3 days."],
    ["qa.held.leastMs", 13 * HOUR, "Enter a shorter time."],
    ["hours.closesAtMinute", 540, "Support has to be open for at least an hour."],
  ])("%s: %s", (key, value, message) => {
    const found = faults({ [key]: value });
    expect(found).toContainEqual([key, expect.stringContaining(message)]);
  });

  test("closures that end before they begin, or last too long", () => {
    const closure = (firstDay: number, lastDay: number) =>
      faults({ "hours.closures.0.firstDay": firstDay, "hours.closures.0.lastDay": lastDay });
    expect(closure(20_811, 20_810)).toEqual([
      ["hours.closures.0.lastDay", "Closure 1 ends before it begins. Enter its first day or a later one."],
    ]);
    expect(closure(20_811, 20_811 + 31)).toEqual([
      ["hours.closures.0.lastDay", "Closure 1 is longer than 31 days. Enter an earlier day."],
    ]);
    expect(closure(20_811, 20_811 + 30)).toEqual([]);
    expect(faults({ "hours.closures.3.lastDay": 20_811 })).toEqual([
      ["hours.closures.3.firstDay", "Closure 4 has no first day. Enter it, or clear the last."],
    ]);
  });

  test("bank holidays that delay payouts for long, or that are entered twice", () => {
    // 20,811 is Thursday, December 24, 2026.
    const holidays = (...days: number[]) =>
      faults(Object.fromEntries(days.map((day, i) => [`payouts.holidays.${i}`, day])));
    expect(holidays(20_811, 20_811)).toEqual([
      ["payouts.holidays.1", "Holiday 2 is the same day as holiday 1. Clear one of them."],
    ]);
    // From Thursday to Wednesday with the weekend, and a day more.
    expect(holidays(20_811, 20_812, 20_815, 20_816, 20_817)).toEqual([]);
    expect(holidays(20_818, 20_812, 20_811, 20_815, 20_816, 20_817)).toEqual([
      [
        "payouts.holidays.2",
        "No payout could be sent for 8 days from Dec 24, 2026. Clear holidays so that it's at most 7.",
      ],
    ]);
  });

  test("a week without an open day", () =>
    expect(
      faults(
        Object.fromEntries(["monday", "tuesday", "wednesday", "thursday", "friday"].map((d) => [`hours.open.${d}`, 0])),
      ),
    ).toEqual([["hours.open.monday", "Support is closed on every day of the week. Open it on at least one."]]));

  test("days that are shorter than the hours we promise", () =>
    expect(faults({ "hours.closesAtMinute": 780 })).toContainEqual([
      "support.normal.firstServiceMs",
      expect.stringContaining("This is later than a first response to low priority."),
    ]));

  test("shares that leave no margin", () =>
    expect(
      faults({ "pricing.pay.includedSecondReaderShareBp": 5_000, "pricing.pay.shareBp.lead": 8_500 }),
    ).toContainEqual([
      "pricing.pay.includedSecondReaderShareBp",
      "Editor and second reader would get 92.5% of the price, and the margin leaves 90.9%. Lower a share or the margin.",
    ]));

  test("acceptance after the time for a revision", () =>
    expect(faults({ "deadlines.autoAccept.ms": 40 * DAY, "deadlines.autoAccept.longMs": 40 * DAY })).toEqual([
      ["deadlines.autoAccept.ms", expect.stringContaining("Enter at most 30 days.")],
    ]));
});

describe("samples show what a change does, and nothing else", () => {
  test("the life of an order", () =>
    expect(effects({ "deadlines.autoAccept.ms": 10 * DAY, "matching.supportBp": 5_000 })).toEqual([
      [
        "The life of a sample order, 7 days",
        [
          "No editor: support is told: after 2 d 19 h > after 3 d 12 h",
          "Delivered: accepted automatically: after 7 d > after 10 d",
        ],
      ],
    ]));
  test("how long the author and the editor have to answer", () =>
    expect(effects({ "deadlines.answer.chargeMs": 48 * HOUR, "deadlines.answer.changeMs": 12 * HOUR })).toEqual([
      [
        "The life of a sample order, 7 days",
        ["An extra charge: can be paid: for 1 d > for 2 d", "Another change: can be answered: for 1 d > for 12 h"],
      ],
    ]));
  test("orders that change hands, late revisions, and holds", () =>
    expect(
      effects({
        "deadlines.handover.mostKeptBp": 8_000,
        "deadlines.handover.revisionBp": 2_000,
        "deadlines.takeover.editBp": 3_000,
        "deadlines.lateRevision.closableMs": 48 * HOUR,
        "deadlines.lateDecision.mostMs": 8 * HOUR,
        "deadlines.hold.mostMs": 7 * DAY,
      }),
    ).toEqual([
      [
        "The life of a sample order, 7 days",
        [
          "An editor takes over late: has: 2 d 19 h > 2 d 2 h",
          "Very late: staff decide: within 16 h 48 min > within 8 h",
          "On hold: at most 14 d > at most 7 d",
          "A late revision: can be closed: after 3 d > after 2 d",
        ],
      ],
      [
        "Sample earnings",
        [
          "Handed back with 90% done, of $82.50: $57.75 > $66.00",
          "Revision by another editor, of $82.50: $12.37 > $16.50",
        ],
      ],
    ]));
  test("what editors lose for being late", () =>
    expect(effects({ "refunds.late.some.editorLosesBp": 2_000 })).toEqual([
      [
        "Sample refunds for an order of $200.00",
        [
          "Delivered an hour late, 24 hours: the editor at fault gets, of $110.00: $99.00 > $88.00",
          "Delivered 5 hours late, 24 hours: the editor at fault gets, of $110.00: $99.00 > $88.00",
        ],
      ],
    ]));
  test("how editors are ranked and invited", () =>
    expect(
      effects({
        "matching.weights.qa": 2_000,
        "matching.weights.onTime": 4_000,
        "matching.sameFieldFitBp": 9_000,
        "matching.headStart.shareBp": 1_000,
        "matching.waves.1": 10,
        "matching.inviteExpiryMs.24h": 90 * MINUTE,
        "sample.words": 100,
      }),
    ).toEqual([
      [
        "Sample searches for an editor",
        [
          "10 reviews of 90 points, 90 days ago: 75 of 100 points > 73 of 100 points",
          "10 orders on time, 90 days ago: 74 of 100 points > 77 of 100 points",
          "A newcomer, another subfield: 49 of 100 points > 63 of 100 points",
          "Preferred editor invited alone, 6 hours: for 1 h 30 min > for 36 min",
          "Editors invited before the others: 3, then 6 > 3, then 10",
          "An invite is open, 24 hours: for 1 h > for 1 h 30 min",
          "Sample for invited editors: up to 150 words > up to 100 words",
        ],
      ],
    ]));
  test("levels and payouts", () =>
    expect(
      effects({
        "levels.standard.qaPassed": 16,
        "payouts.minimumMinor": 2_000,
        "payouts.settleMs": DAY,
        "payouts.debtBp": 0,
      }),
    ).toEqual([
      [
        "Sample editors and payouts",
        [
          "15 reviews passed, 40 orders, 4.7 stars: Standard > Trial",
          "$20.00 available for 10 days: Carried over > $20.00",
          "$100.00 available for 2 days: Carried over > $100.00",
          "$100.00 with a debt of $80.00: $50.00 > $100.00",
        ],
      ],
    ]));
  test("what editors earn", () =>
    expect(
      effects({
        "pricing.pay.shareBp.standard": 5_700,
        "pricing.pay.includedSecondReaderShareBp": 2_000,
        "pricing.pay.reviewer.shareBp": 800,
      }),
    ).toEqual([
      [
        "Sample earnings",
        [
          "Copyediting for $150.00, standard editor: $82.50 > $85.50",
          "Expert for $400.00, senior editor: $180.00 > $192.00",
          "Expert for $400.00, senior second reader: $100.00 > $80.00",
          "Review of an order for $150.00: $9.00 > $12.00",
        ],
      ],
    ]));
  test("how soon support answers", () =>
    expect(effects({ "support.high.firstMs": HOUR, "support.normal.resolvedDays": 3 })).toEqual([
      [
        "Sample tickets, opened on a Friday an hour before support closes",
        [
          expect.stringMatching(/^High: first response: by Fri.* 6:00 PM.* > by Fri.* 5:00 PM/) as string,
          expect.stringMatching(/^Normal: resolution: by Tue.* > by Wed/) as string,
        ],
      ],
    ]));
  test("when support is open", () => {
    const [[title, lines], [, answers]] = effects({ "hours.open.saturday": 1 }) as [
      [string, string[]],
      [string, string[]],
    ];
    expect(answers).toContainEqual(expect.stringMatching(/^Complaint: decided: by Tue.* > by Mon/));
    expect(title).toBe("Sample tickets, opened Fri, Nov 27, 2026, 4:00 PM GMT+1");
    expect(lines).toContainEqual(expect.stringMatching(/^Low: first response: by Mon.* > by Sat/));
  });
  test("how much is reviewed", () =>
    expect(
      effects({
        "qa.firstOrders": 5,
        "qa.sampleOneIn": 5,
        "qa.lowRating": 2,
        "qa.passMark": 70,
        "qa.appeal.openMs": 10 * DAY,
      }),
    ).toEqual([
      [
        "Sample reviews",
        [
          "100 orders of a new editor: about 19 reviewed > about 24 reviewed",
          "100 orders of an experienced editor: about 10 reviewed > about 20 reviewed",
          "Rated 3 stars: Reviewed > Not reviewed",
          "Scored 72 of 100: Sent back > Passed",
          "A score can be appealed: for 7 d > for 10 d",
        ],
      ],
    ]));
  test("how soon quote requests and complaints are answered", () =>
    expect(
      effects({ "answers.quote.answerDays": 2, "answers.quote.askMs": 2 * DAY, "answers.complaint.decideDays": 1 }),
    ).toEqual([
      [
        "Sample quote request and complaint, sent on a Friday an hour before support closes",
        [
          expect.stringMatching(/^Quote request: answered: by Mon.* > by Tue/) as string,
          expect.stringMatching(/^Offer that needs an editor: they answer: by Sat.* > by Sun/) as string,
          expect.stringMatching(/^Complaint: decided: by Tue.* > by Mon/) as string,
        ],
      ],
    ]));
  test("a holiday, for tickets of the day before", () =>
    expect(effects({ "hours.closures.0.firstDay": 20_811, "hours.closures.0.lastDay": 20_813 })).toEqual([
      [
        "Sample tickets, opened Wed, Dec 23, 2026, 4:00 PM GMT+1",
        [
          expect.stringMatching(/^High: resolution: by Thu, Dec 24.* > by Mon, Dec 28/) as string,
          expect.stringMatching(/^Normal: first response: by Thu, Dec 24.* > by Mon, Dec 28/) as string,
          expect.stringMatching(/^Normal: resolution: by Fri, Dec 25.* > by Tue, Dec 29/) as string,
          expect.stringMatching(/^Low: first response: by Thu, Dec 24.* > by Mon, Dec 28/) as string,
          expect.stringMatching(/^Low: resolution: by Wed, Dec 30.* > by Fri, Jan 1/) as string,
        ],
      ],
      [
        "Sample quote request and complaint, sent Wed, Dec 23, 2026, 4:00 PM GMT+1",
        [
          expect.stringMatching(/^Quote request: answered: by Thu, Dec 24.* > by Mon, Dec 28/) as string,
          expect.stringMatching(/^Quote request: closed unanswered: Wed, Dec 30.* > Fri, Jan 1/) as string,
          expect.stringMatching(/^Complaint: decided: by Fri, Dec 25.* > by Tue, Dec 29/) as string,
        ],
      ],
    ]));
  test("what staff decide alone", () =>
    expect(
      effects({
        "approvals.refund.supportMinor": 4_000,
        "approvals.refund.twoAdminsAboveMinor": 25_000,
        "approvals.customPrice.supportLeastBp": 9_500,
        "approvals.charge.mostMinor": 50_000,
      }),
    ).toEqual([
      [
        "Sample decisions",
        [
          "Refund of $50.00 for an order of $150.00: Support > An admin",
          "Refund of $90.00 for an order of $200.00: Support > An admin",
          "Refund of $300.00 for an order of $800.00: An admin > Two admins",
          "Custom quote by support, copyediting, 5,000 words, 7 days: $135.00 to $300.00 > $142.50 to $300.00",
          "Extra charge by staff: at most $2,000.00 > at most $500.00",
        ],
      ],
    ]));
  test("a grace period", () =>
    expect(effects({ "refunds.graceMs": 90 * 60_000 })).toEqual([
      [
        "Sample refunds for an order of $200.00",
        [
          "Delivered an hour late, 24 hours: $40.00 > Nothing",
          "Delivered an hour late, 24 hours: the editor at fault gets, of $110.00: $99.00 > $110.00",
        ],
      ],
    ]));
});
