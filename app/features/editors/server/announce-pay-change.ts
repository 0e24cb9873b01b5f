import { sql } from "kysely";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";

/** How many editors are told per transaction. */
const AT_ONCE = 100;

/**
 * Reaction to an approved or canceled version of the policy that changes what editors are paid: tells every editor with
 * a signed agreement, once each. Safe to repeat: it continues with those who haven't been told.
 */
export async function announcePayChange(fact: Fact): Promise<void> {
  if (fact.kind !== "policy.approved" && fact.kind !== "policy.canceled") return;
  const { version, pay } = fact.data;
  if (!pay || pay.length === 0) return;
  const kind = fact.kind === "policy.approved" ? "editor.pay_changes" : "editor.pay_stays";
  for (let after = ""; ;) {
    const editors = await database()
      .selectFrom("editors as e")
      .select("e.uid")
      .where("e.agreementSignedAt", "is not", null)
      .where("e.uid", ">", after)
      .orderBy("e.uid")
      .limit(AT_ONCE)
      .execute();
    if (editors.length === 0) return;
    await transact(SYSTEM, async (ctx) => {
      const told = await ctx.tx
        .selectFrom("facts")
        .select("subjectId")
        .where("kind", "=", kind)
        .where(
          "subjectId",
          "in",
          editors.map((e) => e.uid),
        )
        .where(sql<boolean>`data->>'version' = ${String(version)}`)
        .execute();
      const known = new Set(told.map((f) => f.subjectId));
      for (const { uid } of editors)
        if (!known.has(uid))
          await ctx.fact(kind, {
            subjectId: uid,
            topics: [`user:${uid}`],
            data: {
              editorId: uid,
              version,
              changes: [...pay],
              effectiveAt: fact.kind === "policy.approved" ? fact.data.effectiveAt : null,
            },
          });
    });
    after = editors.at(-1)!.uid;
  }
}
