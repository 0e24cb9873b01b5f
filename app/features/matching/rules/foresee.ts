import { type WaveQuestion, nextWave } from "./waves.ts";
import type { SearchPolicy } from "./policy.ts";

/** One future step of a search. */
export type ForeseenStep =
  | { do: "invite"; at: Date; wave: number; uids: string[]; until: Date }
  | { do: "wait"; at: Date; until: Date }
  | { do: "open-pool"; at: Date };

const MOST = 12;

/**
 * Forecasts an order's search if no one answers: invites expire, the next wave follows, then the open pool. Based on
 * the current state, so editors now in quiet hours or at their limit are left out of later waves too.
 */
export function foresee(question: WaveQuestion, now: Date, policy: SearchPolicy): ForeseenStep[] {
  const steps: ForeseenStep[] = [];
  let asked = question;
  let at = now;
  for (let n = 0; n < MOST; n++) {
    const step = nextWave(asked, at, policy);
    if (step.do === "nothing") return steps;
    if (step.do === "open-pool") return [...steps, { do: "open-pool", at }];
    if (step.do === "wait") {
      // Only report waiting for open invites; a forecast wave includes its own duration.
      if (steps.length === 0) steps.push({ do: "wait", at, until: step.until });
      at = step.until;
      continue;
    }
    steps.push({ do: "invite", at, wave: step.wave, uids: step.uids, until: step.expiresAt });
    asked = {
      ...asked,
      invites: [
        ...asked.invites,
        ...step.uids.map((uid) => ({ uid, wave: step.wave, state: "sent" as const, expiresAt: step.expiresAt })),
      ],
    };
  }
  return steps;
}
