import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { revisionDueFrom } from "../../rules/change/new-words.ts";
import { can } from "../../rules/can.ts";
import { revisionRefusal } from "../../rules/work/revision.ts";
import { answerBy, readVersions, sendVersions } from "../revisions/send-versions.ts";
import { lockOrder } from "../views/find-order.ts";
import { moveOrder, orderFact } from "./move-order.ts";

/**
 * The author requests a free revision, with a note that says what to change and any new versions of the manuscript that
 * they uploaded. New words beyond the free ones are charged, and the revision's time then starts when the author has
 * answered that.
 * @throws conflict no_revision, or what keeps a new version from being sent
 */
export const requestRevision = command({
  input: z.object({
    orderId: z.string(),
    /** The price for the words above the free ones, as the author saw it. */
    expectedMinor: z.coerce.number().int().min(0).default(0),
    note: z.string().trim().min(10, "Tell your editor what to change.").max(5_000, "At most 5,000 characters."),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.decide(actor, order) || "Only the author can request a revision.",
  run: async (ctx) => {
    const { input, thing: order, now } = ctx;
    const deadlines = await deadlinesOfOrder(order, ctx.tx);
    const no = revisionRefusal(order, now, deadlines);
    if (no) throw conflict("no_revision", no, "Place a new order for further work, or contact support.");
    const round = order.revisionsUsed + 1;
    const versions = await readVersions(ctx, order, input.expectedMinor);
    const revisionDueAt = revisionDueFrom(order, answerBy(versions, now, deadlines) ?? now, deadlines);
    const asked = await moveOrder(ctx, order, "request_revision", {
      revisionsUsed: round,
      revisionNote: input.note,
      revisionDueAt,
      autoAcceptAt: null,
    });
    await orderFact(ctx, asked, "order.revision_requested", {
      note: input.note,
      round,
      ...(versions ? { newWords: versions.newWords, freeWords: versions.freeWords } : {}),
    });
    if (versions) await sendVersions(ctx, asked, versions);
    return asked;
  },
});
