import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { StripeFailure, invalidRequest } from "./failures.ts";
import { type Form, decodeForm } from "./form.ts";

export function authorize(c: Context, secretKey: string): void {
  const header = c.req.header("authorization") ?? "";
  const basic = /^Basic (.+)$/i.exec(header)?.[1];
  const given =
    basic === undefined ? /^Bearer (.+)$/i.exec(header)?.[1] : Buffer.from(basic, "base64").toString().split(":")[0];
  if (given === undefined || given === "")
    throw new StripeFailure(
      401,
      "invalid_request_error",
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  const digest = (value: string) => createHash("sha256").update(value).digest();
  if (!timingSafeEqual(digest(given), digest(secretKey)))
    throw new StripeFailure(
      401,
      "invalid_request_error",
      `Invalid API Key provided: ${given.slice(0, 8)}${"*".repeat(8)}${given.slice(-4)}`,
    );
}

export function readForm(body: string): Form {
  try {
    return decodeForm(body);
  } catch (error) {
    if (error instanceof RangeError) throw invalidRequest(error.message);
    throw error;
  }
}
