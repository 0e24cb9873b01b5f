import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { isChargeable } from "../../rules/change/charge.ts";
import { readChoices } from "../../rules/draft/choices.ts";
import { isManuscript } from "../../rules/draft/file-role.ts";
import { sectionWhere } from "../../rules/change/word-difference.ts";
import type { OrderPage } from "../views/read-order-page.ts";
import { unpaidDifference, wordSideOf } from "./word-differences.ts";

/**
 * What an order's page shows about word counts: a report that staff must decide, an edit that ends early, and whether
 * this reader may report.
 */
export function wordsView(actor: Actor, page: OrderPage) {
  const { order, differences, files } = page;
  const side = wordSideOf(actor, order);
  const active = differences.find((d) => d.status === "open" || d.status === "charged");
  const unpaid = unpaidDifference(differences);
  const { excluded = [], referencesChecked } = readChoices(order.choices);
  const sections = files.filter(isManuscript).flatMap((f) =>
    (f.receipt?.sections ?? []).map((s) => ({
      title: s.title,
      billable: s.references ? s.billable / 2 : s.billable,
      edited:
        (!s.references || referencesChecked === true) && !excluded.some((e) => e.fileId === f.id && e.section === s.id),
    })),
  );
  return {
    paidWords: order.billableWords,
    mayReport: side !== null && order.price !== null && !active && isChargeable(order),
    side,
    /** Authors learn of a count once it's settled. */
    open:
      side && active?.status === "open"
        ? {
            id: active.id,
            side: active.side,
            reportedWords: active.reportedWords,
            recountedWords: active.recountedWords,
            reason: active.reason,
            mayDecide: may(actor, "care"),
            mayWithdraw: uidOf(actor) === active.reportedBy,
          }
        : null,
    unpaid: unpaid
      ? {
          foundWords: unpaid.foundWords ?? unpaid.reportedWords,
          endsIn: sectionWhere(sections, order.billableWords),
          lastEdited: unpaid.lastEdited,
        }
      : null,
  };
}
export type WordsView = ReturnType<typeof wordsView>;
