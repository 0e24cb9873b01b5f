import { z } from "zod";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { CONTACT_STATUS_WORDS, type ContactMove, contactFlow, contactStep } from "../../rules/contact-flow.ts";
import { mayReadContact } from "../../rules/contact-message.ts";

const MOVES = Object.keys(contactFlow.moves) as [ContactMove, ...ContactMove[]];
const FACTS = { read: "contact.read", close: "contact.closed", reopen: "contact.reopened" } as const satisfies Record<
  ContactMove,
  string
>;

/** Marks a contact message as read, closes or reopens it. Repeating the same move does nothing. */
export const moveContactMessage = command({
  input: z.object({ id: z.string(), move: z.enum(MOVES) }),
  load: async ({ id }, { tx }) => {
    const message = await tx
      .selectFrom("contact_messages")
      .select(["id", "status"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!message) throw notFound("message");
    return message;
  },
  allow: (actor) => mayReadContact(actor) || "Only support can change contact messages.",
  async run({ tx, now, fact, thing, input }) {
    const step = contactStep(input.move, thing.status);
    if (step.do === "nothing") return { changed: false };
    if (step.do === "refuse")
      throw conflict(
        "moved-on",
        `This message is already ${CONTACT_STATUS_WORDS[thing.status].toLowerCase()}.`,
        "Nothing was changed. This page shows its current status.",
      );
    await tx
      .updateTable("contact_messages")
      .set({ status: step.to, movedAt: now })
      .where("id", "=", thing.id)
      .execute();
    await fact(FACTS[input.move], { subjectId: thing.id, data: {}, topics: ["staff"] });
    return { changed: true };
  },
});
