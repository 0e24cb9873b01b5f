import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { parseConfig, useConfig } from "#app/platform/server/core/config.ts";
import { type HumanCheckAnswer, workOut } from "../../rules/human-check.ts";
import { solveHumanCheck } from "../../testing/human-check.ts";
import { dropSpentSignIns } from "./drop-spent-sign-ins.ts";
import { getHumanCheck, requireHuman } from "./human-check.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const refusal = async (form: FormData | Record<string, unknown>): Promise<Problem> => {
  const error: unknown = await requireHuman(form).then(
    () => null,
    (e: unknown) => e,
  );
  if (!(error instanceof Problem)) throw new Error("It was not refused");
  expect(error).toMatchObject({
    status: 422,
    code: "human-check",
    fields: { humanCheck: expect.stringMatching(/human/) },
  });
  expect(error.advice).toContain("What you typed is still here");
  return error;
};
type Payload = {
  challenge: { parameters: Record<string, unknown>; signature: string };
  solution: { counter: number; derivedKey: string };
};
const changed = (value: string, change: (payload: Payload) => void): string => {
  const payload = JSON.parse(atob(value)) as Payload;
  change(payload);
  return btoa(JSON.stringify(payload));
};

describe("the human check", () => {
  test("accepts a solved challenge, from a form and from JSON", async () => {
    await expect(requireHuman({ humanCheck: await solveHumanCheck(getHumanCheck) })).resolves.toBeUndefined();
    const form = new FormData();
    form.set("humanCheck", await solveHumanCheck(getHumanCheck));
    await expect(requireHuman(form)).resolves.toBeUndefined();
  });

  test("accepts each solution once, even if it's sent many times at once", async () => {
    const humanCheck = await solveHumanCheck(getHumanCheck);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        requireHuman({ humanCheck }).then(
          () => "through",
          (e: Problem) => e.message,
        ),
      ),
    );
    expect(outcomes.filter((o) => o === "through")).toHaveLength(1);
    expect(outcomes.filter((o) => o.includes("already used"))).toHaveLength(7);
    await dropSpentSignIns();
    await refusal({ humanCheck });
  });

  test("refuses a form without a solution, or with a malformed one", async () => {
    expect((await refusal({})).message).toContain("couldn't check");
    for (const humanCheck of ["", "x", "bnVsbA==", btoa("{}"), "x".repeat(9_000), 7, { challenge: 1 }, ["a"]])
      await refusal({ humanCheck });
  });

  test("refuses a wrong solution, and a challenge that was made easier, made by somebody else, or has expired", async () => {
    const good = await solveHumanCheck(getHumanCheck);
    await refusal({
      humanCheck: changed(good, (p) => {
        p.solution.derivedKey = "00".repeat(32);
      }),
    });
    await refusal({
      humanCheck: changed(good, (p) => {
        p.challenge.parameters["expiresAt"] = Number(p.challenge.parameters["expiresAt"]) + 1;
      }),
    });
    await refusal({
      humanCheck: changed(good, (p) => {
        p.challenge.parameters["cost"] = 1;
      }),
    });
    await refusal({
      humanCheck: changed(good, (p) => {
        p.challenge.signature = "0".repeat(64);
      }),
    });
    expect(
      (
        await refusal({
          humanCheck: changed(good, (p) => {
            p.challenge.parameters["expiresAt"] = Math.floor(Date.now() / 1_000) - 1;
          }),
        })
      ).message,
    ).toContain("has expired");
    // None of these used up the valid one.
    await requireHuman({ humanCheck: good });
  });

  test("gives each browser its own signed challenge, which expires and can't be cached", async () => {
    const [one, two] = await Promise.all(
      [0, 1].map(async () => (await (await getHumanCheck()).json()) as HumanCheckAnswer),
    );
    if (!one || !two || one.off || two.off) throw new Error("The check is off");
    expect(one.challenge.parameters.nonce).not.toBe(two.challenge.parameters.nonce);
    expect(one.challenge.parameters.expiresAt! * 1_000).toBeGreaterThan(Date.now());
    expect((await getHumanCheck()).headers.get("cache-control")).toBe("no-store");
    expect(JSON.stringify(one)).not.toContain(world.config.secret);
  });

  test("turned off, asks for nothing and refuses nothing", async () => {
    useConfig({ ...world.config, humanCheck: false });
    try {
      const answer = (await (await getHumanCheck()).json()) as HumanCheckAnswer;
      expect(answer).toEqual({ off: true });
      expect(await workOut(answer)).toBeNull();
      await requireHuman({});
    } finally {
      useConfig(world.config);
    }
  });

  test("is on unless the operator says otherwise", () => {
    const env = {
      DATABASE_URL: "postgres://x/stet",
      STET_EMBEDDED: "1",
      APP_SECRET: "s".repeat(32),
      STRIPE_SECRET_KEY: "sk_test_x",
      STRIPE_WEBHOOK_SECRET: "whsec_x",
    };
    expect(parseConfig(env).humanCheck).toBe(true);
    expect(parseConfig({ ...env, HUMAN_CHECK: "off" }).humanCheck).toBe(false);
  });
});
