import type { FactData, FactKind } from "#app/platform/rules/core/fact.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { listLeads } from "./lead-editors.ts";
import type { ReviewThing } from "./lock-review.ts";

type ReviewFact = Extract<FactKind, `review.${string}`>;

/**
 * Records a review's fact. The order's author has no page for it, so only its editor, staff, and the people it names
 * are notified.
 * @param about.leads whether the queue of every lead editor changes with it
 */
export async function reviewFact<K extends ReviewFact>(
  ctx: CommandContext,
  { order, submission, first }: Pick<ReviewThing, "order" | "submission" | "first">,
  kind: K,
  data: FactData[K],
  about: { subjectId?: string | null; also?: readonly (string | null)[]; leads?: boolean } = {},
): Promise<void> {
  const involved = [submission.editorId, order.userId, order.assignedTo, order.readerId, first?.reviewerId ?? null];
  const leads = about.leads ? await listLeads(ctx.tx, { clientId: order.userId, involved }) : [];
  const uids = new Set([submission.editorId, about.subjectId ?? null, ...(about.also ?? []), ...leads]);
  await ctx.fact(kind, {
    orderId: order.id,
    subjectId: about.subjectId ?? null,
    data,
    topics: [...[...uids].filter((uid): uid is string => uid !== null).map((uid) => `user:${uid}`), "staff"],
  });
}
