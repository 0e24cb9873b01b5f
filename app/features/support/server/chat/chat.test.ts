import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type TestWorld, NOON, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { getHumanCheck } from "#app/features/accounts/server/sign-in/human-check.ts";
import { solveHumanCheck } from "#app/features/accounts/testing/human-check.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { useConfig } from "#app/platform/server/core/config.ts";
import type { ChatView } from "../../rules/chat.ts";
import { answerTicket } from "../tickets/answer-ticket.ts";
import { chatStream, getChat, postChat, postChatSeen } from "./chat-endpoints.ts";
import { resolveTicket } from "../tickets/resolve-ticket.ts";
import { writeToGoneVisitors } from "./write-to-gone-visitors.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({ HUMAN_CHECK: "on", DEMO: "0" });
});
afterAll(() => world.close());
afterEach(async () => {
  setClock(NOON);
  await world.db.deleteFrom("tickets").execute();
  await world.db.deleteFrom("thread_reads").execute();
  await world.db.deleteFrom("mail").execute();
  await world.db.deleteFrom("auth_rate_limit").execute();
});

const sam = personOf("sam");
const human = () => solveHumanCheck(() => getHumanCheck());
const key = (n: number): string => n.toString(16).padStart(32, "0");
let drawn = 1_000;
const newKey = () => key(drawn++);

/** A browser with its cookie. */
class Visitor {
  cookie = "";
  network = "198.51.100.1";
  async ask(
    handle: typeof getChat,
    body?: unknown,
    actor: Actor = NOBODY,
  ): Promise<{ status: number; view: ChatView; code: string | null; fields: Record<string, string> }> {
    const request = new Request("http://localhost:3000/api/chat", {
      headers: { cookie: this.cookie, "x-forwarded-for": this.network },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    try {
      const answer = await handle(request, { actor });
      const set = answer.headers.get("set-cookie");
      if (set) this.cookie = set.split(";")[0]!;
      return {
        status: answer.status,
        view: answer.headers.get("content-type")?.includes("json")
          ? ((await answer.json()) as ChatView)
          : (null as never),
        code: null,
        fields: {},
      };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { status: error.status, view: null as never, code: error.code, fields: { ...error.fields } };
    }
  }
  async begin(message = "Do you edit posters?", more: Record<string, unknown> = {}) {
    return this.ask(postChat, { message, clientKey: newKey(), humanCheck: await human(), ...more });
  }
  say = (message: string, more: Record<string, unknown> = {}) =>
    this.ask(postChat, { message, clientKey: newKey(), ...more });
  read = () => this.ask(getChat);
}

const tickets = () => world.db.selectFrom("tickets").selectAll().orderBy("id").execute();
const theTicket = async () => (await tickets())[0]!;
const emails = () => world.db.selectFrom("mail").select(["to", "subject", "text"]).execute();
const bodies = (view: ChatView) => view.lines.map((line) => `${line.from}: ${line.body}`);
const samAnswers = async (body = "We do: send us the text.", ticketId?: string) =>
  answerTicket(sam, { ticketId: ticketId ?? (await theTicket()).id, body });

describe("a chat", () => {
  test("starts an open ticket and continues in it", async () => {
    const ruth = new Visitor();
    const begun = await ruth.begin("Do you edit\n posters? ", { name: " Ruth\nAdler", email: "Ruth@example.org" });
    expect(begun).toMatchObject({
      status: 200,
      view: { open: true, reachable: true, unread: 0, promise: { open: false, byAt: "2026-11-23T16:00:00.000Z" } },
    });
    expect((await ruth.say("In A0.")).status).toBe(200);
    expect(bodies((await ruth.read()).view)).toEqual(["visitor: Do you edit\n posters?", "visitor: In A0."]);
    expect(await tickets()).toMatchObject([
      {
        channel: "chat",
        ownerRole: "visitor",
        ownerUid: null,
        visitorName: "Ruth Adler",
        visitorEmail: "ruth@example.org",
        subject: "Do you edit posters?",
        category: "other",
        priority: "normal",
        status: "open",
        unreadByAdmin: true,
        messages: 2,
      },
    ]);
  });

  test("is private: another browser or a made-up key sees nothing", async () => {
    const ruth = new Visitor();
    await ruth.begin();
    const other = new Visitor();
    for (const cookie of ["", `stet_chat=${"A".repeat(43)}`, "stet_chat=x", ruth.cookie.slice(0, -1)]) {
      other.cookie = cookie;
      expect((await other.read()).view).toMatchObject({ lines: [], open: false, promise: { open: false } });
      expect(await other.ask(chatStream)).toMatchObject({ status: 404 });
      expect(await other.ask(postChatSeen, { upTo: "tkm_x" })).toMatchObject({ status: 404 });
    }
    // A planted key is never adopted.
    other.cookie = `stet_chat=${"A".repeat(43)}`;
    await other.begin("Mine");
    expect(other.cookie).not.toContain("AAAA");
    expect(bodies((await other.read()).view)).toEqual(["visitor: Mine"]);
    expect(bodies((await ruth.read()).view)).toEqual(["visitor: Do you edit posters?"]);
    expect(await other.ask(postChatSeen, { upTo: (await ruth.read()).view.lines[0]!.id })).toMatchObject({
      status: 404,
    });
  });

  test("stores only hashes of the keys", async () => {
    const ruth = new Visitor();
    const clientKey = newKey();
    await ruth.ask(postChat, { message: "Hello", clientKey, humanCheck: await human() });
    const rows = JSON.stringify([
      await tickets(),
      await world.db.selectFrom("ticket_messages").selectAll().execute(),
      await world.db.selectFrom("facts").selectAll().execute(),
    ]);
    expect(rows).not.toContain(ruth.cookie.split("=")[1]);
    expect(rows).not.toContain(clientKey);
  });

  test("refuses signed-in users", async () => {
    const ruth = new Visitor();
    for (const person of [personOf("amara"), personOf("uma"), sam]) {
      for (const [handle, body] of [
        [getChat, undefined],
        [postChat, { message: "x", clientKey: newKey() }],
        [postChatSeen, { upTo: "x" }],
        [chatStream, undefined],
      ] as const)
        expect(await ruth.ask(handle, body, person)).toMatchObject({ status: 403 });
    }
    expect(await tickets()).toEqual([]);
  });

  test("is not found when chat is off or third-party", async () => {
    const { config } = world;
    try {
      for (const liveChat of [
        { kind: "off" },
        { kind: "embed", script: "https://chat.example/x.js", origins: ["https://chat.example"] },
      ] as const) {
        useConfig({ ...config, liveChat });
        expect(await new Visitor().read()).toMatchObject({ status: 404 });
        expect(await new Visitor().begin()).toMatchObject({ status: 404 });
      }
    } finally {
      useConfig(config);
    }
  });
});

describe("a message", () => {
  test("needs the human check once, for the first message", async () => {
    const ruth = new Visitor();
    expect(await ruth.say("Hello")).toMatchObject({ status: 422, code: "human-check" });
    const humanCheck = await human();
    expect(await ruth.ask(postChat, { message: "Hello", clientKey: newKey(), humanCheck })).toMatchObject({
      status: 200,
    });
    expect(await new Visitor().ask(postChat, { message: "Hello", clientKey: newKey(), humanCheck })).toMatchObject({
      status: 422,
      code: "human-check",
    });
    expect(await tickets()).toHaveLength(1);
  });

  test("is stored once when resent, even if the cookie never arrived", async () => {
    const sent = { message: "Hello", clientKey: newKey(), humanCheck: await human() };
    const [ruth, again] = [new Visitor(), new Visitor()];
    const both = await Promise.all([ruth.ask(postChat, sent), again.ask(postChat, sent)]);
    expect(both.map((it) => it.status)).toEqual([200, 200]);
    expect(again.cookie).toBe(ruth.cookie);
    const next = { message: "In A0.", clientKey: newKey() };
    await Promise.all([ruth.ask(postChat, next), ruth.ask(postChat, next), again.ask(postChat, next)]);
    expect(bodies((await ruth.read()).view)).toEqual(["visitor: Hello", "visitor: In A0."]);
    expect(await tickets()).toHaveLength(1);
  });

  test("is rejected with a reason and uses up no human check", async () => {
    const ruth = new Visitor();
    const humanCheck = await human();
    const send = (body: Record<string, unknown>) => ruth.ask(postChat, { clientKey: newKey(), humanCheck, ...body });
    expect(await send({ message: "  " })).toMatchObject({ status: 422, fields: { message: "Write your message." } });
    expect(await send({ message: "x".repeat(4_001) })).toMatchObject({
      status: 422,
      fields: { message: expect.stringContaining("4,000") },
    });
    expect(await send({ message: "Hello", email: "ruth" })).toMatchObject({
      status: 422,
      fields: { email: expect.stringContaining("leave this empty") },
    });
    for (const clientKey of [undefined, "x", 7])
      expect(await send({ message: "Hello", clientKey })).toMatchObject({ status: 422 });
    expect(await ruth.ask(postChat, null)).toMatchObject({ status: 422 });
    expect(await send({ message: "Hello" })).toMatchObject({ status: 200 });
  });

  test("is limited per conversation, and first messages per network", async () => {
    const ruth = new Visitor();
    await ruth.begin();
    const said: number[] = [];
    for (let i = 0; i < 31; i++)
      said.push(
        await ruth
          .say(`${i}`)
          .catch((error: { status?: number }) => error)
          .then((it) => it.status ?? 0),
      );
    expect(said.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200));
    expect(said[30]).toBe(429);
    const begun: number[] = [];
    for (let i = 0; i < 10; i++) begun.push((await new Visitor().begin(`${i}`)).status);
    expect(begun).toEqual([...Array.from({ length: 9 }, () => 200), 429]);
    const elsewhere = new Visitor();
    elsewhere.network = "203.0.113.9";
    expect((await elsewhere.begin()).status).toBe(200);
  });
});

describe("a staff answer", () => {
  test("appears in the visitor's chat as new until seen; notes never do", async () => {
    const ruth = new Visitor();
    await ruth.begin();
    await samAnswers();
    const { view } = await ruth.read();
    expect(view).toMatchObject({
      open: true,
      unread: 1,
      promise: null,
      lines: [
        { from: "visitor", name: null },
        { from: "staff", name: CAST.sam.displayName },
      ],
    });
    expect(await ruth.ask(postChatSeen, { upTo: view.lines[1]!.id })).toMatchObject({ status: 200 });
    expect((await ruth.read()).view.unread).toBe(0);
  });

  test("sends an event without content to the open chat", async () => {
    const ruth = new Visitor();
    await ruth.begin();
    const request = new Request("http://localhost:3000/api/chat/live", { headers: { cookie: ruth.cookie } });
    const answer = await chatStream(request, { actor: NOBODY });
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    await answer.body!.cancel();
    await samAnswers();
    const topics = await world.db
      .selectFrom("facts")
      .select(["kind", "data"])
      .where("kind", "=", "ticket.answered")
      .execute();
    expect(JSON.stringify(topics)).not.toContain("send us the text");
  });

  test("is emailed once to a visitor who left, with a reply link", async () => {
    const ruth = new Visitor();
    await ruth.begin("Do you edit posters?", { email: "ruth@example.org" });
    setClock(after(NOON, MINUTE));
    await samAnswers("We do.");
    setClock(after(NOON, 2 * MINUTE));
    await samAnswers("In every size.");
    await writeToGoneVisitors(after(NOON, 3 * MINUTE));
    expect(await emails()).toEqual([]);
    for (const minutes of [4, 5, 90]) await writeToGoneVisitors(after(NOON, minutes * MINUTE));
    expect(await emails()).toMatchObject([
      {
        to: "ruth@example.org",
        subject: "Our answer: Do you edit posters?",
        text: expect.stringMatching(/We do\.[^]*In every size\.[^]*\/contact\/reply\//),
      },
    ]);
    setClock(after(NOON, 95 * MINUTE));
    await samAnswers("And in color.");
    await Promise.all([writeToGoneVisitors(after(NOON, 98 * MINUTE)), writeToGoneVisitors(after(NOON, 98 * MINUTE))]);
    const all = await emails();
    expect(all).toHaveLength(2);
    expect(all[1]!.text).toContain("And in color.");
    expect(all[1]!.text).not.toContain("In every size.");
  });

  test("isn't emailed if seen or without an address, but is once an address is added", async () => {
    const [ruth, anna] = [new Visitor(), new Visitor()];
    await ruth.begin("Posters?", { email: "ruth@example.org" });
    await anna.begin("Slides?");
    const [hers, annas] = (await tickets()).map((it) => it.id);
    await samAnswers("Yes.", hers);
    await samAnswers("Also.", annas);
    await ruth.ask(postChatSeen, { upTo: (await ruth.read()).view.lines[1]!.id });
    await writeToGoneVisitors(after(NOON, 5 * MINUTE));
    expect(await emails()).toEqual([]);
    setClock(after(NOON, 6 * MINUTE));
    await anna.say("Write to me.", { email: "anna@example.org" });
    await samAnswers("We will.", annas);
    await writeToGoneVisitors(after(NOON, 9 * MINUTE));
    expect(await emails()).toMatchObject([{ to: "anna@example.org" }]);
  });

  test("that resolves the ticket ends the conversation; the next message starts another with a new check", async () => {
    const ruth = new Visitor();
    await ruth.begin();
    await resolveTicket(sam, { ticketId: (await theTicket()).id });
    expect((await ruth.read()).view).toMatchObject({ open: false, lines: [{ body: "Do you edit posters?" }] });
    expect(await ruth.say("And slides?")).toMatchObject({ code: "human-check" });
    const { cookie } = ruth;
    expect((await ruth.begin("And slides?")).view).toMatchObject({ open: true, lines: [{ body: "And slides?" }] });
    expect(ruth.cookie).toBe(cookie);
    expect((await tickets()).map((it) => it.status)).toEqual(["resolved", "open"]);
  });
});
