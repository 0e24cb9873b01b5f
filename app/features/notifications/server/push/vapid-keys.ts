import { createECDH, hkdfSync } from "node:crypto";
import { config } from "#app/platform/server/core/config.ts";

/**
 * The key pair with which push services know this product (RFC 8292). It comes from the application's secret, so that there is nothing to
 * set; after a change of the secret, browsers are asked to turn notifications on again.
 * @returns both keys as URL-safe base64
 */
export function vapidKeys(): { publicKey: string; privateKey: string } {
  const pair = createECDH("prime256v1");
  // All but one in 2^32 values are keys of this curve; the count makes the others impossible.
  for (let n = 0; ; n += 1) {
    const bytes = Buffer.from(hkdfSync("sha256", config().secret, "", `web push ${n}`, 32));
    try {
      pair.setPrivateKey(bytes);
    } catch {
      continue;
    }
    return { publicKey: pair.getPublicKey("base64url"), privateKey: bytes.toString("base64url") };
  }
}
