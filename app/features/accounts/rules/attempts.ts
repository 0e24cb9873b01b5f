import { MINUTE } from "#app/platform/rules/core/time.ts";

/** How often something may be tried within a window. */
export type AttemptLimit = {
  /** By one network for one address. This stops no one else. */
  perPair?: number;
  /** By one network in all. */
  perNetwork: number;
  /** For one address from everywhere. Used only where reaching it locks no one out of their own account. */
  perAddress?: number;
  /**
   * After this many tries for one address from everywhere, devices that the account doesn't know are slowed but never
   * stopped.
   */
  slowAfter?: number;
  windowMs: number;
};

/** While attempts for an address are slowed: how many one network may still make, and how long each is delayed. */
export const SLOWED = { perPair: 3, waitMs: 2_000 } as const;

/** What is limited: the sign-in service's paths, and what visitors send. */
export const ATTEMPT_LIMITS: Readonly<Record<string, AttemptLimit>> = {
  "/sign-in/email": { perPair: 10, perNetwork: 60, slowAfter: 50, windowMs: 10 * MINUTE },
  "/sign-up/email": { perPair: 5, perNetwork: 20, windowMs: 60 * MINUTE },
  // Limits the emails to one address. The links already sent still work, so no one is locked out.
  "/request-password-reset": { perPair: 5, perNetwork: 30, perAddress: 30, windowMs: 60 * MINUTE },
  "/send-verification-email": { perPair: 6, perNetwork: 30, perAddress: 30, windowMs: 60 * MINUTE },
  // These three count by the session's own account, so no one else can use them up.
  "/reauthenticate": { perAddress: 10, perNetwork: 60, windowMs: 10 * MINUTE },
  "/change-email": { perAddress: 5, perNetwork: 20, windowMs: 60 * MINUTE },
  "/token": { perAddress: 60, perNetwork: 600, windowMs: 10 * MINUTE },
  "/contact": { perAddress: 5, perNetwork: 20, windowMs: 60 * MINUTE },
  // The chat: conversations begun by one network, and messages of one conversation.
  "/chat/begin": { perAddress: 10, perNetwork: 10, windowMs: 60 * MINUTE },
  "/chat": { perAddress: 30, perNetwork: 200, windowMs: 10 * MINUTE },
  // Coupon codes that don't exist. A code is checked while it's typed, so an honest one costs a few tries.
  "/coupon": { perAddress: 30, perNetwork: 120, windowMs: 10 * MINUTE },
  // Each sends an email to an unconfirmed address.
  "/waiting-list": { perAddress: 5, perNetwork: 15, windowMs: 60 * MINUTE },
  "/contact/reply": { perAddress: 20, perNetwork: 60, windowMs: 60 * MINUTE },
  // A shared quote: opening, paying, and downloading, by its link. Wrong links count for their network alone.
  "/pay": { perAddress: 120, perNetwork: 300, windowMs: 10 * MINUTE },
  "/pay/wrong": { perNetwork: 20, windowMs: 10 * MINUTE },
  "/two-factor/verify-totp": { perAddress: 10, perNetwork: 60, windowMs: 10 * MINUTE },
  "/two-factor/verify-backup-code": { perAddress: 10, perNetwork: 60, windowMs: 10 * MINUTE },
  "/passkey/generate-authenticate-options": { perAddress: 60, perNetwork: 300, windowMs: 10 * MINUTE },
  "/passkey/verify-authentication": { perAddress: 10, perNetwork: 120, windowMs: 10 * MINUTE },
  "/sign-in/social": { perAddress: 10, perNetwork: 120, windowMs: 10 * MINUTE },
  "/reset-password": { perAddress: 10, perNetwork: 30, windowMs: 10 * MINUTE },
};

/** In the demo everyone shares a few accounts and one network, so the limits are higher. */
const DEMO_FACTOR = 30;
/** Visitors from unknown networks share one count, so it is higher. */
export const UNKNOWN_NETWORK_FACTOR = 10;

/** The limit for a path, or undefined if it has none. */
export function limitOf(path: string, demo: boolean): AttemptLimit | undefined {
  const limit = ATTEMPT_LIMITS[path];
  if (!limit || !demo) return limit;
  const { windowMs, ...counts } = limit;
  const roomy = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count * DEMO_FACTOR]));
  return { ...(roomy as Omit<AttemptLimit, "windowMs">), windowMs };
}
