import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { log } from "#app/platform/server/core/log.ts";
import { lookUpTxt } from "#app/platform/server/requests/txt-records.ts";
import type { Header } from "../rules/inbound.ts";
import type { ReceiverVerdict } from "../rules/receiver-verdict.ts";

/**
 * What is known about an email's sender: `passed` if its From domain vouches for it, `failed` if that domain or the
 * server that received it says it doesn't, and `none` if nobody says anything.
 */
export type Proof = "passed" | "none" | "failed";

/** All lookups of one email together, so that a slow name server can't hold a request. */
const LIMIT_MS = 8 * SECOND;
const LOOKUPS = 16;
const SIGNATURES = 5;
/** Providers take at most 35 MB; hashing more would only keep the process busy. */
const LARGEST = 40 * 1024 * 1024;

/** A lookup with limits on time and number. */
function limited(): (host: string, type: string) => Promise<string[][]> {
  const ends = sleep(LIMIT_MS, undefined, { ref: false }).then((): never => {
    throw Object.assign(new Error("The name servers took too long"), { code: "ETIMEOUT" });
  });
  ends.catch(() => {});
  let left = LOOKUPS;
  return (host) =>
    left-- > 0
      ? Promise.race([lookUpTxt(host), ends])
      : Promise.reject(new Error("Too many DNS lookups for one email"));
}

/** Domains whose DKIM signature of the whole email, its From included, is right and that belong to the From domain. */
async function signersOf(raw: Uint8Array, lookUp: ReturnType<typeof limited>): Promise<string[]> {
  const { dkimVerify } = await import("mailauth/lib/dkim/verify.js");
  const { results } = await dkimVerify(Buffer.from(raw), { resolver: lookUp, curTime: now() } as object);
  return (results as unknown as SignatureResult[])
    .filter(
      (it) =>
        it.status.result === "pass" &&
        // In the same organization as the From domain.
        Boolean(it.status.aligned) &&
        // A signature of a part of the body would cover a text that somebody else appended.
        it.canonBodyLengthLimited !== true &&
        /sha256$/i.test(it.algo ?? "") &&
        (it.signingHeaders?.keys ?? "").toLowerCase().split(/:\s*/).includes("from"),
    )
    .map((it) => it.signingDomain.toLowerCase());
}

type SignatureResult = {
  signingDomain: string;
  algo?: string;
  signingHeaders?: { keys: string };
  canonBodyLengthLimited?: boolean;
  status: { result: string; aligned?: string | false };
};

/**
 * Finds out whether the domain in From vouches for an email, as DMARC does: by a DKIM signature that we verify, or by
 * what the receiving server found, if it's believed. Without a DMARC record, a domain of the same name counts.
 */
export async function proveSender(email: {
  raw: Uint8Array;
  from: string;
  headers: readonly Header[];
  verdict: ReceiverVerdict;
}): Promise<Proof> {
  const domain = email.from.slice(email.from.lastIndexOf("@") + 1);
  const count = (key: string) => email.headers.filter((it) => it.key === key).length;
  if (count("from") !== 1 || !domain) return "none";
  if (email.verdict.dmarc === domain) return "passed";
  const { spf } = email.verdict;
  try {
    const lookUp = limited();
    const signatures = count("dkim-signature");
    const readable = signatures > 0 && signatures <= SIGNATURES && email.raw.length <= LARGEST;
    const signers = readable ? await signersOf(email.raw, lookUp) : [];
    const { dmarc } = await import("mailauth/lib/dmarc/index.js");
    const result = await dmarc({
      headerFrom: [email.from],
      spfDomains: spf ? [{ domain: spf }] : [],
      dkimDomains: signers.map((it) => ({ domain: it })),
      resolver: lookUp,
    } as unknown as Parameters<typeof dmarc>[0]);
    const found = result ? result.status.result : "none";
    if (result && found === "pass") {
      const { dkim, spf: bySpf } = result.alignment;
      const exact = (name: string | null, strict: boolean) => name !== null && (!strict || name === domain);
      const passed = signers.some((it) => exact(it, dkim.strict)) || (bySpf.result && exact(spf, bySpf.strict));
      return passed ? "passed" : "failed";
    }
    if (found === "fail") return "failed";
    // No DMARC record, or none that could be read.
    if (signers.length > 0 || (spf !== null && (spf === domain || domain.endsWith(`.${spf}`)))) return "passed";
  } catch (error) {
    log.error("couldn't check an email's sender", error);
    return email.verdict.failed ? "failed" : "none";
  }
  return email.verdict.failed ? "failed" : "none";
}
