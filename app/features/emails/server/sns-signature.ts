import { X509Certificate, verify } from "node:crypto";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { processWide } from "#app/platform/server/core/process-wide.ts";

/** A message of Amazon SNS, as it arrives by HTTPS. */
export type SnsMessage = Readonly<Record<string, string>>;

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
};
const LIMIT_MS = 10_000;
const LARGEST = 20_000;

/** Fetches a text of Amazon's; tests give their own. */
export type FetchText = (url: string) => Promise<string>;

const fetchText: FetchText = async (url) => {
  const response = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS), redirect: "error" });
  const text = await response.text();
  if (!response.ok || text.length > LARGEST) throw new Error(`Amazon SNS answered ${response.status}`);
  return text;
};

const holder = processWide<{ __stetSns?: { fetchText: FetchText; certificates: Map<string, string> } }>();
const sns = () => (holder.__stetSns ??= { fetchText, certificates: new Map() });

/** For tests: a double of Amazon's servers. */
export function useSns(double: FetchText): void {
  holder.__stetSns = { fetchText: double, certificates: new Map() };
}

/** Whether an address belongs to Amazon SNS: only those are fetched. */
const isAmazon = (url: string): boolean =>
  URL.canParse(url) &&
  /^https:\/\/sns\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?\//.test(url) &&
  new URL(url).username === "" &&
  new URL(url).port === "";

const forged = () => invalid("signature", "This request isn't signed by Amazon SNS.", "Check the topic's settings.");

/**
 * Checks that Amazon SNS signed a message for one of our topics. A valid signature alone proves little: anyone with an
 * account there can have a message signed, for a topic of their own.
 * @throws invalid
 */
export async function checkSnsSignature(message: SnsMessage, topics: readonly string[]): Promise<void> {
  const fields = FIELDS[message["Type"] ?? ""];
  const { SigningCertURL = "", Signature = "", SignatureVersion, TopicArn = "" } = message;
  if (!fields || !topics.includes(TopicArn) || !isAmazon(SigningCertURL) || !SigningCertURL.endsWith(".pem"))
    throw forged();
  const algorithm = SignatureVersion === "2" ? "RSA-SHA256" : SignatureVersion === "1" ? "RSA-SHA1" : null;
  if (!algorithm) throw forged();
  const signed = fields
    .filter((name) => message[name] !== undefined)
    .map((name) => `${name}\n${message[name]}\n`)
    .join("");
  const { publicKey } = new X509Certificate(await certificate(SigningCertURL));
  if (!verify(algorithm, Buffer.from(signed), publicKey, Buffer.from(Signature, "base64"))) throw forged();
}

async function certificate(url: string): Promise<string> {
  const { certificates } = sns();
  const known = certificates.get(url);
  if (known) return known;
  const pem = await sns().fetchText(url);
  if (certificates.size > 20) certificates.clear();
  certificates.set(url, pem);
  return pem;
}

/** Answers Amazon's question whether we want a topic's messages. @throws invalid for an address that isn't Amazon's */
export async function confirmSubscription(message: SnsMessage): Promise<void> {
  const url = message["SubscribeURL"] ?? "";
  if (!isAmazon(url)) throw forged();
  await sns().fetchText(url);
}
