/**
 * A browser's push service, and the browser: takes encrypted messages over HTTP (RFC 8030, 8188, 8291, 8292), checks
 * the sender, and decrypts. For tests only.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type TakenPush = { path: string; ttl: number; key: string; audience: string; contact: string; message: unknown };
export type PushDouble = Awaited<ReturnType<typeof openPushDouble>>;

export async function openPushDouble() {
  const taken: TakenPush[] = [];
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>();
  let answers: (path: string) => number = () => 201;
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? "/";
      const status = answers(path);
      try {
        const body = await bytesOf(request);
        const browser = browsers.get(path);
        if (!browser) throw new Error("No such subscription");
        if (request.headers["content-encoding"] !== "aes128gcm") throw new Error("Wrong encoding");
        if (status === 201)
          taken.push({
            path,
            ttl: Number(request.headers.ttl),
            ...senderOf(String(request.headers.authorization)),
            message: JSON.parse(decrypt(body, browser).toString()),
          });
        response.writeHead(status).end();
      } catch (error) {
        response.writeHead(400).end(String(error));
      }
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    taken,
    /** A browser's push subscription. */
    subscribe(): { endpoint: string; p256dh: string; auth: string } {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(8).toString("hex")}`;
      browsers.set(path, { ecdh, auth });
      return {
        endpoint: origin + path,
        p256dh: ecdh.getPublicKey("base64url"),
        auth: auth.toString("base64url"),
      };
    },
    answer: (with_: (path: string) => number) => {
      answers = with_;
    },
    close: () => new Promise((resolve) => void server.close(resolve)),
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length));

function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }): Buffer {
  if (body.length > 4_096) throw new Error("Too long");
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const both = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender]);
  const secret = hkdf(ecdh.computeSecret(sender), auth, both, 32);
  const key = hkdf(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = hkdf(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // One record: the text, a byte marking the last record, and padding.
  const end = plain.lastIndexOf(2);
  if (end < 0) throw new Error("Not the last record");
  return plain.subarray(0, end);
}

/** Checks the signature of the sender's token. */
function senderOf(authorization: string): { key: string; audience: string; contact: string } {
  const found = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization);
  if (!found) throw new Error("No token");
  const [, head = "", claims = "", signature = "", key = ""] = found;
  const point = Buffer.from(key, "base64url");
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  const signedBy = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const signed = Buffer.from(`${head}.${claims}`);
  if (!verify("sha256", signed, { key: signedBy, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url")))
    throw new Error("Wrong signature");
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
  if (Number(exp) * 1_000 < Date.now() || Number(exp) * 1_000 > Date.now() + 86_400_000) throw new Error("Wrong time");
  return { key, audience: String(aud), contact: String(sub) };
}
