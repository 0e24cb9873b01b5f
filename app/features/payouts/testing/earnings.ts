import { newId } from "#app/platform/rules/core/ids.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { goodwillGranted } from "#app/features/payments/rules/ledger/earning-entries.ts";
import { postEntry } from "#app/features/payments/server/ledger/post-entry.ts";

/** An earning that a run can pay, with its order and its ledger entry. @returns the order's id */
export async function availableEarning(editorId: string, amountMinor: number, availableAt: Date): Promise<string> {
  const orderId = newId("order");
  await transact(SYSTEM, async ({ tx }) => {
    await tx
      .insertInto("orders")
      .values({
        id: orderId,
        number: `S-${orderId.slice(-8)}`,
        status: "accepted",
        userId: "usr_amara",
        assignedTo: editorId,
        title: "Soil moisture",
        choices: json({}),
        flags: json({}),
        createdAt: availableAt,
        updatedAt: availableAt,
      })
      .execute();
    const id = newId("earning");
    await tx
      .insertInto("earnings")
      .values({
        id,
        orderId,
        editorId,
        level: "standard",
        basisMinor: amountMinor,
        shareBp: 10_000,
        amountMinor,
        currency: "USD",
        status: "available",
        createdAt: availableAt,
        availableAt,
      })
      .execute();
    const { kind, lines } = goodwillGranted({ uid: editorId, amountMinor });
    await postEntry(
      { tx, now: availableAt },
      { key: `test:${id}`, kind, causeType: "earning", causeId: id, currency: "USD", memo: "", lines },
    );
  });
  return orderId;
}

/** The payouts of a run by editor. */
export const payoutsOf = (runId: string) =>
  database().selectFrom("payouts").selectAll().where("runId", "=", runId).orderBy("editorId").orderBy("id").execute();
