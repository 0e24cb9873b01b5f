import { createHash } from "node:crypto";
import { z } from "zod";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { readJsonBody } from "#app/platform/server/requests/read-body.ts";
import { addressIn } from "../rules/provider-events.ts";
import { type Header, INBOUND_BYTES } from "../rules/inbound.ts";
import {
  NO_VERDICT,
  type ReceiverVerdict,
  readAuthenticationResults,
  readReceivedSpf,
} from "../rules/receiver-verdict.ts";
import { parseEmail } from "./parse-email.ts";

/** Parts that mail programs add by themselves. */
const MACHINE_PARTS = /^(?:application\/(?:pkcs7-signature|x-pkcs7-signature|pgp-signature|ms-tnef)|text\/calendar)/;

const MESSAGE_ID = /^<[^<>\s]{3,250}>$/;

export type InboundEmail = {
  /** A hash of its Message-ID: the same for every delivery of one email. */
  id: string;
  /** As it was sent, in angle brackets; null if it has none that can be referred to. */
  messageId: string | null;
  /** The Message-ID of the email that it answers, or null. */
  inReplyTo: string | null;
  from: string;
  /** Everywhere it was sent to; the address it was delivered to first. */
  recipients: readonly string[];
  headers: readonly Header[];
  /** As it arrived, for checking its signatures. */
  raw: Uint8Array;
  /** What the server that received it says about its sender. */
  verdict: ReceiverVerdict;
  name: string;
  subject: string;
  text: string;
  html: string;
  files: readonly { name: string; bytes: Uint8Array }[];
  /** The parts of a delivery status notification, or null for any other email. */
  report: { status: string; original: string } | null;
};

/**
 * An email from a webhook: as it is (message/rfc822, from a mail server of your own), or Postmark's JSON with its raw
 * content.
 * @throws invalid without its raw content
 */
export async function readInbound(request: Request): Promise<InboundEmail> {
  const { raw, deliveredTo, received } = await rawOf(request);
  const email = await parseEmail(raw);
  const part = (type: RegExp) => email.attachments.find((it) => type.test(it.mimeType));
  const status = part(/^message\/(?:global-)?delivery-status$/);
  const original = part(/^(?:message\/(?:rfc822|global)|text\/rfc822-headers)/);
  const { authservId } = config().mail;
  const headers = email.headers.map(({ key, value }) => ({ key, value }));
  return {
    id: createHash("sha256")
      .update(email.messageId?.trim() || raw)
      .digest("hex"),
    messageId: MESSAGE_ID.exec(email.messageId ?? "")?.[0] ?? null,
    inReplyTo: /<[^<>\s]{3,250}>/.exec(email.inReplyTo ?? "")?.[0] ?? null,
    from: addressIn(email.from?.address ?? ""),
    recipients: [
      ...deliveredTo,
      ...headers.filter((it) => it.key === "x-original-to" || it.key === "delivered-to").map((it) => it.value),
      ...[...(email.to ?? []), ...(email.cc ?? [])].flatMap(
        (it) => it.address ?? it.group?.map((m) => m.address) ?? [],
      ),
    ].slice(0, 50),
    headers,
    raw,
    verdict: received
      ? readReceivedSpf(received, deliveredTo[0] ?? "")
      : authservId
        ? readAuthenticationResults(headers, authservId)
        : NO_VERDICT,
    name: oneLine(email.from?.name ?? "").slice(0, 100),
    subject: oneLine(email.subject ?? "").slice(0, 300),
    text: email.text ?? "",
    html: email.html ?? "",
    files: status
      ? []
      : email.attachments
          .filter((it) => !(it.related && it.mimeType.startsWith("image/")) && !MACHINE_PARTS.test(it.mimeType))
          .map((it, i) => ({ name: it.filename || `file-${i + 1}`, bytes: bytesOf(it.content) })),
    report: status ? { status: textOf(status.content), original: original ? textOf(original.content) : "" } : null,
  };
}

type Raw = {
  raw: Uint8Array;
  deliveredTo: string[];
  /** The headers as Postmark lists them; null for an email from a mail server. */
  received: Header[] | null;
};

async function rawOf(request: Request): Promise<Raw> {
  if (/^message\/rfc822\b/i.test(request.headers.get("content-type") ?? ""))
    return { raw: new Uint8Array(await request.arrayBuffer()), deliveredTo: [], received: null };
  const it = (await readJsonBody(request, { most: INBOUND_BYTES })) as Record<string, unknown> | null;
  const raw = it?.["RawEmail"];
  if (typeof raw !== "string" || raw === "")
    throw invalid(
      "raw_email",
      "The raw content of the email is missing.",
      "Turn on “Include raw email content in JSON payload” for the inbound webhook at Postmark.",
    );
  const to = it?.["OriginalRecipient"];
  const listed = PostmarkHeaders.safeParse(it?.["Headers"]);
  return {
    raw: Buffer.from(raw, "utf8"),
    deliveredTo: typeof to === "string" && to ? [to] : [],
    received: listed.success ? listed.data.map(({ Name, Value }) => ({ key: Name.toLowerCase(), value: Value })) : [],
  };
}

const PostmarkHeaders = z.array(z.object({ Name: z.string(), Value: z.string() }));
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Uint8Array =>
  typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
const textOf = (content: ArrayBuffer | Uint8Array | string): string =>
  Buffer.from(bytesOf(content)).toString("utf8").slice(0, 200_000);
