import { CLOCK } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";

/** Reaction to an editor changing their page, or to a blocked account: rebuilds cached pages. */
export async function forgetEditorPages(fact: Fact): Promise<void> {
  if (!["editor.matching_changed", "account.disabled", "account.enabled"].includes(fact.kind)) return;
  await transact(CLOCK, (ctx) => forgetPages(ctx.tx));
}
