/** An editor: takes invites, edits with tracked changes, writes to the author, and submits. */
import { MANUSCRIPTS, trackedOf } from "#db/seed/manuscripts.ts";
import type { City } from "./city.ts";
import type { Person } from "./person.ts";

const INVITE = /name="accept" value="([^"]+)"|value="([^"]+)"[^>]*name="accept"/;
const source = (html: string): string | undefined => /\/api\/files\/(file_[0-9a-z]+|fil_[0-9a-z]+)/.exec(html)?.[1];

/** The tracked copy of the manuscript that `author.ts` sent with this mark. */
function copyOf(mark: string): { name: string; bytes: Buffer } {
  const it = MANUSCRIPTS.vaccination;
  const marked = `${it.marked}\n\nThis is copy ${mark} of the text.`;
  return { name: `${mark} edited.docx`, bytes: trackedOf({ ...it, marked }, "ed", new Date()) };
}

async function work(city: City, person: Person, orderId: string): Promise<void> {
  const page = `/editor/orders/${orderId}`;
  const mark = city.marks.get(orderId);
  if (mark === undefined) return;
  await person.again(() => person.sent(page, { intent: "start" }));
  const sourceId = source(await person.again(() => person.open(page)));
  if (sourceId === undefined) throw new Error(`There is no manuscript on ${page}`);
  await person.think();
  if (person.random() < 0.3) {
    const body = `I have begun with ${mark}.`;
    const answer = await person.again(() => person.sent(page, { intent: "message", body, clientKey: `e-${mark}` }));
    if (answer.status < 400) city.told.add("message", body);
  }
  const { name, bytes } = copyOf(mark);
  await person.again(() => person.upload(orderId, name, bytes, "tracked", sourceId));
  await person.think();
  const answer = await person.again(() =>
    person.sent(page, { intent: "submit", letter: `Dear author of ${mark}, everything is done.` }),
  );
  if (answer.status < 400) {
    city.told.add("submitted", orderId);
    return;
  }
  // Submitted again because the first response was lost. The page says that it's submitted.
  const seen = await person.again(() => person.open(page));
  if (!seen.includes('value="submit"')) city.told.add("submitted", orderId);
  else city.surprises.push(`${person.name} couldn't submit the work (${answer.status})`);
}

export async function liveAsEditor(city: City, person: Person): Promise<void> {
  while (!city.over) {
    const html = await person.again(() => person.open("/editor/invites"));
    const found = INVITE.exec(html);
    const inviteId = found?.[1] ?? found?.[2];
    if (inviteId === undefined) {
      await person.think();
      continue;
    }
    const answer = await person.again(() => person.sent("/editor/invites", { accept: inviteId }));
    const orderId = /ord_[0-9a-z]+/.exec(answer.headers.get("location") ?? "")?.[0];
    // Somebody else was quicker, which is fine.
    if (orderId === undefined) continue;
    city.told.add("taken", inviteId);
    await work(city, person, orderId);
  }
}
