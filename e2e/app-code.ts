import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** An authenticator app's code for a secret (RFC 6238), `steps` half minutes from now. */
export function appCode(secret: string, steps = 0): string {
  const bits = Array.from(secret.replaceAll(" ", ""))
    .map((c) => ALPHABET.indexOf(c).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac("sha1", key).update(counter).digest();
  return String((mac.readUInt32BE(mac[19]! & 15) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}
