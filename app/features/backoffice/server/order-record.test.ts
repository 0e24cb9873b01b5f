import { afterAll, beforeAll, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { DAY, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { addOrderNote } from "#app/features/orders/server/work/add-order-note.ts";
import { downloadFile } from "#app/features/orders/server/work/download-file.ts";
import { listStaffOpenings } from "#app/features/orders/server/views/list-staff-openings.ts";
import { holdOrder } from "#app/features/orders/server/holds/hold-order.ts";
import { readOrderRecord } from "./read-order-record.ts";
import { resendOrderEmail } from "./resend-order-email.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
});
afterAll(() => world.close());

const [amara, sam, ada] = [personOf("amara"), personOf("sam"), personOf("ada")];
const refusal = (doing: Promise<unknown>): Promise<Problem> =>
  doing.then(
    () => {
      throw new Error("It was not refused");
    },
    (error) => {
      if (error instanceof Problem) return error;
      throw error;
    },
  );
const open = (actor: Actor, id: string) =>
  downloadFile(new Request("http://localhost:3000/"), { actor, params: { id } }).then((it) => it.body?.cancel());

test("support opens a manuscript only while the order has asked for help, and its author sees each opening", async () => {
  const { id: orderId, sourceId } = await orderIn("in_progress");
  expect(await refusal(open(sam, sourceId))).toMatchObject({ kind: "refused" });
  expect((await readOrderRecord(sam, orderId)).files.allowed).toBe(false);
  expect(await listStaffOpenings(orderId)).toEqual([]);
  await open(ada, sourceId);
  await postMessage(amara, { orderId, body: "Please have a look at page two.", askStaff: true });
  await drainJobs();
  await open(sam, sourceId);
  await open(amara, sourceId);
  expect((await listStaffOpenings(orderId)).map((it) => it.role)).toEqual(["support", "admin"]);
  expect((await readOrderRecord(sam, orderId)).views).toHaveLength(3);
  setClock(after(NOON, 15 * DAY));
  expect(await refusal(open(sam, sourceId)), "two weeks later it's closed again").toMatchObject({ kind: "refused" });
  setClock(NOON);
});

test("notes are for staff alone", async () => {
  const { id: orderId } = await orderIn("in_progress");
  expect(await refusal(addOrderNote(amara, { orderId, body: "Hello" }))).toMatchObject({ kind: "refused" });
  await addOrderNote(sam, { orderId, body: "Called the author." });
  expect((await readOrderRecord(ada, orderId)).notes).toMatchObject([
    { body: "Called the author.", author: "Sam Okafor" },
  ]);
  expect(await refusal(readOrderRecord(amara, orderId))).toMatchObject({ kind: "refused" });
});

test("an email about an order is listed and can be sent again, not too soon", async () => {
  const { id: orderId } = await orderIn("in_progress");
  await holdOrder(ada, { orderId, reason: "The bank is looking at the payment." });
  await drainJobs();
  const { emails } = await readOrderRecord(sam, orderId);
  expect(emails.map((it) => it.to)).toContain(amara.email);
  const mailId = emails.find((it) => it.to === amara.email)!.id;
  expect(await refusal(resendOrderEmail(sam, { orderId, mailId }))).toMatchObject({ code: "too_soon" });
  setClock(after(NOON, 11 * MINUTE));
  const both = await Promise.allSettled([
    resendOrderEmail(sam, { orderId, mailId }),
    resendOrderEmail(ada, { orderId, mailId }),
  ]);
  expect(both.filter((it) => it.status === "fulfilled")).toHaveLength(1);
  expect((await readOrderRecord(sam, orderId)).emails).toHaveLength(emails.length + 1);
  const other = await orderIn("in_progress");
  expect(await refusal(resendOrderEmail(sam, { orderId: other.id, mailId }))).toMatchObject({ kind: "not-found" });
  setClock(NOON);
});
