import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { LockedDeposit } from "./find-deposit.ts";

/** What facts about an account say of it. @param amountMinor in the deposit's currency */
export const aboutAccount = ({ deposit, name, uids }: LockedDeposit, amountMinor: number) => ({
  organizationId: deposit.organizationId,
  name,
  amountMinor,
  currency: deposit.currency,
  uids,
});

/** Who a fact about a deposit's account concerns. */
export const toldOf = ({ deposit, uids }: LockedDeposit) => ({
  subjectId: deposit.organizationId ?? deposit.uid!,
  topics: ["staff", ...uids.map((uid) => `user:${uid}`)],
});

/** Tells the person, or an organization's owners and managers. @param amountMinor negative if money returned to a card */
export const tellMoved = (ctx: CommandContext, locked: LockedDeposit, amountMinor: number) =>
  ctx.fact("balance.moved", { ...toldOf(locked), data: { ...aboutAccount(locked, amountMinor), by: "card" } });
