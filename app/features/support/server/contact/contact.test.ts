import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { RouterContextProvider } from "react-router";
import { type TestWorld, NOON, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { seedContact } from "#db/seed/demo-contact.ts";
import { actorContext } from "#app/context.ts";
import { getHumanCheck } from "#app/features/accounts/server/sign-in/human-check.ts";
import { solveHumanCheck } from "#app/features/accounts/testing/human-check.ts";
import { NOBODY, type Actor, type Person } from "#app/platform/rules/core/actor.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import * as contact from "../../screens/contact.tsx";
import { contactMessagesCsv } from "./contact-csv.ts";
import { countContactMessages } from "./count-contact-messages.ts";
import { findContactMessage } from "./find-contact-message.ts";
import { CONTACT_LIST } from "../../rules/contact-list.ts";
import { listContactMessages } from "./list-contact-messages.ts";
import { moveContactMessage } from "./move-contact-message.ts";
import { receiveContactMessage } from "./receive-contact-message.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({ HUMAN_CHECK: "on", DEMO: "0" });
});
afterAll(() => world.close());
afterEach(async () => {
  await world.db.deleteFrom("contact_messages").execute();
  await world.db.deleteFrom("auth_rate_limit").execute();
});

const sam = personOf("sam");
const ada = personOf("ada");
const amara = personOf("amara");
const uma: Person = personOf("uma");
const WORDS = {
  name: "Ingrid Solheim",
  email: "Ingrid@example.org ",
  topic: "ordering",
  message: "May I order chapters one by one?",
};
const write = (actor: Actor, changed: Partial<typeof WORDS & { key: string }> = {}) =>
  receiveContactMessage(actor, { key: "page-1", ...WORDS, ...changed });
const rows = () => world.db.selectFrom("contact_messages").selectAll().orderBy("id").execute();
const factsOf = (id: string) =>
  world.db
    .selectFrom("facts")
    .select("kind")
    .where("subjectId", "=", id)
    .orderBy("seq")
    .execute()
    .then((all) => all.map((f) => f.kind));
const asked = (search: string) => readListQuery(new URLSearchParams(search), CONTACT_LIST);

describe("a contact message", () => {
  test("is stored for a visitor, a signed-in user and an unverified user", async () => {
    await write(NOBODY);
    await write(amara, { email: "client@demo.test" });
    await write(uma, { email: "unverified@demo.test" });
    expect(await rows()).toMatchObject([
      {
        name: "Ingrid Solheim",
        email: "ingrid@example.org",
        topic: "ordering",
        uid: null,
        status: "new",
        createdAt: NOON,
      },
      { uid: CAST.amara.uid },
      { uid: CAST.uma.uid },
    ]);
  });

  test("is stored once when the form is sent twice, even at the same time; different text makes another", async () => {
    const ids = await Promise.all([write(NOBODY), write(NOBODY), write(NOBODY)]);
    expect(new Set(ids).size).toBe(1);
    await write(NOBODY, { message: "And may the same editor have both?" });
    await write(NOBODY, { email: "somebody.else@example.org" });
    expect(await rows()).toHaveLength(3);
    expect(await factsOf(ids[0]!)).toEqual(["contact.received"]);
  });

  test("names each wrong field and stores nothing", async () => {
    const bad = receiveContactMessage(NOBODY, {
      key: "",
      name: " \n ",
      email: "nobody",
      topic: "toString",
      message: "   ",
    });
    await expect(bad).rejects.toMatchObject({
      kind: "invalid",
      fields: {
        name: expect.any(String),
        email: expect.any(String),
        topic: expect.any(String),
        message: expect.any(String),
      },
    });
    await expect(write(NOBODY, { message: "x".repeat(5_001) })).rejects.toMatchObject({
      fields: { message: expect.stringContaining("5,000") },
    });
    expect(await rows()).toEqual([]);
  });

  test("a name can't contain line breaks", async () => {
    await write(NOBODY, { name: "Eve\r\nBcc: all@example.org\u2028" });
    expect((await rows())[0]!.name).toBe("Eve Bcc: all@example.org");
  });

  test("notifies support and admins without the message text", async () => {
    const id = await write(NOBODY);
    await drainJobs();
    const told = await world.db
      .selectFrom("notifications")
      .select(["forRole", "userId", "type", "title", "body", "link", "severity"])
      .where("link", "=", `/support-desk/contact/${id}`)
      .orderBy("forRole")
      .execute();
    expect(told).toMatchObject([
      { forRole: "admin", userId: null, type: "admin_notification" },
      { forRole: "support", userId: null, type: "admin_notification", severity: 1, body: "Pricing and ordering." },
    ]);
    expect(JSON.stringify(told)).not.toMatch(/Ingrid|chapters/);
  });
});

describe("the form", () => {
  const send = async (fields: Record<string, string>, actor: Actor = NOBODY, network = "198.51.100.1") => {
    const context = new RouterContextProvider();
    context.set(actorContext, actor);
    const request = new Request("http://localhost:3000/contact", {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "x-forwarded-for": network },
    });
    try {
      // eslint-disable-next-line typescript/no-explicit-any -- the router's own argument type has more than an action reads
      const answer = await contact.action({ request, context, params: {}, url: new URL(request.url) } as any);
      return { status: answer.init?.status ?? 200, location: null, error: answer.data.error, typed: answer.data.typed };
    } catch (thrown) {
      if (!(thrown instanceof Response)) throw thrown;
      return { status: thrown.status, location: thrown.headers.get("location"), error: undefined, typed: undefined };
    }
  };
  const human = () => solveHumanCheck(() => getHumanCheck());

  test("redirects to /thanks, also after a second click, though a human check answer counts once", async () => {
    const fields = { key: "k", ...WORDS, humanCheck: await human() };
    expect(await Promise.all([send(fields), send(fields)])).toMatchObject([
      { status: 302, location: "/thanks?for=contact" },
      { status: 302, location: "/thanks?for=contact" },
    ]);
    expect(await send(fields)).toMatchObject({ status: 302 });
    expect(await rows()).toHaveLength(1);
  });

  test("returns what was typed when the check is missing or a field is wrong", async () => {
    expect(await send({ key: "k", ...WORDS })).toMatchObject({
      status: 422,
      error: { code: "human-check" },
      typed: WORDS,
    });
    const humanCheck = await human();
    expect(await send({ key: "k", ...WORDS, email: "nobody", humanCheck })).toMatchObject({
      status: 422,
      error: { fields: { email: expect.any(String) } },
      typed: { message: WORDS.message },
    });
    expect(await rows()).toEqual([]);
    // The rejected tries didn't count.
    expect(await send({ key: "k", ...WORDS, humanCheck })).toMatchObject({ status: 302 });
  });

  test("accepts five messages an hour per address, from any network", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++)
      statuses.push(
        (await send({ key: `k${i}`, ...WORDS, humanCheck: await human() }, NOBODY, `198.51.100.${i}`)).status,
      );
    expect(statuses).toEqual([302, 302, 302, 302, 302, 429]);
    expect(await rows()).toHaveLength(5);
  });
});

describe("at the support desk", () => {
  test("only support and admins can read, not even the writer", async () => {
    const id = await write(amara);
    for (const staff of [sam, ada]) {
      expect((await listContactMessages(staff, asked(""))).total).toBe(1);
      expect(await findContactMessage(staff, id)).toMatchObject({
        message: WORDS.message,
        author: { uid: CAST.amara.uid, signedIn: true, isEditor: false },
      });
    }
    for (const other of [NOBODY, amara, personOf("jonas"), uma]) {
      await expect(listContactMessages(other, asked(""))).rejects.toMatchObject({ kind: "refused" });
      await expect(findContactMessage(other, id)).rejects.toMatchObject({ kind: "refused" });
      await expect(moveContactMessage(other, { id, move: "close" })).rejects.toMatchObject({ kind: "refused" });
      await expect(
        contactMessagesCsv(new Request("http://localhost/api/csv/contact-messages"), { actor: other }),
      ).rejects.toMatchObject({ kind: "refused" });
    }
    await expect(findContactMessage(sam, "ctm_none")).rejects.toMatchObject({ kind: "not-found" });
  });

  test("a matching address alone doesn't identify the writer", async () => {
    const id = await write(NOBODY, { email: "editor@demo.test" });
    expect((await findContactMessage(sam, id)).author).toEqual({
      uid: CAST.jonas.uid,
      displayName: "Jonas Weber",
      isEditor: true,
      signedIn: false,
    });
    expect((await findContactMessage(sam, await write(NOBODY))).author).toBeNull();
    const unknown: Person = { ...uma, uid: "usr_without_profile" };
    expect(await findContactMessage(sam, await write(unknown, { key: "page-2" }))).toMatchObject({
      author: null,
      unverified: true,
    });
  });

  test("records each move once: read, closed, reopened", async () => {
    const id = await write(NOBODY);
    expect(await moveContactMessage(sam, { id, move: "read" })).toEqual({ changed: true });
    expect(await moveContactMessage(ada, { id, move: "read" })).toEqual({ changed: false });
    expect(await moveContactMessage(ada, { id, move: "close" })).toEqual({ changed: true });
    await expect(moveContactMessage(sam, { id, move: "read" })).rejects.toMatchObject({ kind: "conflict" });
    expect(await moveContactMessage(sam, { id, move: "reopen" })).toEqual({ changed: true });
    expect((await findContactMessage(sam, id)).events.map((e) => [e.kind, e.who])).toEqual([
      ["contact.reopened", "Sam Okafor"],
      ["contact.closed", "Ada Lindqvist"],
      ["contact.read", "Sam Okafor"],
      ["contact.received", null],
    ]);
    await expect(moveContactMessage(sam, { id: "ctm_none", move: "close" })).rejects.toMatchObject({
      kind: "not-found",
    });
  });

  test("of two people closing at once, one does it and the other finds it done", async () => {
    const id = await write(NOBODY);
    const done = await Promise.all([
      moveContactMessage(sam, { id, move: "close" }),
      moveContactMessage(ada, { id, move: "close" }),
    ]);
    expect(done.map((d) => d.changed).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
    expect(await factsOf(id)).toEqual(["contact.received", "contact.closed"]);
  });

  test("the list can be searched, filtered, sorted and counted; the CSV matches", async () => {
    await seedContact(NOON);
    await seedContact(NOON);
    expect(await countContactMessages()).toEqual({ new: 3, open: 1 });
    const names = async (search: string) => (await listContactMessages(sam, asked(search))).rows.map((r) => r.name);
    expect(await names("")).toEqual(["Li Wen", "Dr. Tomasz Zielinski", "Uma Novak", "Amara Osei"]);
    expect(await names("status=closed")).toEqual(["Ingrid Solheim"]);
    expect(await names("status=all&sort=name")).toEqual([
      "Amara Osei",
      "Dr. Tomasz Zielinski",
      "Ingrid Solheim",
      "Li Wen",
      "Uma Novak",
    ]);
    expect(await names("status=all&topic=technical")).toEqual(["Li Wen"]);
    expect(await names("q=VAT")).toEqual(["Amara Osei"]);
    expect(await names("q=%25")).toEqual([]);
    const file = await (
      await contactMessagesCsv(new Request("http://localhost/api/csv/contact-messages?q=VAT"), { actor: sam })
    ).text();
    expect(file.split("\r\n").filter(Boolean)).toHaveLength(2);
    expect(file).toContain("Amara Osei,client@demo.test,yes");
  });
});
