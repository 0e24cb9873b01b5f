/** The longest password that is worth hashing, where the operator sets no maximum of their own: a bound for the machine, not a rule for people. */
export const PASSWORD_BOUND = 4_096;

/** What a password must have. Only a minimum length by default; the rest can be asked for. */
export type PasswordPolicy = {
  minLength: number;
  maxLength?: number;
  lowercase?: boolean;
  uppercase?: boolean;
  numeric?: boolean;
  nonAlphanumeric?: boolean;
};

export type PasswordDemand = { text: string; met: boolean };

/** Each demand of the policy, and whether the password meets it: the list beside the field. Length is counted in characters, as the sign-in service counts them. */
export function passwordDemands(password: string, policy: PasswordPolicy): PasswordDemand[] {
  const demands: PasswordDemand[] = [
    { text: `At least ${policy.minLength} characters`, met: password.length >= policy.minLength },
  ];
  const most = policy.maxLength ?? PASSWORD_BOUND;
  if (policy.maxLength !== undefined || password.length > most)
    demands.push({ text: `At most ${most} characters`, met: password.length <= most });
  if (policy.lowercase) demands.push({ text: "A lower-case letter", met: /\p{Ll}/u.test(password) });
  if (policy.uppercase) demands.push({ text: "An upper-case letter", met: /\p{Lu}/u.test(password) });
  if (policy.numeric) demands.push({ text: "A digit", met: /\p{Nd}/u.test(password) });
  if (policy.nonAlphanumeric)
    demands.push({ text: "A character that is neither letter nor digit", met: /[^\p{L}\p{N}]/u.test(password) });
  return demands;
}

/** The demands that a password does not meet, as one sentence; null when it meets all. */
export function passwordFault(password: string, policy: PasswordPolicy): string | null {
  const unmet = passwordDemands(password, policy).filter((d) => !d.met);
  return unmet.length === 0
    ? null
    : `The password needs: ${unmet.map((d) => d.text.charAt(0).toLowerCase() + d.text.slice(1)).join("; ")}.`;
}
