import { createECDH, hkdfSync } from "node:crypto";
import { config } from "#app/platform/server/core/config.ts";

/**
 * The key pair that identifies this product to push services (RFC 8292). It's derived from the application's secret, so
 * it needs no configuration. After the secret changes, browsers have to turn notifications on again.
 * @returns both keys as URL-safe base64
 */
export function vapidKeys(): { publicKey: string; privateKey: string } {
  const pair = createECDH("prime256v1");
  // All but one in 2^32 values are valid keys for this curve. The counter handles the exception.
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
