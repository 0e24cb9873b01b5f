import { type Actor, NOBODY, type Person } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { commandContext } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { ContactMove } from "#app/features/support/rules/contact-flow.ts";
import type { ContactTopic } from "#app/features/support/rules/contact-message.ts";
import { moveContactMessage } from "#app/features/support/server/contact/move-contact-message.ts";
import { receiveContactMessage } from "#app/features/support/server/contact/receive-contact-message.ts";
import { personOf } from "./cast.ts";

type Written = {
  ago: number;
  by: Actor;
  name: string;
  email: string;
  topic: ContactTopic;
  message: string;
  moves?: { after: number; by: Person; move: ContactMove }[];
};

const sam = personOf("sam");

const MESSAGES: readonly Written[] = [
  {
    ago: 4 * DAY + 3 * HOUR,
    by: NOBODY,
    name: "Ingrid Solheim",
    email: "ingrid.solheim@postlar.example",
    topic: "ordering",
    message:
      "Good morning,\n\nmy thesis in medieval history has 82,000 words in five chapters, and the last one is still with my supervisor. Can I order chapters one to four now and the fifth in March, and have the same editor for both? The thesis quotes a good deal of Latin, which must stay as it is.\n\nKind regards\nIngrid Solheim",
    moves: [
      { after: 50 * MINUTE, by: sam, move: "read" },
      { after: 3 * HOUR, by: sam, move: "close" },
    ],
  },
  {
    ago: 2 * DAY + 5 * HOUR,
    by: personOf("amara"),
    name: "Amara Osei",
    email: "client@demo.test",
    topic: "payment",
    message:
      "Our finance office needs the department's name and VAT number on the invoice. I've added both to my profile. Can you reissue the invoice for last month's order with them?",
    moves: [{ after: 25 * MINUTE, by: sam, move: "read" }],
  },
  {
    ago: DAY + 2 * HOUR,
    by: personOf("uma"),
    name: "Uma Novak",
    email: "unverified@demo.test",
    topic: "account",
    message:
      "I signed up yesterday and the email with the link hasn't arrived. Our university filters external email and may hold it for a day. Is there another way to verify my address?",
  },
  {
    ago: 9 * HOUR,
    by: NOBODY,
    name: "Dr. Tomasz Zielinski",
    email: "t.zielinski@chemia.example",
    topic: "editing",
    message:
      "I hold a doctorate in organic chemistry and have translated and edited research articles from Polish for eleven years. I'd like to edit in chemistry and materials science, about 10,000 words a week. Before I apply: is the sample edit timed, and can an editor in the EU be paid in euros?",
  },
  {
    ago: 2 * HOUR,
    by: NOBODY,
    name: "Li Wen",
    email: "li.wen@seismo.example",
    topic: "technical",
    message:
      "My LaTeX project is a zip of 140 MB because of the figures, and the page says that it is too large. Can I send only the .tex files and the bibliography, or would the figure captions then be missing from the word count?",
  },
];

/**
 * Creates contact form messages in every status. Safe to repeat, because each is stored once. The job queue must be
 * open.
 */
export async function seedContact(base: Date): Promise<void> {
  await database()
    .transaction()
    .execute(async (tx) => {
      if (await tx.selectFrom("contact_messages").select("id").limit(1).executeTakeFirst()) return;
      for (const { ago, by, name, email, topic, message, moves = [] } of MESSAGES) {
        const at = after(base, -ago);
        const id = await receiveContactMessage.inside(commandContext(tx, by, at), {
          key: "demo",
          name,
          email,
          topic,
          message,
        });
        for (const step of moves)
          await moveContactMessage.inside(commandContext(tx, step.by, after(at, step.after)), { id, move: step.move });
      }
    });
}
