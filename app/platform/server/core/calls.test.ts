import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { NOBODY } from "../../rules/core/actor.ts";
import { conflict } from "../../rules/core/errors.ts";
import { type Call, answerCalls } from "./calls.ts";
import { config, useConfig } from "./config.ts";
import { exchangeProof, pageProof } from "../files/integrity.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const calls: Record<string, Call> = {
  echo: async (_actor, data) => ({ data }),
  taken: async () => {
    throw conflict("taken", "Somebody was first.", "Look again.");
  },
  never: () => new Promise(() => {}),
};
const ask = (name: string, body: string, headers: Record<string, string> = {}, limitMs?: number) =>
  answerCalls(calls, limitMs)(
    new Request(`http://localhost:3000/api/call/${name}`, { method: "POST", body, headers }),
    { actor: NOBODY, params: { name } },
  );

describe("a call", () => {
  test("answers by name, from the configured region", async () => {
    const answer = await ask("echo", JSON.stringify({ data: { a: 1 } }));
    expect(await answer.json()).toEqual({ result: { data: { a: 1 } } });
    expect(answer.headers.get("x-region")).toBe("us-central1");
  });
  test("that doesn't exist isn't found, nor is one named like a property that every object inherits", async () => {
    for (const name of ["none", "constructor", "toString", "__proto__"])
      await expect(ask(name, "{}")).rejects.toMatchObject({ kind: "not-found" });
  });
  test("that isn't JSON, or is too large, is refused", async () => {
    await expect(ask("echo", "{")).rejects.toMatchObject({ kind: "invalid" });
    await expect(ask("echo", `{"data":"${"x".repeat(300_000)}"}`)).rejects.toMatchObject({ kind: "too-large" });
  });
  test("keeps the function's own refusal", async () => {
    await expect(ask("taken", `{"data":null}`)).rejects.toMatchObject({ code: "taken", status: 409 });
  });
  test("that takes too long says so", async () => {
    await expect(ask("never", `{"data":null}`, {}, 20)).rejects.toMatchObject({ code: "deadline-exceeded" });
  });
});

describe("the app-integrity check", () => {
  test("when off, puts no proof on pages and needs no token for calls", async () => {
    expect(world.config.integrityCheck).toBe(false);
    expect(pageProof()).toBeNull();
    expect(
      await (
        await exchangeProof(new Request("http://localhost:3000/api/integrity", { method: "POST", body: "{}" }))
      ).json(),
    ).toEqual({ token: null });
  });

  describe("when on", () => {
    beforeEach(() => {
      const off = config();
      useConfig({ ...off, integrityCheck: true });
      return () => useConfig(off);
    });
    const tokenFor = async (proof: unknown) =>
      (
        (await (
          await exchangeProof(
            new Request("http://localhost:3000/api/integrity", { method: "POST", body: JSON.stringify({ proof }) }),
          )
        ).json()) as { token: string }
      ).token;

    test("a page's proof is exchanged for a token that calls need", async () => {
      await expect(ask("echo", `{"data":1}`)).rejects.toMatchObject({ code: "app-integrity" });
      const token = await tokenFor(pageProof());
      expect((await ask("echo", `{"data":1}`, { "x-app-integrity": token })).status).toBe(200);
    });
    /** The same with one character of its signature changed. */
    const forged = (it: string): string => {
      const at = it.length - 8;
      return `${it.slice(0, at)}${it[at] === "A" ? "B" : "A"}${it.slice(at + 1)}`;
    };
    test("nothing else opens it: no proof, a forged one, a proof as a token, or a token as a proof", async () => {
      const proof = pageProof()!;
      const token = await tokenFor(proof);
      for (const bad of [null, "", "x.y.z", forged(proof), token])
        await expect(tokenFor(bad)).rejects.toMatchObject({ code: "app-integrity" });
      for (const bad of [proof, forged(token), "."])
        await expect(ask("echo", `{"data":1}`, { "x-app-integrity": bad })).rejects.toMatchObject({
          code: "app-integrity",
        });
    });
    test("a token expires", async () => {
      const old = `${(Date.now() - 1).toString(36)}.abc`;
      await expect(ask("echo", `{"data":1}`, { "x-app-integrity": `${old}.sig` })).rejects.toMatchObject({
        code: "app-integrity",
      });
    });
  });
});
