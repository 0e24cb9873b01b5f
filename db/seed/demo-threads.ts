import { crc32, deflateSync } from "node:zlib";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { storeAttachment } from "#app/features/messages/server/attachments.ts";
import { assignOrderThread } from "#app/features/messages/server/assign-order-thread.ts";
import { markThreadRead } from "#app/features/messages/server/mark-thread-read.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { personOf } from "./cast.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const sam = personOf("sam");

const WIDTH = 480;
const HEIGHT = 300;
const COLUMNS = [0.34, 0.52, 0.47, 0.71, 0.66, 0.83, 0.58, 0.92];

/** A small PNG of a column chart. */
function columns(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT);
  const step = WIDTH / COLUMNS.length;
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const column = Math.floor(x / step);
      const inside = x % step > step * 0.2 && x % step < step * 0.8 && HEIGHT - y < HEIGHT * 0.9 * COLUMNS[column]!;
      rows[y * (WIDTH + 1) + 1 + x] = inside ? (column % 2 === 0 ? 1 : 2) : 0;
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from([0xff, 0xfe, 0xfc, 0x1f, 0x3a, 0x5f, 0x2f, 0x6b, 0x4f]);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const TERMS = [
  "Canopy closure,keep (not: crown cover)",
  "Stand,keep",
  "Understorey,one word",
  "LAI,spelled out once in each section",
  "Sensor node,keep",
  "",
].join("\n");

const orderOf = async (author: Person, status: OrderStatus): Promise<string> =>
  (
    await database()
      .selectFrom("orders")
      .select("id")
      .where("userId", "=", author.uid)
      .where("status", "=", status)
      .orderBy("createdAt", "desc")
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id;
const file = async (by: Person, name: string, bytes: Uint8Array): Promise<string> =>
  (await storeAttachment({ uid: by.uid }, { name, bytes })).id;

/**
 * Creates conversations on the demo's orders: with files, read receipts, and one that asks for staff. Runs after the
 * orders. The job queue must be open.
 */
export async function seedThreads(base: Date): Promise<void> {
  const at = async (ago: number, act: () => Promise<unknown>) => {
    setClock(after(base, -ago));
    await act();
    await drainJobs();
  };
  try {
    const fresh = await orderOf(amara, "assigned");
    await at(5 * HOUR, async () =>
      postMessage(amara, {
        orderId: fresh,
        body: "Good morning. Here are two things that aren't in the manuscript: my group's list of terms, and the figure that Reviewer 2 asked us to describe better. The journal's guide is at https://www.forestgrowth.example/authors.",
        attachmentIds: [
          await file(amara, "terms.csv", Buffer.from(TERMS)),
          await file(amara, "Figure 3, canopy closure by site.png", columns()),
        ],
      }),
    );
    await at(4.5 * HOUR, () => markThreadRead(jonas, { orderId: fresh }));
    await at(4.2 * HOUR, () =>
      postMessage(jonas, {
        orderId: fresh,
        body: "Thank you, both help. I'll keep the terms in your list as they are.\n\nThe columns of Figure 3 have no unit: is closure given as a fraction?",
      }),
    );
    await at(4 * HOUR, () => markThreadRead(amara, { orderId: fresh }));
    await at(3.9 * HOUR, () =>
      postMessage(amara, {
        orderId: fresh,
        body: "Yes, as a fraction of the sky that is covered. Please say so in the caption.",
      }),
    );
    await at(3 * HOUR, () => markThreadRead(jonas, { orderId: fresh }));

    const atWork = await orderOf(mei, "in_progress");
    await at(7 * HOUR, () => markThreadRead(jonas, { orderId: atWork }));
    await at(6 * HOUR, () => postMessage(jonas, { orderId: atWork, body: "I'm glad it does. The results are next." }));
    await at(2 * HOUR, () => markThreadRead(mei, { orderId: atWork }));
    await at(1.5 * HOUR, () =>
      postMessage(mei, {
        orderId: atWork,
        body: "The deadline of the special issue was moved forward by four days. Can the due date be moved too, and what would that cost? Jonas, please continue as planned for now.",
        askStaff: true,
      }),
    );

    const delivered = await orderOf(amara, "delivered");
    await at(20 * HOUR, () =>
      postMessage(amara, {
        orderId: delivered,
        body: "My co-author can't open the tracked copy on her tablet. Is there a way to send it to her?",
        askStaff: true,
      }),
    );
    await at(19.5 * HOUR, async () => {
      await assignOrderThread(sam, { orderId: delivered, assigneeId: sam.uid });
      await postMessage(sam, {
        orderId: delivered,
        body: "Yes, the clean copy has every change accepted and opens anywhere. To share the changes, print the tracked copy to PDF from Word, with the comments in the margin.",
      });
    });
    await at(19.5 * HOUR - 20 * MINUTE, () => markThreadRead(amara, { orderId: delivered }));
  } finally {
    setClock(null);
  }
}
