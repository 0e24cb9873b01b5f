/**
 * A local identity provider that speaks SAML 2.0: metadata, a tiny page to continue, signed responses. Assertions are
 * written in the form that exclusive canonicalization gives them, so they're signed as they are. For tests only.
 */
import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inflateRawSync } from "node:zlib";

export type SamlPerson = { nameId: string; email: string; name?: string; format?: string };
export const SAML_FAULTS = [
  "unsigned",
  "changed",
  "other-key",
  "wrapped",
  "two-assertions",
  "audience",
  "issuer",
  "recipient",
  "request",
  "expired",
  "early",
  "entities",
  "comment",
  "sha1",
] as const;
export type SamlFault = (typeof SAML_FAULTS)[number];

export type SamlDouble = {
  entityId: string;
  person: SamlPerson;
  fault: SamlFault | null;
  metadata(): string;
  /** Signs with a new key. @returns the certificate before, for metadata with both */
  rotate(keepOld: boolean): void;
  /** Continues like a browser at an address with our request: the form that the browser posts. */
  answer(requestUrl: string): { url: string; fields: { SAMLResponse: string; RelayState: string } };
  stop(): Promise<void>;
};

/** A part of a certificate in DER. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

type Key = { privateKey: KeyObject; certificate: string };

/** A key with a certificate that it signed itself. */
function newKey(): Key {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  // sha256WithRSAEncryption, and the name CN=double.
  const algorithm = der(0x30, Buffer.from("06092a864886f70d01010b0500", "hex"));
  const name = der(0x30, der(0x31, der(0x30, Buffer.from("0603550403", "hex"), der(0x0c, Buffer.from("double")))));
  const time = (text: string) => der(0x17, Buffer.from(text));
  const body = der(
    0x30,
    der(0xa0, Buffer.from("020102", "hex")),
    der(0x02, Buffer.from([1, ...randomBytes(8)])),
    algorithm,
    name,
    der(0x30, time("240101000000Z"), time("490101000000Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", body, privateKey);
  return {
    privateKey,
    certificate: der(0x30, body, algorithm, der(0x03, Buffer.from([0]), signature)).toString("base64"),
  };
}

const text = (value: string): string => value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const attribute = (value: string): string => text(value).replace(/"/g, "&quot;");
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const DSIG = "http://www.w3.org/2000/09/xmldsig#";

/** The assertion's signature. */
function signatureOf(assertion: string, id: string, { privateKey }: Key, weak: boolean): string {
  const digest = createHash(weak ? "sha1" : "sha256")
    .update(assertion)
    .digest("base64");
  const method = (name: string, algorithm: string) => `<ds:${name} Algorithm="${algorithm}"></ds:${name}>`;
  const inner =
    method("CanonicalizationMethod", EXCLUSIVE) +
    method("SignatureMethod", weak ? `${DSIG}rsa-sha1` : "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256") +
    `<ds:Reference URI="#${id}"><ds:Transforms>${method("Transform", `${DSIG}enveloped-signature`)}${method("Transform", EXCLUSIVE)}</ds:Transforms>` +
    method("DigestMethod", weak ? `${DSIG}sha1` : "http://www.w3.org/2001/04/xmlenc#sha256") +
    `<ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`;
  const signed = `<ds:SignedInfo xmlns:ds="${DSIG}">${inner}</ds:SignedInfo>`;
  const value = sign(weak ? "sha1" : "sha256", Buffer.from(signed), privateKey).toString("base64");
  return `<ds:Signature xmlns:ds="${DSIG}">${signed}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`;
}

export async function startSamlDouble(): Promise<SamlDouble> {
  let key = newKey();
  let old: Key | null = null;
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function assertionOf(person: SamlPerson, request: { id: string; issuer: string; acs: string }): string {
    const { fault } = it;
    const id = `_${randomBytes(16).toString("hex")}`;
    const at = (minutes: number) =>
      new Date(
        Date.now() + minutes * 60_000 + (fault === "expired" ? -3_600_000 : fault === "early" ? 3_600_000 : 0),
      ).toISOString();
    const [head, body] = [
      `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" IssueInstant="${at(0)}" Version="2.0"><saml:Issuer>${text(fault === "issuer" ? "https://other.example" : it.entityId)}</saml:Issuer>`,
      `<saml:Subject><saml:NameID Format="${person.format ?? "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"}">${text(person.nameId)}</saml:NameID>` +
        `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${attribute(fault === "request" ? "_another" : request.id)}" NotOnOrAfter="${at(5)}" Recipient="${attribute(fault === "recipient" ? "https://other.example/acs" : request.acs)}"></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>` +
        `<saml:Conditions NotBefore="${at(-1)}" NotOnOrAfter="${at(5)}"><saml:AudienceRestriction><saml:Audience>${text(fault === "audience" ? "https://other.example" : request.issuer)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
        `<saml:AttributeStatement>${[
          ["email", person.email],
          ["displayName", person.name ?? ""],
        ]
          .filter(([, value]) => value)
          .map(
            ([name, value]) =>
              `<saml:Attribute Name="${name}"><saml:AttributeValue>${text(value!)}</saml:AttributeValue></saml:Attribute>`,
          )
          .join("")}</saml:AttributeStatement></saml:Assertion>`,
    ];
    if (fault === "unsigned") return head + body;
    const signature = signatureOf(head + body, id, fault === "other-key" ? newKey() : key, fault === "sha1");
    return head + signature + body;
  }

  function responseOf(request: { id: string; issuer: string; acs: string }): string {
    const { fault } = it;
    const good = assertionOf(it.person, request);
    const evil = good
      .replace(/ ID="[^"]+"/, ' ID="_evil"')
      .replace(/<ds:Signature .*<\/ds:Signature>/s, "")
      .replaceAll(it.person.email, `evil-${it.person.email}`);
    const inside =
      fault === "changed"
        ? good.replaceAll(it.person.email, `evil-${it.person.email}`)
        : fault === "comment"
          ? good.replace(it.person.email, `evil-<!---->${it.person.email}`)
          : fault === "wrapped"
            ? `<samlp:Extensions>${good}</samlp:Extensions>${evil}`
            : fault === "two-assertions"
              ? evil + good
              : good;
    return `${fault === "entities" ? '<!DOCTYPE r [<!ENTITY x "y">]>' : ""}<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Destination="${attribute(request.acs)}" ID="_${randomBytes(16).toString("hex")}" InResponseTo="${attribute(request.id)}" IssueInstant="${new Date().toISOString()}" Version="2.0"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${text(it.entityId)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>${inside}</samlp:Response>`;
  }

  const it: SamlDouble = {
    entityId: `${origin}/metadata`,
    person: { nameId: "person-1", email: "lena@university.test", name: "Lena Fischer" },
    fault: null,
    metadata() {
      const keys = [key, ...(old ? [old] : [])]
        .map(
          ({ certificate }) =>
            `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${DSIG}"><ds:X509Data><ds:X509Certificate>\n${certificate.replace(/.{64}/g, "$&\n")}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
        )
        .join("");
      return `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${it.entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${origin}/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
    },
    rotate(keepOld) {
      old = keepOld ? key : null;
      key = newKey();
    },
    answer(requestUrl) {
      const { searchParams } = new URL(requestUrl);
      const xml = inflateRawSync(Buffer.from(searchParams.get("SAMLRequest") ?? "", "base64")).toString("utf8");
      const valueOf = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? "";
      const acs = valueOf(/AssertionConsumerServiceURL="([^"]*)"/);
      const response = responseOf({ id: valueOf(/ ID="([^"]*)"/), issuer: valueOf(/Issuer[^>]*>([^<]*)</), acs });
      return {
        url: acs,
        fields: {
          SAMLResponse: Buffer.from(response).toString("base64"),
          RelayState: searchParams.get("RelayState") ?? "",
        },
      };
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  /** The page at which somebody continues: its form posts the response to us. */
  function handle(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname !== "/sso") return void response.writeHead(404).end();
    const { url: acs, fields } = it.answer(url.href);
    const hidden = Object.entries(fields)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${attribute(value)}">`)
      .join("");
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>University login</title></head><body><main><h1>University login</h1><form method="post" action="${attribute(acs)}">${hidden}<button>Continue</button></form></main></body></html>`,
      );
  }
  return it;
}
