import { RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { actorContext } from "#app/context.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { conflict, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "./page-frame.ts";

type Args = { request: Request; url: URL; params: { orderId: string }; context: RouterContextProvider };
type Sent = { init: { status?: number; headers?: HeadersInit } | null; data: Record<string, unknown> };

function args(fields: Record<string, string> | null, address = "http://localhost/order/ord_1?page=2"): Args {
  const context = new RouterContextProvider();
  context.set(actorContext, NOBODY);
  const init = fields ? { method: "POST", body: new URLSearchParams(fields) } : {};
  return { request: new Request(address, init), url: new URL(address), params: { orderId: "ord_1" }, context };
}

const held: unknown[] = [];
async function hold(_actor: Actor, input: { orderId: string; reason: string; how: "soft" | "hard" }) {
  const { how } = z.object({ how: z.enum(["soft", "hard"]) }).parse(input);
  if (input.reason === "taken") throw conflict("taken", "Somebody was first.");
  held.push(input);
  return { number: held.length, how };
}

const action = pageAction<Args, { about: string; seen: string }>({
  intents: {
    hold: intent({
      command: hold,
      input: ({ params, text }) => ({ orderId: params.orderId, reason: text("reason"), how: text("how") }),
      done: ({ how }) => `On hold (${how}).`,
      reply: (_result, { params }) => ({ about: params.orderId }),
    }),
    open: intent({
      command: hold,
      input: ({ params }) => ({ orderId: params.orderId, reason: "", how: "soft" }),
      goTo: (_result, { params }) => `/order/${params.orderId}`,
    }),
    broken: async () => {
      throw new TypeError("a fault of ours");
    },
    remember: async () => ({ done: "Remembered.", headers: { "set-cookie": "seen=1" } }),
  },
  refused: (problem) => (problem.kind === "conflict" ? { seen: "v2" } : {}),
});
const send = async (fields: Record<string, string>) => (await action(args(fields))) as unknown as Sent;

describe("a page's action", () => {
  test("runs the form's command and answers with its message and intent", async () => {
    const answer = await send({ intent: "hold", reason: "holiday", how: "soft" });
    expect(answer.data).toEqual({ form: "hold", done: "On hold (soft).", about: "ord_1" });
    expect(held.at(-1)).toEqual({ orderId: "ord_1", reason: "holiday", how: "soft" });
  });

  test("answers a refusal with its status, what was typed and what else the page needs, but never a password", async () => {
    const answer = await send({ intent: "hold", reason: "taken", how: "soft", "current-password": "secret" });
    expect(answer.init?.status).toBe(409);
    expect(answer.data).toEqual({
      form: "hold",
      error: expect.objectContaining({ kind: "conflict", message: "Somebody was first." }),
      typed: { intent: "hold", reason: "taken", how: "soft" },
      seen: "v2",
    });
  });

  test.each(["nothing-of-ours", "", "toString"])("refuses the unknown intent %j with 422", async (unknown) => {
    const answer = await send({ intent: unknown, reason: "holiday" });
    expect(answer.init?.status).toBe(422);
    expect(answer.data).toMatchObject({ form: unknown, error: { message: "Unknown action." } });
  });

  test("sends a reply's headers, and doesn't show them", async () => {
    const answer = await send({ intent: "remember" });
    expect(answer.data).toEqual({ form: "remember", done: "Remembered." });
    expect(new Headers(answer.init?.headers).get("set-cookie")).toBe("seen=1");
  });

  test("answers an unreadable form with the error page, or on the page itself if the form has files", async () => {
    const unreadable = () => {
      const it = args(null);
      const headers = { "content-type": "multipart/form-data; boundary=x" };
      return { ...it, request: new Request(it.url, { method: "POST", headers, body: "no parts" }) };
    };
    await expect(action(unreadable())).rejects.toMatchObject({ init: { status: 400 } });
    const answer = (await pageAction<Args>({ takesFiles: true, intents: {} })(unreadable())) as unknown as Sent;
    expect(answer.init?.status).toBe(400);
    expect(answer.data).toMatchObject({ error: { message: "We didn't receive the whole form." } });
  });

  test("passes redirects through", async () => {
    const answer = await send({ intent: "open" });
    expect(answer).toBeInstanceOf(Response);
    expect((answer as unknown as Response).headers.get("location")).toBe("/order/ord_1");
  });

  test("rethrows anything that isn't a Problem, which logs it and shows the error page", async () => {
    await expect(send({ intent: "broken" })).rejects.toThrow("a fault of ours");
  });

  test("runs its only form without an intent", async () => {
    const only = pageAction<Args>({ only: async ({ text }) => ({ done: `Hello ${text("name")}` }) });
    expect(((await only(args({ name: "Ada" }))) as unknown as Sent).data).toEqual({ form: "", done: "Hello Ada" });
  });

  test("answers a body that isn't a form with the error page", async () => {
    const it = args(null);
    const request = new Request(it.request.url, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    await expect(action({ ...it, request })).rejects.toMatchObject({ init: { status: 400 } });
  });
});

describe("a page's loader", () => {
  test("gets the actor, the page and its filters", async () => {
    const load = pageLoader((asked: PageRequest<Args>) => [
      asked.actor.kind,
      asked.params.orderId,
      asked.search.get("page"),
    ]);
    expect(await load(args(null))).toEqual(["guest", "ord_1", "2"]);
  });

  test.each([
    [refused(), 403],
    [notFound("order"), 404],
  ])("turns a Problem into the page for its status (%s)", async (problem, status) => {
    const load = pageLoader<Args, never>(() => {
      throw problem;
    });
    await expect(load(args(null))).rejects.toMatchObject({ init: { status } });
  });
});
