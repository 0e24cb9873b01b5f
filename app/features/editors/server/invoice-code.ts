import { createHash } from "node:crypto";
import { type Tx, lockName } from "#app/platform/server/core/database.ts";

/** An editor's permanent code of six capitals and digits, for their self-billed invoice series: no two have the same. */
export async function invoiceCode(tx: Tx, uid: string): Promise<string> {
  const find = () => tx.selectFrom("editors").select("invoiceCode").where("uid", "=", uid).executeTakeFirstOrThrow();
  const known = await find();
  if (known.invoiceCode) return known.invoiceCode;
  await lockName(tx, "codes of editors");
  // A transaction that held the lock may have chosen it.
  const chosen = await find();
  if (chosen.invoiceCode) return chosen.invoiceCode;
  for (let n = 0; ; n++) {
    const code = hashCode(n === 0 ? uid : `${uid} ${n}`);
    const { numUpdatedRows } = await tx
      .updateTable("editors")
      .set({ invoiceCode: code })
      .where("uid", "=", uid)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom("editors as other").select("other.uid").where("other.invoiceCode", "=", code))),
      )
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return code;
  }
}
const hashCode = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 6).toUpperCase();
