/** An author: uploads, orders, pays, writes to the editor and support, and accepts deliveries. */
import { createHash } from "node:crypto";
import { Unexpected, manuscript } from "../../e2e/client.ts";
import type { City } from "./city.ts";
import type { Person } from "./person.ts";

/** How many orders an author follows at once. */
const FOLLOWED = 4;

/** Uploads a manuscript in two parts, like a browser on a train. @returns the file once it was counted */
export async function sendManuscript(city: City, person: Person, orderId: string, mark: string): Promise<void> {
  const { name, bytes } = manuscript(mark);
  let upload: string | null = null;
  const fileId = await person.again(async () => {
    upload ??= await person.beginUpload(orderId, name, bytes.length);
    const half = Math.floor(bytes.length / 2);
    const there = await person.uploadedBytes(upload);
    if (there < half) await person.sendBytes(upload, bytes, there, half);
    const now = Math.max(there, half);
    if (now < bytes.length) await person.sendBytes(upload, bytes, now);
    return upload.split("/").at(-1)!;
  });
  city.told.add("file", fileId, createHash("sha256").update(bytes).digest("hex"));
  // An interrupted count is repeated by a clock rule a minute later.
  await person.again(async () => {
    const { file } = await person.json<{ file: { state: string } }>(`/api/files/${fileId}`);
    if (file.state !== "counted") throw new Unexpected("The file is not counted yet", 503, file.state);
  });
}

async function order(city: City, person: Person, mark: string): Promise<string> {
  const { orderId } = await person.again(() => person.openDraft());
  city.marks.set(orderId, mark);
  await sendManuscript(city, person, orderId, mark);
  await person.think();
  await person.again(() => person.saveChoices(orderId));
  await person.think(0.25);
  const checkout = await person.again(() => person.place(orderId));
  city.told.add("placed", orderId);
  await person.think(0.5);
  const paid = await person.again(() => person.payAt(checkout));
  if (paid !== "paid") throw new Error(`The payment of ${orderId} is ${paid}`);
  // The card provider's event arrives a moment later. This checks that it does.
  await person.again(() => person.waitUntilPaid(orderId, 120_000));
  city.told.add("paid", orderId);
  return orderId;
}

async function follow(city: City, person: Person, orderId: string, mark: string): Promise<"done" | "goes on"> {
  const html = await person.again(() => person.open(`/order/${orderId}`));
  await person.think();
  if (html.includes('value="accept"')) {
    const answer = await person.again(() => person.sent(`/order/${orderId}`, { intent: "accept" }));
    if (answer.status < 400) city.told.add("accepted", orderId);
    return "done";
  }
  if (person.random() < 0.3) {
    const body = `About ${mark}: please keep the Latin names.`;
    const answer = await person.again(() =>
      person.sent(`/order/${orderId}`, { intent: "message", body, clientKey: `m-${mark}` }),
    );
    if (answer.status < 400) city.told.add("message", body);
  }
  return "goes on";
}

async function askSupport(city: City, person: Person, mark: string): Promise<void> {
  const answer = await person.again(() =>
    person.sent("/support?new", {
      intent: "open",
      subject: `A question about ${mark}`,
      category: "other",
      body: `Where do I find the invoice of ${mark}?`,
      clientKey: `t-${mark}`,
    }),
  );
  const id = /tkt_[0-9a-z]+/.exec(answer.headers.get("location") ?? "")?.[0];
  if (id !== undefined) city.told.add("ticket", id);
}

export async function liveAsAuthor(city: City, person: Person): Promise<void> {
  const mine: { orderId: string; mark: string }[] = [];
  for (let n = 0; !city.over; n++) {
    const mark = `${person.name}-${n}`;
    if (mine.length < FOLLOWED) mine.push({ orderId: await order(city, person, mark), mark });
    for (const it of mine.slice()) {
      if (city.over) return;
      if ((await follow(city, person, it.orderId, it.mark)) === "done") mine.splice(mine.indexOf(it), 1);
    }
    if (person.random() < 0.2) await askSupport(city, person, mark);
    await person.again(() => person.open(person.random() < 0.5 ? "/my-orders" : "/my-payments"));
    await person.think();
  }
}
