import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether a webhook's call has our password in basic authentication, under any user name. */
export function hasPassword(request: Request, password: string): boolean {
  const [, encoded = ""] = /^basic ([A-Za-z0-9+/=]{1,600})$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  const given = Buffer.from(encoded, "base64").toString("utf8");
  return timingSafeEqual(digest(given.slice(given.indexOf(":") + 1)), digest(password));
}

/** Asks the caller for the password. */
export const wrongPassword = (): Response =>
  Response.json(
    {
      error: {
        kind: "refused",
        code: "password",
        message: "The password in the webhook's address is wrong or missing.",
        advice: "Use https://stet:PASSWORD@... with the password from the configuration.",
        fields: {},
      },
    },
    { status: 401, headers: { "WWW-Authenticate": 'Basic realm="webhook"' } },
  );
