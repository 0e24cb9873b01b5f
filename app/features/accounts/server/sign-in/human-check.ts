import { createHash, createHmac } from "node:crypto";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import { Problem, invalid } from "#app/platform/rules/core/errors.ts";
import { readCleanJson } from "#app/platform/server/requests/read-body.ts";
import { MINUTE } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";

/** How long a challenge is valid: longer than most people take to fill in a form. */
const LIFE_MS = 20 * MINUTE;
/**
 * PBKDF2 rounds per step. Solving takes a random number of steps: a tenth of a second on a desktop, under a second on a
 * phone.
 */
const ROUNDS = 1_000;
const STEPS = { least: 100, most: 300 };

const secretFor = (what: string): string =>
  createHmac("sha256", config().secret).update(`human-check ${what}`).digest("hex");

/** `GET /api/human-check`: a challenge for the browser to solve before sending a form that bots target. */
export async function getHumanCheck(): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  if (!config().humanCheck) return Response.json({ off: true }, { headers });
  const challenge = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: ROUNDS,
    counter: randomInt(STEPS.most, STEPS.least),
    deriveKey,
    expiresAt: new Date(Date.now() + LIFE_MS),
    hmacSignatureSecret: secretFor("challenge"),
    hmacKeySignatureSecret: secretFor("answer"),
  });
  return Response.json({ challenge, renewAfterMs: LIFE_MS - 2 * MINUTE }, { headers });
}

const Short = z.string().min(1).max(200);
const Payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal("PBKDF2/SHA-256"),
      cost: z.literal(ROUNDS),
      nonce: Short,
      salt: Short,
      keyLength: z.number(),
      keyPrefix: Short,
      keySignature: Short,
      expiresAt: z.number(),
    }),
    signature: Short,
  }),
  solution: z.object({ counter: z.number(), derivedKey: Short }),
});

const LIMIT = 4_000;

function readPayload(value: unknown): z.infer<typeof Payload> | null {
  if (typeof value !== "string" || value.length > LIMIT) return null;
  return Payload.safeParse(readCleanJson(Buffer.from(value, "base64").toString("utf8"))).data ?? null;
}

const refusal = (message: string, advice: string): Problem =>
  invalid("human-check", message, advice, { humanCheck: message });
const AGAIN = "What you typed is still here. Submit the form again.";

/**
 * Requires a solved challenge in a form. Each solution works once, across all processes.
 * @param form the sent form, with the field `humanCheck` @throws Problem with the field `humanCheck`
 */
export async function requireHuman(form: FormData | Record<string, unknown>): Promise<void> {
  if (!config().humanCheck) return;
  const value = form instanceof FormData ? form.get("humanCheck") : form["humanCheck"];
  if (value === undefined || value === null || value === "")
    throw refusal(
      "We couldn't check that you're human.",
      `The check runs automatically but needs JavaScript. ${AGAIN}`,
    );
  const payload = readPayload(value);
  const result = payload
    ? await verifySolution({
        ...payload,
        deriveKey,
        hmacSignatureSecret: secretFor("challenge"),
        hmacKeySignatureSecret: secretFor("answer"),
      }).catch(() => null)
    : null;
  if (!payload || !result?.verified)
    throw refusal(
      result?.expired ? "The check that you're human has expired." : "The check that you're human failed.",
      `We're running it again. ${AGAIN}`,
    );
  if (!(await spend(payload.challenge.signature, payload.challenge.parameters.expiresAt)))
    throw refusal("The check that you're human was already used.", `We're running it again. ${AGAIN}`);
}

/** Records that a solution was used. @returns false if it was used before */
async function spend(signature: string, expiresAtSeconds: number): Promise<boolean> {
  const id = `human:${createHash("sha256").update(signature).digest("hex")}`;
  // Kept a little longer than the solution is valid, because clocks differ.
  const row = await database()
    .insertInto("auth_verification")
    .values({ id, identifier: id, value: "used", expiresAt: new Date(expiresAtSeconds * 1_000 + MINUTE) })
    .onConflict((c) => c.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
