import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#app/platform/rules/core/time.ts";
import {
  LEGAL_DOCUMENTS,
  type LegalDocument,
  versionInForce,
  withFigures,
  withNames,
} from "#app/features/accounts/rules/legal.ts";
import { legalFigures } from "#app/legal-figures.ts";
import { listOwnLegalTexts } from "#app/features/accounts/server/legal/legal-documents.ts";
import { QA_POLICY } from "#app/features/orders/rules/review/qa-figures.ts";
import { REFUND_POLICY } from "#app/features/payments/rules/refund-figures.ts";
import { WITHDRAWAL_POLICY } from "#app/features/payments/rules/withdrawal.ts";
import { LEVEL_POLICY } from "#app/features/editors/rules/level-figures.ts";
import { KEEP_POLICY } from "#app/features/policy/rules/keep-figures.ts";
import { PAYOUT_POLICY } from "#app/features/payouts/rules/payout-figures.ts";
import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";
import { PAY_POLICY, PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { renderMarkdown } from "#app/platform/rules/public-pages/markdown.ts";

const today = new Date("2026-11-21T12:00:00Z");
const body = (document: LegalDocument) =>
  withFigures(versionInForce(listOwnLegalTexts(document), today).body, legalFigures({}));
const percent = (bp: number) => `${bp / 100}%`;

describe("the legal texts", () => {
  test.each(LEGAL_DOCUMENTS)(
    "%s has a version, takes the operator's name from the configuration, and links only to our pages",
    (document) => {
      expect(listOwnLegalTexts(document).length).toBeGreaterThan(0);
      const text = withNames(body(document), {
        siteName: "Northpress",
        seller: "Northpress AG",
        seat: "Bern, Switzerland",
      });
      expect(text).not.toMatch(/\{\{|\bStet\b/);
      const { html, headings } = renderMarkdown(text);
      expect(headings.length).toBeGreaterThan(3);
      const known = ["/contact", ...LEGAL_DOCUMENTS.map((d) => `/${d}`)];
      for (const [, href] of html.matchAll(/href="([^"]+)"/g)) expect(known).toContain(href);
    },
  );

  test("the refund policy matches the rules", () => {
    const text = body("refund-revision-policy");
    const { late, cancel, graceMs, quality, absorbed } = REFUND_POLICY;
    const { revision } = DEADLINE_POLICY;
    expect(text).toContain(`up to a quarter of the agreed time | ${percent(late.some.clientBp)} |`);
    expect(text).toContain(`more than a quarter of the agreed time | ${percent(late.much.clientBp)} |`);
    expect(late.some.upToBp).toBe(2_500);
    expect(text).toContain(`The first ${graceMs / MINUTE} minutes don't count`);
    expect(text).toContain(
      `the larger of ${percent(cancel.leastWithheldBp)} and the part that is done; at most ${percent(cancel.mostWithheldBp)} is kept`,
    );
    expect(text).toContain(`within ${DEADLINE_POLICY.cancel.freeAfterPaymentMs / MINUTE} minutes of payment`);
    expect(text).toContain(
      `Within ${revision.windowMs / DAY} days of delivery; within ${revision.longWindowMs / DAY} days for orders of ${DEADLINE_POLICY.longFromWords.toLocaleString("en-US")} words`,
    );
    expect([
      revision.rounds,
      revision.newWords,
      percent(revision.newWordsBp),
      revision.leastMs / HOUR,
      percent(revision.shareBp),
      revision.fastMs / HOUR,
    ]).toEqual([2, 300, "5%", 48, "20%", 24]);
    expect(text).toContain("Up to 300 new words, or 5% of the order if that is more");
    expect(text).toContain(
      `we refund ${percent(quality.minorBp)} for minor ones and ${percent(quality.majorBp)} for serious ones`,
    );
    expect(text).toContain(`beyond ${absorbed.words} words or ${percent(absorbed.bp)}`);
  });

  test("the terms match the rules", () => {
    const text = body("terms");
    const { autoAccept, query } = DEADLINE_POLICY;
    expect(text).toContain(`The price is held for ${PRICING_POLICY.quoteHeldMs / DAY} days`);
    expect(text).toContain(
      `counts as accepted ${autoAccept.ms / DAY} days after delivery (${autoAccept.longMs / DAY} days from 20,000 words)`,
    );
    expect(text).toContain(`do not answer within ${query.giveUpMs / DAY} days`);
  });

  test("the cookie policy lists every cookie that our code sets", () => {
    const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter(
      (file) => /\/server\/.*\.ts$/.test(file) && !file.endsWith(".test.ts"),
    );
    const names = new Set(
      files.flatMap((file) =>
        [...readFileSync(`app/${file}`, "utf8").matchAll(/cookie\w* = "(stet_[a-z]+)"/gi)].map((m) => m[1]!),
      ),
    );
    expect(names.size).toBeGreaterThan(2);
    for (const name of names) expect(body("cookie-policy")).toContain(`\`${name}\``);
  });

  test("no id of a promise and no unfilled figure is shown", () => {
    for (const document of LEGAL_DOCUMENTS)
      expect(withNames(body(document), { siteName: "S", seller: "S", seat: "S" })).not.toMatch(/\{[#{-]/);
  });

  test("every figure in the catalog is mentioned", () => {
    const all = LEGAL_DOCUMENTS.map((document) =>
      readFileSync(`content/legal/${document}/${listOwnLegalTexts(document).at(-1)!.version}.md`, "utf8"),
    ).join("");
    for (const name of Object.keys(legalFigures({}))) expect(all).toContain(`{{${name}}}`);
  });

  test("the withdrawal instructions match the rule", () => {
    const text = body("refund-revision-policy");
    expect(text).toContain(`within ${WITHDRAWAL_POLICY.days} days of payment without giving a reason`);
    expect(text).toContain("I hereby give notice that I withdraw from my contract");
  });

  test("the privacy policy says how long addresses on a waiting list are kept", () => {
    const row = body("privacy")
      .split("\n")
      .find((line) => line.includes("“Email me when one joins”"));
    expect(row).toContain(`${KEEP_POLICY.toldMs / DAY} days after that email`);
    expect(row).toContain("six months if no editor joins");
    expect(Math.round(KEEP_POLICY.waitingMs / DAY / 30.4)).toBe(6);
  });

  test("the editor agreement matches the rules", () => {
    const text = body("editor-agreement");
    for (const [level, bp] of Object.entries(PAY_POLICY.shareBp))
      expect(text).toContain(`| ${level} | ${percent(bp)} |`);
    const { standard, senior } = LEVEL_POLICY;
    expect(text).toContain(`${standard.qaPassed} orders that passed with ${QA_POLICY.passMark} or more`);
    expect(text).toContain(
      `${senior.delivered} orders, rated ${senior.ratingTenths / 10} or more, at most ${senior.lateBp / 100}% late`,
    );
    expect(text).toContain(`at least ${PAYOUT_POLICY.minimumMinor / 100} US dollars`);
    expect(text).toContain(`Your first ${QA_POLICY.firstOrders} orders are read by a second person`);
    expect([
      QA_POLICY.sampleOneIn,
      PAYOUT_POLICY.settleMs / DAY,
      PAYOUT_POLICY.bankFrozenMs / DAY,
      PAYOUT_POLICY.debtBp,
      PAYOUT_POLICY.cutoffDay,
    ]).toEqual([10, 3, 3, 5_000, 15]);
    expect(text).toContain(`late | ${percent(REFUND_POLICY.late.some.editorLosesBp)} less |`);
    expect(text).toContain(`later than that | ${percent(REFUND_POLICY.late.much.editorLosesBp)} less |`);
  });
});
