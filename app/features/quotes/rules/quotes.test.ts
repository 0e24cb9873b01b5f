import { describe, expect, test } from "vitest";
import { personOf } from "#db/seed/cast.ts";
import { drawFlow, faultsOf, type Move } from "#app/platform/rules/core/flow.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { can, pricesAs } from "./can.ts";
import { SERVICE_HOURS } from "#app/features/policy/rules/hours-figures.ts";
import { ANSWER_POLICY } from "#app/features/orders/rules/draft/answer-figures.ts";
import { answerDueAt, giveUpAt, nextReminderAt } from "./promise.ts";
import { CURRENT_OFFERS, OPEN_QUOTES, offerFlow, quoteFlow } from "./quote-flow.ts";

describe("the two flows", () => {
  test("are sound: every state is reached, and left unless it's an end", () => {
    expect([...faultsOf(quoteFlow), ...faultsOf(offerFlow)]).toEqual([]);
    expect(OPEN_QUOTES.filter((s) => (quoteFlow.ends as readonly string[]).includes(s))).toEqual([]);
    expect(CURRENT_OFFERS.filter((s) => (offerFlow.ends as readonly string[]).includes(s))).toEqual([]);
  });

  test("are drawn in the docs", async () => {
    const table = (moves: Record<string, Move<string, string>>) =>
      Object.entries(moves).map(
        ([name, m]) =>
          `| ${name} | ${m.from.join(", ")} | ${m.to} | ${m.by.join(", ")} | ${m.when ?? ""} | ${m.clock ?? ""} |`,
      );
    const HEAD = ["| move | from | to | who | when | clocks |", "| --- | --- | --- | --- | --- | --- |"];
    const page = [
      "# Custom quotes",
      "",
      "Written by `app/features/quotes/rules/quotes.test.ts` from the tables of moves. [Decision 23](decisions/0023-custom-quotes.md) explains how custom quotes work, and why.",
      "",
      "## A request",
      "",
      "```mermaid",
      drawFlow(quoteFlow),
      "```",
      "",
      ...HEAD,
      ...table(quoteFlow.moves),
      "",
      "## An offer",
      "",
      "```mermaid",
      drawFlow(offerFlow),
      "```",
      "",
      ...HEAD,
      ...table(offerFlow.moves),
      "",
    ].join("\n");
    await expect(page).toMatchFileSnapshot("../../../../docs/quote-flow.md");
  });
});

describe("the promise of one business day", () => {
  // A Friday, 11 AM in Berlin, where staff work from 9 AM to 5 PM.
  const friday = new Date("2026-11-20T10:00:00Z");
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  const TERMS = { ...ANSWER_POLICY, hours: SERVICE_HOURS };

  test("is due at the same time on the next business day", () => {
    expect(iso(answerDueAt(friday, TERMS))).toBe("2026-11-23T10:00:00.000Z");
    // For a request on a Saturday, the day starts on Monday.
    expect(iso(answerDueAt(new Date("2026-11-21T12:00:00Z"), TERMS))).toBe("2026-11-23T16:00:00.000Z");
  });

  test("reminds staff when it's nearly over, when it's over, then every business day, until the request is closed", () => {
    const reminders: (string | null)[] = [];
    for (let at: Date | null = friday; at; at = nextReminderAt(friday, at, TERMS)) reminders.push(iso(at));
    expect(reminders.slice(1)).toEqual([
      // 75% of 8 hours is 6 hours, exactly what was left on Friday.
      "2026-11-20T16:00:00.000Z",
      "2026-11-23T10:00:00.000Z",
      "2026-11-24T10:00:00.000Z",
      "2026-11-25T10:00:00.000Z",
      "2026-11-26T10:00:00.000Z",
      "2026-11-27T10:00:00.000Z",
    ]);
    expect(iso(giveUpAt(friday, TERMS))).toBe("2026-11-27T10:00:00.000Z");
    expect(giveUpAt(friday, TERMS).getTime() - friday.getTime()).toBe(7 * DAY);
  });

  test("follows the time that was promised: two days, closed after three", () => {
    const quote = { ...ANSWER_POLICY.quote, answerDays: 2, giveUpDays: 3 };
    const terms = { quote, hours: SERVICE_HOURS };
    const reminders: (string | null)[] = [];
    for (let at: Date | null = friday; at; at = nextReminderAt(friday, at, terms)) reminders.push(iso(at));
    expect(reminders.slice(1)).toEqual([
      // 75% of 16 hours is 12: 6 on Friday, 6 on Monday.
      "2026-11-23T14:00:00.000Z",
      "2026-11-24T10:00:00.000Z",
      "2026-11-25T10:00:00.000Z",
    ]);
    // Half of 16 hours is 8: 6 on Friday, 2 on Monday.
    expect(iso(nextReminderAt(friday, friday, { ...terms, quote: { ...quote, warnBp: 5_000 } }))).toBe(
      "2026-11-23T10:00:00.000Z",
    );
    expect([iso(answerDueAt(friday, terms)), iso(giveUpAt(friday, terms))]).toEqual([
      "2026-11-24T10:00:00.000Z",
      "2026-11-25T10:00:00.000Z",
    ]);
  });
});

test("only the author answers an offer, only staff other than the author reply, and only the editor who was asked agrees", () => {
  const quote = { userId: "usr_amara" };
  const who = (["amara", "mei", "jonas", "priya", "sam", "ada", "uma"] as const).map((it) => personOf(it));
  const may = (check: (actor: (typeof who)[number]) => boolean) => who.filter(check).map((it) => it.uid);
  expect(may((a) => can.answer(a, quote))).toEqual(["usr_amara"]);
  expect(may((a) => can.reply(a, quote))).toEqual(["usr_sam", "usr_ada"]);
  expect(may((a) => can.reply(a, { userId: "usr_sam" }))).toEqual(["usr_ada"]);
  expect(may((a) => can.view(a, quote))).toEqual(["usr_amara", "usr_sam", "usr_ada"]);
  expect(may((a) => can.agree(a, { editorId: "usr_jonas" }))).toEqual(["usr_jonas"]);
  expect(may((a) => can.agree(a, { editorId: null }))).toEqual([]);
  expect(who.map((a) => pricesAs(a))).toEqual([
    "support",
    "support",
    "support",
    "support",
    "support",
    "admin",
    "support",
  ]);
});
