import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { lowerFirst } from "#app/platform/rules/text/lower-first.ts";

/** The longest password we hash if the operator sets no maximum. It only protects the server. */
export const PASSWORD_BOUND = 4_096;

/** Password requirements. By default only a minimum length applies. */
export type PasswordPolicy = {
  minLength: number;
  maxLength?: number;
  lowercase?: boolean;
  uppercase?: boolean;
  numeric?: boolean;
  nonAlphanumeric?: boolean;
};

export type PasswordDemand = { text: string; met: boolean };

/**
 * Each requirement and whether the password meets it, for the list beside the field. Counts characters like the sign-in
 * service.
 */
export function passwordDemands(password: string, policy: PasswordPolicy): PasswordDemand[] {
  const demands: PasswordDemand[] = [
    { text: `At least ${policy.minLength} characters`, met: password.length >= policy.minLength },
  ];
  const most = policy.maxLength ?? PASSWORD_BOUND;
  if (policy.maxLength !== undefined || password.length > most)
    demands.push({ text: `At most ${most} characters`, met: password.length <= most });
  if (policy.lowercase) demands.push({ text: "A lowercase letter", met: /\p{Ll}/u.test(password) });
  if (policy.uppercase) demands.push({ text: "An uppercase letter", met: /\p{Lu}/u.test(password) });
  if (policy.numeric) demands.push({ text: "A number", met: /\p{Nd}/u.test(password) });
  if (policy.nonAlphanumeric) demands.push({ text: "A symbol", met: /[^\p{L}\p{N}]/u.test(password) });
  return demands;
}

/** The unmet requirements as one sentence, or null if all are met. */
export function passwordFault(password: string, policy: PasswordPolicy): string | null {
  const unmet = passwordDemands(password, policy).filter((d) => !d.met);
  return unmet.length === 0 ? null : `Your password must have ${joinWords(unmet.map((d) => lowerFirst(d.text)))}.`;
}
