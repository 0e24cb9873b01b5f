import { mayCheck } from "./flow.ts";

/** The signs that two accounts may belong to one person. */
export type LookAlikeSign = "bank" | "device" | "name";

const WORDS: Readonly<Record<LookAlikeSign, string>> = {
  bank: "same bank account",
  device: "same device",
  name: "same name",
};

/** The signs as text: "same bank account and same name". */
export const signsInWords = (signs: readonly LookAlikeSign[]): string => signs.map((sign) => WORDS[sign]).join(" and ");

type Other = { uid: string; displayName: string; signs: readonly LookAlikeSign[] };

/**
 * Why an admin may not approve a payout run; or null if they may.
 * @param alike accounts that count as the same person as the admin
 */
export function checkerObjection(
  uid: string,
  run: { makerId: string; payees: readonly string[] },
  alike: readonly Other[],
): string | null {
  if (!mayCheck(uid, run.makerId)) return "You prepared this run, so someone else must approve it.";
  if (run.payees.includes(uid)) return "This run pays you, so someone else must approve it.";
  const maker = alike.find((other) => other.uid === run.makerId);
  if (maker)
    return `${maker.displayName} prepared this run, and your two accounts look like the same person (${signsInWords(maker.signs)}), so someone else must approve it.`;
  const payee = alike.find((other) => run.payees.includes(other.uid));
  return payee
    ? `This run pays ${payee.displayName}, and your two accounts look like the same person (${signsInWords(payee.signs)}), so someone else must approve it.`
    : null;
}
