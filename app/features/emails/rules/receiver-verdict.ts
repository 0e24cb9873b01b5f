import type { Header } from "./inbound.ts";

/** What the server that received an email says about its sender: the domains that passed, and whether any check failed. */
export type ReceiverVerdict = {
  /** The From domain for which DMARC passed. */
  dmarc: string | null;
  /** The envelope's domain for which SPF passed. */
  spf: string | null;
  failed: boolean;
};

export const NO_VERDICT: ReceiverVerdict = { dmarc: null, spf: null, failed: false };

/** More than any server writes. */
const LONGEST = 4_000;

/** Splits at semicolons outside of comments and quotations: both may contain what the sender chose. */
function partsOf(text: string): string[] {
  const parts = [""];
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (c === "\\") {
      if (depth === 0) parts[parts.length - 1] += c + (text[i + 1] ?? "");
      i++;
    } else if (quoted || (c === '"' && depth === 0)) {
      if (c === '"') quoted = !quoted;
      parts[parts.length - 1] += c === ";" || /\s/.test(c) ? "_" : c;
    } else if (c === "(") depth++;
    else if (c === ")" && depth > 0) depth--;
    else if (depth > 0) continue;
    else if (c === ";") parts.push("");
    else parts[parts.length - 1] += c;
  }
  return parts.map((it) => it.trim().toLowerCase());
}

const domainOf = (address: string): string | null => {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return /^(?:[a-z0-9_-]+\.)+[a-z0-9-]+$/.test(domain) ? domain : null;
};

/**
 * The results of SPF and DMARC in an Authentication-Results header (RFC 8601).
 * @param authservId the server that is believed. Only the topmost header counts, because a server writes its own on top:
 * one further down may have come with the message.
 */
export function readAuthenticationResults(headers: readonly Header[], authservId: string): ReceiverVerdict {
  const top = headers.find((it) => it.key === "authentication-results")?.value ?? "";
  const [id = "", ...results] = partsOf(top.slice(0, LONGEST));
  if (id.split(/\s/)[0] !== authservId.toLowerCase()) return NO_VERDICT;
  const verdict = { ...NO_VERDICT };
  let dmarcs = 0;
  for (const result of results) {
    const [check = "", ...properties] = result.split(/\s+/);
    const [, method, outcome] = /^(spf|dkim|dmarc)(?:\/\d)?=([a-z]+)$/.exec(check) ?? [];
    const property = (name: string) => properties.find((it) => it.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
    if (method === "dmarc" && ++dmarcs === 1 && outcome === "pass") verdict.dmarc = domainOf(property("header.from"));
    if (method === "spf" && outcome === "pass") verdict.spf ??= domainOf(property("smtp.mailfrom"));
    if (method === "dmarc" ? outcome === "fail" : method === "spf" && outcome === "fail") verdict.failed = true;
  }
  return dmarcs > 1 ? { ...verdict, dmarc: null } : verdict;
}

/**
 * SPF's result in a Received-SPF header that Postmark wrote, which names the address it received the email for. With a
 * second header of this name, one came with the message, and neither counts.
 */
export function readReceivedSpf(headers: readonly Header[], deliveredTo: string): ReceiverVerdict {
  const all = headers.filter((it) => it.key === "received-spf");
  const value = all.length === 1 ? all[0]!.value.slice(0, LONGEST).toLowerCase() : "";
  const field = (name: string) => new RegExp(`(?:^|[\\s;])${name}="?([^\\s;"]{1,320})`).exec(value)?.[1] ?? "";
  if (!deliveredTo || field("receiver") !== deliveredTo.toLowerCase()) return NO_VERDICT;
  const passed = value.startsWith("pass");
  return {
    ...NO_VERDICT,
    spf: passed ? domainOf(field("envelope-from")) : null,
    failed: value.startsWith("fail"),
  };
}
