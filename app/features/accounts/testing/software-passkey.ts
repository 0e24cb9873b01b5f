import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { ORIGIN } from "./browser.ts";

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
const url64 = (data: Buffer): string => data.toString("base64url");

/** As much of CBOR as an attestation needs: small maps, integers, bytes, text. */
function cbor(value: Map<number | string, unknown> | Buffer | number | string): Buffer {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([k, v]) => [cbor(k), cbor(v as never)])]);
}

const PRESENT = 1;
const VERIFIED = 4;
const WITH_KEY = 64;

/** For tests: an authenticator in software, as a device that holds one passkey would answer. */
export class SoftwarePasskey {
  readonly #key: KeyObject;
  readonly #public: { x: string; y: string };
  readonly id = randomBytes(16);
  counter = 0;
  /** Where the browser says that it is. */
  origin = ORIGIN;
  /** Whether it knows who holds it. */
  verified = true;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#key = privateKey;
    this.#public = publicKey.export({ format: "jwk" }) as { x: string; y: string };
  }

  #data(rpId: string, flags: number, more = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE((this.counter += 1));
    return Buffer.concat([
      sha256(rpId),
      Buffer.from([flags | PRESENT | (this.verified ? VERIFIED : 0)]),
      counter,
      more,
    ]);
  }

  #client(type: string, challenge: unknown): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  make(options: Record<string, unknown>): Record<string, unknown> {
    const publicKey = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(this.#public.x, "base64url")],
        [-3, Buffer.from(this.#public.y, "base64url")],
      ]),
    );
    const length = Buffer.from([0, this.id.length]);
    const authData = this.#data(
      (options["rp"] as { id: string }).id,
      WITH_KEY,
      Buffer.concat([Buffer.alloc(16), length, this.id, publicKey]),
    );
    const attestationObject = cbor(
      new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]),
    );
    return {
      id: url64(this.id),
      rawId: url64(this.id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: url64(this.#client("webauthn.create", options["challenge"])),
        attestationObject: url64(attestationObject),
        transports: ["internal"],
      },
    };
  }

  use(options: Record<string, unknown>): Record<string, unknown> {
    const client = this.#client("webauthn.get", options["challenge"]);
    const data = this.#data(String(options["rpId"]), 0);
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), this.#key);
    return {
      id: url64(this.id),
      rawId: url64(this.id),
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: url64(client), authenticatorData: url64(data), signature: url64(signature) },
    };
  }
}
