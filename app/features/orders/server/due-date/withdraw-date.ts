import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { endProposal, lockProposal, mayWithdraw } from "./find-date-proposal.ts";

/** Withdraws a proposed date before both sides have agreed to it. Withdrawing twice does nothing. */
export const withdrawDate = command({
  input: z.object({ proposalId: z.string() }),
  load: ({ proposalId }, ctx) => lockProposal(ctx, proposalId),
  allow: (actor, { proposal }) => mayWithdraw(actor, proposal) || "Only the one who proposed a date can withdraw it.",
  run: async ({ thing: { order, proposal }, ...ctx }) => {
    if (proposal.status === "withdrawn") return;
    if (proposal.status !== "open")
      throw conflict(
        "proposal_over",
        "This proposal is no longer open.",
        "The order page shows the due date that applies now.",
      );
    await endProposal(ctx, order, proposal, "withdrawn");
  },
});
