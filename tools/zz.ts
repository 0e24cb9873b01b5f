import { readFileSync, readdirSync } from "node:fs";
import { readStatements } from "#app/features/backoffice/rules/reconciliation/bank-statement.ts";
import { textOfBankFile } from "#app/features/backoffice/rules/bank-files/bank-text.ts";
for (const f of readdirSync("/tmp/gen")) {
  if (!/\.(csv|txt)$/.test(f)) continue;
  try {
    const all = readStatements(textOfBankFile(readFileSync("/tmp/gen/" + f)));
    for (const s of all) {
      console.log(f, all.length, "|", s.account, s.currency, s.openingMinor, s.closingMinor, s.lines.length);
      for (const l of [s.lines[2], s.lines[8], s.lines[14]]) l && console.log("   ", l.bookedAt.toISOString().slice(0, 10), l.valueAt?.toISOString().slice(0, 10), l.amountMinor, "T:", l.details, "| R:", l.reference, "| C:", l.counterparty, l.isReturn ? "RET" : "", l.grossMinor ?? "", l.feeMinor ?? "", l.items.length || "");
      console.log("    returns", s.lines.filter((l) => l.isReturn).length);
    }
  } catch (e) { console.log(f, "REFUSED", (e as Error).message); }
}
