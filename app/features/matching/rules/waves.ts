/** The order of invites: first the preferred editors, then waves, then the open pool. */
import { after, clamp } from "#app/platform/rules/core/time.ts";
import type { Turnaround } from "#app/features/pricing/rules/policy.ts";
import type { SearchPolicy } from "./policy.ts";
import type { InviteState } from "./flow.ts";

/** Wave 0 is the preferred editors'. */
export type InviteSent = { uid: string; wave: number; state: InviteState; expiresAt: Date };

export type WaveQuestion = {
  windowMs: number;
  turnaround: Turnaround;
  /** Whom to prefer: the editor its author chose, or else those agreed on with the organization that pays. */
  preferred: readonly (readonly string[])[];
  /** Eligible editors who may be invited now, best first. */
  rankedUids: readonly string[];
  /** All invites of this order since it last lost its editor. */
  invites: readonly InviteSent[];
  /** Whether the order is in the open pool already. */
  inOpenPool: boolean;
};

export type NextWave =
  | { do: "invite"; wave: number; uids: string[]; expiresAt: Date }
  /** Wait for the open invites: ask again at their end, or as soon as one is answered. */
  | { do: "wait"; until: Date }
  | { do: "open-pool" }
  /** Everyone has been invited and the pool is open. */
  | { do: "nothing" };

/** How long only the preferred editors are invited, in milliseconds. */
export function headStartMs(windowMs: number, { headStart }: Pick<SearchPolicy, "headStart">): number {
  const { shareBp, leastMs, mostMs } = headStart;
  return clamp(Math.round((windowMs * shareBp) / 10_000), leastMs, mostMs);
}

/**
 * The next matching step for an order without an editor. Call it after every answer and when a wait ends.
 * @param policy the one the order was sold with
 */
export function nextWave(question: WaveQuestion, now: Date, policy: SearchPolicy): NextWave {
  const { invites } = question;
  const open = invites.filter((i) => i.state === "sent" && i.expiresAt > now);
  if (open.length > 0) return { do: "wait", until: new Date(Math.max(...open.map((i) => i.expiresAt.getTime()))) };
  if (question.inOpenPool) return { do: "nothing" };
  const asked = new Set(invites.map((i) => i.uid));
  const last = invites.reduce((wave, i) => Math.max(wave, i.wave), -1);
  // The preferred editors go first and alone, unless none of them can accept now.
  const first = question.preferred
    .map((some) => question.rankedUids.filter((uid) => some.includes(uid)))
    .find((some) => some.length > 0);
  if (last < 0 && first)
    return { do: "invite", wave: 0, uids: first, expiresAt: after(now, headStartMs(question.windowMs, policy)) };
  const wave = Math.max(1, last + 1);
  const size = policy.waves[wave - 1];
  const uids = question.rankedUids.filter((uid) => !asked.has(uid)).slice(0, size ?? 0);
  if (size === undefined || uids.length === 0) return { do: "open-pool" };
  return { do: "invite", wave, uids, expiresAt: after(now, policy.inviteExpiryMs[question.turnaround]) };
}

/**
 * When an order without an editor goes to the support queue, and when its client may choose a refund or a later date.
 * The window starts at payment.
 */
export function unassignedTimes(
  paidAt: Date,
  windowMs: number,
  policy: SearchPolicy,
): { supportAt: Date; clientChoiceAt: Date } {
  return {
    supportAt: after(paidAt, Math.round((windowMs * policy.supportBp) / 10_000)),
    clientChoiceAt: after(paidAt, Math.round((windowMs * policy.clientChoiceBp) / 10_000)),
  };
}

/** Who must act while an order has no editor. */
export function unassignedStage(
  paidAt: Date,
  windowMs: number,
  now: Date,
  policy: SearchPolicy,
): "matching" | "support" | "client-choice" {
  const { supportAt, clientChoiceAt } = unassignedTimes(paidAt, windowMs, policy);
  if (now >= clientChoiceAt) return "client-choice";
  return now >= supportAt ? "support" : "matching";
}
