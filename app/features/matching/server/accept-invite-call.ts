import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { acceptInvite, takeFromPool } from "./accept-invite.ts";

const Input = z.union([z.object({ inviteId: z.string() }), z.object({ orderId: z.string() })]);

/** The `acceptInvite` call: accepts an order by invite (`inviteId`) or from the open pool (`orderId`). */
export async function acceptInviteCall(actor: Actor, data: unknown): Promise<{ orderId: string }> {
  const input = Input.safeParse(data);
  if (!input.success) throw invalid("call", "We couldn't read this request.", "Reload the page and try again.");
  return "inviteId" in input.data ? acceptInvite(actor, input.data) : takeFromPool(actor, input.data);
}
