import { createHmac, randomBytes } from "node:crypto";
import { sealJson, unsealJson } from "#app/platform/server/files/sealing.ts";

/** How every secret begins, by the convention of Standard Webhooks. */
const SECRET_MARK = "whsec_";

export const newSecret = (): string => SECRET_MARK + randomBytes(32).toString("base64");
const aboutOf = (endpointId: string): string => `webhook secret ${endpointId}`;
export const sealSecret = (secret: string, endpointId: string): Buffer => sealJson(secret, aboutOf(endpointId));
export const openSecret = (sealed: Buffer, endpointId: string): string =>
  unsealJson(sealed, aboutOf(endpointId)) as string;

/**
 * A message's headers by Standard Webhooks (standardwebhooks.com): its id, when it was sent (in seconds), and its
 * signature with each secret.
 */
export function signedHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
  sentAt: Date,
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_MARK.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
