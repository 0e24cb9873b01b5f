import { forgetImports } from "#app/features/accounts/server/people/import-account.ts";
import { forgetNotes } from "#app/features/accounts/server/people/forget-account.ts";
import { revokeAllCertificates } from "#app/features/certificates/server/revoke-all-certificates.ts";
import { forgetEditor } from "#app/features/editors/server/forget-editor.ts";
import { forgetPreferred } from "#app/features/matching/server/preferred-editors.ts";
import { removeAttachmentsOf } from "#app/features/messages/server/remove-order-texts.ts";
import { forgetPastOrders } from "#app/features/orders/server/past/import-past-orders.ts";
import { forgetRatings } from "#app/features/orders/server/retention/forget-client.ts";
import { forgetTimes } from "#app/features/orders/server/work/work-times.ts";
import { forgetSharedQuotes } from "#app/features/payments/server/shared-quotes/forget-shared-quotes.ts";
import { forgetCustomer } from "#app/features/support/server/tickets/forget-customer.ts";
import { forgetDiscounts } from "#app/features/pricing/server/forget-discounts.ts";
import { forgetMember } from "#app/features/organizations/server/members.ts";
import { forgetSheet } from "#app/features/style-sheets/server/forget-sheet.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { forgetAddress } from "#app/platform/server/mail/forget-address.ts";
import { keptSentences } from "../rules/kept.ts";
import { postFarewell } from "./farewell-email.ts";
import { endAccount } from "./end-account.ts";

/**
 * The job that carries out an approved erasure: the rows in one transaction, then the files. Safe to repeat: it
 * continues where it was cut off. The files of orders are deleted by the clock, within minutes.
 */
export async function erasePerson(requestId: string): Promise<void> {
  const request = await database()
    .selectFrom("data_requests")
    .select("uid")
    .where("id", "=", requestId)
    .where("status", "=", "erasing")
    .executeTakeFirst();
  if (!request) return;
  const { uid } = request;
  await transact(SYSTEM, async (ctx) => {
    const person = await ctx.tx
      .selectFrom("auth_user as a")
      .leftJoin("users as u", "u.uid", "a.id")
      .select(["a.email", "a.name", "u.isEditor"])
      .where("a.id", "=", uid)
      .executeTakeFirst();
    // Without a sign-in this part is done.
    if (!person) return;
    await endAccount(ctx, uid, person.email);
    await revokeAllCertificates(ctx, uid);
    await forgetRatings(ctx, uid);
    await forgetEditor(ctx, uid);
    await forgetTimes(ctx.tx, uid);
    await forgetCustomer(ctx.tx, uid, person.email);
    await forgetNotes(ctx.tx, uid);
    await forgetImports(ctx.tx, uid);
    await forgetPastOrders(ctx.tx, uid);
    const orders = await ctx.tx.selectFrom("orders").select("id").where("userId", "=", uid).execute();
    const orderIds = orders.map((one) => one.id);
    await forgetSheet(ctx.tx, uid, orderIds);
    await forgetSharedQuotes(ctx.tx, orderIds);
    await forgetPreferred(ctx.tx, uid);
    await forgetMember(ctx.tx, uid, person.email);
    await forgetDiscounts(ctx.tx, uid, ctx.now);
    await forgetAddress(ctx.tx, person.email);
    await ctx.tx.updateTable("data_requests").set({ reason: "" }).where("uid", "=", uid).execute();
    await postFarewell(ctx.tx, person, { requestId, erased: true, kept: keptSentences(person.isEditor ?? false) });
  });
  const tickets = await database().selectFrom("tickets").select("id").where("ownerUid", "=", uid).execute();
  for (const { id } of tickets) await removeAttachmentsOf({ ticketId: id });
  await transact(SYSTEM, async (ctx) => {
    const done = await ctx.tx
      .updateTable("data_requests")
      .set({ status: "done", doneAt: ctx.now })
      .where("id", "=", requestId)
      .where("status", "=", "erasing")
      .returning("id")
      .executeTakeFirst();
    if (done) await ctx.fact("privacy.erased", { subjectId: uid, data: { uid, requestId }, topics: ["staff"] });
  });
}
