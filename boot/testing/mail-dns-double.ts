/** Name servers and DKIM keys for tests: emails that their sender's domain vouches for. */
import { generateKeyPairSync } from "node:crypto";
import { dkimSign } from "mailauth/lib/dkim/sign.js";
import { useDns } from "#app/platform/server/requests/txt-records.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "der" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

export type MailDnsDouble = {
  /** What was asked for, in order. */
  asked: string[];
  /** TXT records beside the keys of `test1._domainkey`, which every domain has. */
  records: Map<string, string>;
};

/** Every domain publishes one DKIM key under `test1`; other records are those in `records`. */
export function startMailDns(): MailDnsDouble {
  const double: MailDnsDouble = { asked: [], records: new Map() };
  useDns((host) => {
    double.asked.push(host);
    const record = host.startsWith("test1._domainkey.")
      ? `v=DKIM1; k=rsa; p=${publicKey.toString("base64")}`
      : double.records.get(host);
    if (record === "slow") return new Promise(() => {});
    return record
      ? Promise.resolve([[record]])
      : Promise.reject(Object.assign(new Error(`No TXT records for ${host}`), { code: "ENOTFOUND" }));
  });
  return double;
}

/** A raw email signed by a domain, by default that of its sender. */
export async function signed(raw: string, domain?: string, more: { maxBodyLength?: number } = {}): Promise<string> {
  const from = /^From:.*@([^>\s]+)/im.exec(raw)?.[1] ?? "example.org";
  const { signatures } = await dkimSign(raw, {
    canonicalization: "relaxed/relaxed",
    algorithm: "rsa-sha256",
    // Otherwise the time is read twice, and a signature made as a second ends is wrong.
    signTime: new Date(),
    signatureData: [{ signingDomain: domain ?? from, selector: "test1", privateKey, ...more }],
  } as unknown as Parameters<typeof dkimSign>[1]);
  return signatures + raw;
}
