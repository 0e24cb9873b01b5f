import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";
import { describe, expect, test } from "vitest";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { readChoices, ChoicesPatch } from "../draft/choices.ts";
import { applyPatch, missingChoices } from "../draft/choice-patch.ts";
import { orderFlow } from "../flow.ts";
import { extraTimeFor, isListed, reprice } from "../change/reprice.ts";
import { reviewersRefusal } from "./reviewers.ts";

const deliveredAt = new Date("2026-01-05T09:30:00Z");
const until = after(deliveredAt, 365 * DAY);
const order = { status: "closed", deliveredAt, disputedAt: null } as const;

describe("a response to reviewers can be ordered", () => {
  test("for 365 days after delivery, the last instant included", () => {
    expect(reviewersRefusal(order, deliveredAt, DEADLINE_POLICY)).toBeNull();
    expect(reviewersRefusal(order, until, DEADLINE_POLICY)).toBeNull();
    expect(reviewersRefusal(order, after(until, 1), DEADLINE_POLICY)).toContain("365 days");
  });
  test("only for delivered, accepted and closed orders", () => {
    const offered = orderFlow.states.filter(
      (status) => reviewersRefusal({ ...order, status }, until, DEADLINE_POLICY) === null,
    );
    expect(offered).toEqual(["delivered", "accepted", "closed"]);
    expect(reviewersRefusal({ ...order, deliveredAt: null }, until, DEADLINE_POLICY)).toContain("after delivery");
  });
  test("not while the payment is in dispute, whatever the state", () => {
    expect(reviewersRefusal({ ...order, disputedAt: deliveredAt }, until, DEADLINE_POLICY)).toContain("dispute");
    expect(reviewersRefusal({ ...order, status: "disputed" }, until, DEADLINE_POLICY)).toContain("dispute");
  });
});

describe("its draft", () => {
  const source = { id: "m", name: "paper.docx", purpose: "source", state: "counted", pdf: false } as const;
  const letter = { ...source, id: "l", name: "letter.docx", role: "reply_letter" } as const;
  const comments = { ...source, id: "c", purpose: "reference", role: "reviewer_comments" } as const;
  const fields = (files: Parameters<typeof missingChoices>[1], forReviewers = true) =>
    missingChoices({ forReviewers }, files)
      .map((m) => m.field)
      .filter((field) => ["files", "reviewerComments", "replyLetter", "pdfConsent"].includes(field));
  test("needs the manuscript, the comments, and the letter", () => {
    expect(fields([])).toEqual(["files", "reviewerComments", "replyLetter"]);
    expect(fields([letter, comments])).toEqual(["files"]);
    expect(fields([source, letter])).toEqual(["reviewerComments"]);
    expect(fields([source, comments])).toEqual(["replyLetter"]);
    expect(fields([source, letter, comments])).toEqual([]);
    expect(fields([source], false)).toEqual([]);
  });
  test("takes letters of up to 5,000 words", () => {
    const of = (words: number) => fields([source, { ...letter, receipt: { words } }, comments]);
    expect([of(5_000), of(5_001)]).toEqual([[], ["replyLetter"]]);
  });
  test("doesn't accept a PDF as the letter, and needs no consent to an annotated PDF for it", () => {
    expect(fields([source, { ...letter, pdf: true }, comments])).toEqual(["replyLetter"]);
  });
  test("can't become or stop being one through the form", () => {
    expect(ChoicesPatch.safeParse({ forReviewers: true }).success).toBe(false);
    expect(ChoicesPatch.safeParse({ forReviewers: null }).success).toBe(false);
    expect(applyPatch(readChoices({ forReviewers: true }), { title: "New" })).toMatchObject({ forReviewers: true });
  });
});

describe("its price", () => {
  const price = priceOrder(
    {
      service: "copyediting",
      turnaround: "24h",
      billableWords: 6_800,
      reEdit: { unchanged: 100, moved: 0 },
      reviewers: { letterWords: 1_100 },
      estimatePdf: false,
      addOns: {},
      consentOverflow: true,
    },
    PRICING_POLICY,
  );
  test("keeps its $60 and the letter's time when the order changes", () => {
    expect(isListed(price)).toBe(true);
    const slower = reprice(price, { turnaround: "7d" }, PRICING_POLICY);
    expect(slower.lines.filter((line) => line.code === "reviewers")).toHaveLength(1);
    expect(slower.listMinor).toBe(Math.round(6_800 * 3) + 6_000);
    expect(slower.reviewers).toEqual({ letterWords: 1_100 });
    // 7,000 words fit in 24 hours. With the letter there are 900 more, and every 450 take another hour.
    expect(price.overflow?.extraWords).toBe(900);
    expect(extraTimeFor(price, 7_250, PRICING_POLICY)).toBe(3_600_000);
  });
});
