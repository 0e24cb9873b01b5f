import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { canData } from "../rules/data-request.ts";
import { keptSentences } from "../rules/kept.ts";
import { postFarewell } from "./farewell-email.ts";
import { endAccount } from "./end-account.ts";
import { findClosureBlockers } from "./closure-blockers.ts";

/**
 * Closes a person's own account at once and permanently: removes their sign-in, name, and address. The caller has made
 * sure that they signed in recently.
 * @throws conflict open with everything that must be settled first
 */
export const closeAccount = command({
  input: z.object({}),
  async load(_input, { tx, actor }) {
    const uid = uidOf(actor) ?? "";
    await lockName(tx, `data requests of ${uid}`);
    const person = await tx
      .selectFrom("auth_user as a")
      .leftJoin("users as u", "u.uid", "a.id")
      .select(["a.id as uid", "a.email", "a.name", "u.isEditor"])
      .where("a.id", "=", uid)
      .executeTakeFirst();
    if (!person) throw notFound("account");
    return person;
  },
  allow: (actor) => canData.ask(actor) || "Sign in to close your account.",
  async run({ thing: { uid, email, name, isEditor }, ...ctx }): Promise<void> {
    const open = await findClosureBlockers(ctx.tx, uid);
    if (open.length > 0) throw conflict("open", "Your account can't be closed yet.", open.join(" "));
    const erasure = await ctx.tx
      .selectFrom("data_requests")
      .select("id")
      .where("uid", "=", uid)
      .where("kind", "=", "erasure")
      .where("status", "in", ["waiting", "erasing"])
      .executeTakeFirst();
    if (erasure)
      throw conflict(
        "erasure_open",
        "You've asked us to erase your data, which closes your account, too.",
        "Withdraw that request first if you only want to close the account.",
      );
    const requestId = newId("dataRequest");
    await endAccount(ctx, uid, email);
    await ctx.tx
      .insertInto("data_requests")
      .values({
        id: requestId,
        uid,
        kind: "closure",
        status: "done",
        createdAt: ctx.now,
        dueAt: ctx.now,
        doneAt: ctx.now,
      })
      .execute();
    await postFarewell(ctx.tx, { email, name }, { requestId, erased: false, kept: keptSentences(isEditor ?? false) });
    await ctx.fact("privacy.account_closed", {
      subjectId: uid,
      data: { uid, requestId },
      topics: [`user:${uid}`, "staff"],
    });
  },
});
