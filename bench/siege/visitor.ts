/** Visitors: they read, drop a manuscript to see the price, write to us, and some create an account. */
import { solveHumanCheck } from "#app/features/accounts/testing/human-check.ts";
import { sendManuscript } from "./author.ts";
import type { City } from "./city.ts";
import type { Person } from "./person.ts";

const PAGES = ["/", "/pricing", "/about", "/integrity", "/terms", "/blog", "/editors", "/contact", "/order/new"];

/** A message's decoded text. */
const readable = (raw: string): string =>
  raw
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

async function writeToUs(city: City, person: Person, mark: string): Promise<void> {
  const message = `Do you edit theses in geology? ${mark}`;
  const html = await person.again(() => person.open("/contact"));
  const key = /name="key" value="([^"]*)"/.exec(html)?.[1] || `key-${mark}`;
  const humanCheck = await person.again(() => solveHumanCheck(() => person.get("/api/human-check")));
  const answer = await person.again(() =>
    person.sent("/contact", {
      key,
      humanCheck,
      name: person.name,
      email: `${mark}@siege.test`,
      topic: "ordering",
      message,
    }),
  );
  if (answer.status === 302) city.told.add("contact", message);
}

async function openAccount(city: City, person: Person, mark: string): Promise<void> {
  const email = `${mark}@siege.test`;
  try {
    await person.again(() => person.signUp(mark, email, "a long enough phrase 7"));
  } catch (error) {
    // The first try's response was lost, but the account exists.
    if (!(error instanceof Error && /422|409/.test(error.message))) throw error;
  }
  const letter = await city.services.smtp.mailTo(email, 120_000);
  await person.again(() => person.verify(readable(letter.raw)));
  city.told.add("account", email);
}

export async function liveAsVisitor(city: City, person: Person): Promise<void> {
  for (let n = 0; !city.over; n++) {
    const mark = `${person.name}-${n}`;
    for (let i = 0; i < 3 && !city.over; i++) {
      const page = PAGES[Math.floor(person.random() * PAGES.length)]!;
      await person.again(() => person.open(page));
      await person.think();
    }
    const what = person.random();
    person.cookies.clear();
    if (what < 0.3) {
      const { orderId } = await person.again(() => person.openDraft());
      await sendManuscript(city, person, orderId, mark);
      await person.again(() => person.open("/order/new"));
    } else if (what < 0.35) await writeToUs(city, person, mark);
    else if (what < 0.4) await openAccount(city, person, mark);
    await person.think();
  }
}
