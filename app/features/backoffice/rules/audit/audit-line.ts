import type { Fact } from "#app/platform/rules/core/fact.ts";
import { type FactWordsTable, wordsOf } from "#app/platform/rules/core/fact-words.ts";

/**
 * A fact in the audit trail: a label and its readable parts, without IDs.
 * @param money formats an amount in the order's currency
 */
export function auditLine(
  table: FactWordsTable,
  fact: { kind: string; data: unknown },
  money: (minor: number) => string,
): { title: string; detail: string } {
  const words = wordsOf(table, fact.kind);
  if (!words) return { title: kindInWords(fact.kind), detail: "" };
  const parts = words.audit.detail?.(fact as Fact, money) ?? [];
  return { title: words.audit.title, detail: parts.filter(Boolean).join(", ") };
}

/** "payout.returned_late": "Payout: returned late", for a kind that an older version recorded. */
function kindInWords(kind: string): string {
  const [noun = "", verb = ""] = kind.split(".");
  const said = noun.replaceAll("_", " ");
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}${verb ? `: ${verb.replaceAll("_", " ")}` : ""}`;
}
