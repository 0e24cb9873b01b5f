/** SAML 2.0: what we ask an identity provider, what it answers, and the metadata of both sides. */
import { X509Certificate } from "node:crypto";
import { z } from "zod";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { SSO_PAGE, ssoPath } from "#app/features/accounts/rules/sign-in/organization.ts";
import {
  MOST_CERTIFICATES,
  MOST_XML,
  type Proven,
  SSO_AWAY_MS,
  SSO_CLOCK_SKEW_MS,
} from "../../rules/single-sign-on.ts";
import type { SignIn } from "./find-sign-in.ts";

const EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const TRANSIENT_FORMAT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/** The request's ID in SAML, from the attempt's: an XML name can't begin with a digit. */
const requestIdOf = (attemptId: string): string => `_${attemptId}`;
const urlOf = (of: Parameters<typeof ssoPath>[0], organizationId: string): string =>
  config().origins.app + ssoPath(of, organizationId);
/** What the provider has to know about us. */
export const samlAddresses = (organizationId: string) => ({
  entityId: urlOf("metadata", organizationId),
  responseUrl: urlOf("response", organizationId),
  startUrl: `${config().origins.app}${SSO_PAGE}?id=${organizationId}`,
});

/** The library is loaded with the first organization that uses SAML. */
async function partnerOf(it: SignIn, attemptId: string) {
  const { SAML } = await import("@node-saml/node-saml");
  const { entityId, responseUrl } = samlAddresses(it.organizationId);
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: responseUrl,
    entryPoint: it.signInUrl!,
    idpCert: it.certificates,
    // Providers sign the response, the assertion, or both. The library takes the assertion out of what was signed.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: SSO_CLOCK_SKEW_MS,
    maxAssertionAgeMs: SSO_AWAY_MS,
    generateUniqueId: () => requestIdOf(attemptId),
  });
}

/** The provider's address with our request. */
export const samlRequest = async (it: SignIn, attemptId: string): Promise<string> =>
  (await partnerOf(it, attemptId)).getAuthorizeUrlAsync(attemptId, undefined, {});

export class BadResponse extends Error {
  override name = "BadResponse";
}

const one = <T extends z.ZodType>(item: T) => z.array(item).length(1);
const Text = z.union([z.string(), z.looseObject({ _: z.string() }).transform((it) => it._)]);
/** An assertion, in the form in which the library gives what was signed. */
const Assertion = z.looseObject({
  Assertion: z.looseObject({
    Issuer: one(Text),
    Conditions: one(
      z.looseObject({
        $: z.looseObject({ NotOnOrAfter: z.string() }),
        AudienceRestriction: z.array(z.unknown()).min(1),
      }),
    ),
    Subject: one(
      z.looseObject({
        SubjectConfirmation: one(
          z.looseObject({
            $: z.looseObject({ Method: z.literal("urn:oasis:names:tc:SAML:2.0:cm:bearer") }),
            SubjectConfirmationData: one(
              z.looseObject({
                $: z.looseObject({ Recipient: z.string(), InResponseTo: z.string(), NotOnOrAfter: z.string() }),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
});

const EMAIL_NAMES = [
  "email",
  "mail",
  "emailaddress",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
];
const NAME_NAMES = [
  "displayname",
  "urn:oid:2.16.840.1.113730.3.1.241",
  "http://schemas.microsoft.com/identity/claims/displayname",
];
const GIVEN_NAMES = [
  "givenname",
  "firstname",
  "urn:oid:2.5.4.42",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
];
const FAMILY_NAMES = [
  "sn",
  "surname",
  "lastname",
  "urn:oid:2.5.4.4",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
];

/** The first value of an attribute with one of these names. */
function attributeIn(attributes: unknown, names: readonly string[]): string {
  if (typeof attributes !== "object" || attributes === null) return "";
  for (const [name, value] of Object.entries(attributes)) {
    if (!names.includes(name.toLowerCase())) continue;
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === "string" && first.trim() !== "") return first.trim();
  }
  return "";
}

/** Refuses a response before it's parsed. @throws BadResponse */
function refuseOddXml(encoded: string): void {
  const xml = Buffer.from(encoded, "base64").toString("utf8");
  if (xml === "" || xml.length > MOST_XML) throw new BadResponse("its size");
  // Entities can make a small document huge, or read files. No provider needs them.
  if (xml.includes("<!")) throw new BadResponse("a document type or comment");
  // SHA-1 signatures can be forged, and the library still accepts them.
  if (/xmldsig#(?:rsa-|hmac-|dsa-)?sha1"/.test(xml)) throw new BadResponse("a weak algorithm");
}

/**
 * Checks a provider's response: one assertion, signed as a whole by one of its certificates, issued by it, to us, for
 * this address and this request, and valid now. Only what was signed is read, so nothing wrapped around it counts.
 * @throws BadResponse and whatever the library throws
 */
export async function readResponse(it: SignIn, attemptId: string, encoded: string): Promise<Proven> {
  refuseOddXml(encoded);
  const { profile } = await (await partnerOf(it, attemptId)).validatePostResponseAsync({ SAMLResponse: encoded });
  if (!profile) throw new BadResponse("no assertion");
  const parsed = Assertion.safeParse(profile.getAssertion?.());
  if (!parsed.success) throw new BadResponse(`the assertion's ${parsed.error.issues[0]?.path.join(".") ?? "form"}`);
  const {
    Issuer: [issuer],
    Subject: [subject],
  } = parsed.data.Assertion;
  const { $: confirmed } = subject!.SubjectConfirmation[0]!.SubjectConfirmationData[0]!;
  if (issuer!.trim() !== it.issuer) throw new BadResponse("the issuer");
  if (confirmed.Recipient !== samlAddresses(it.organizationId).responseUrl) throw new BadResponse("the recipient");
  if (confirmed.InResponseTo !== requestIdOf(attemptId)) throw new BadResponse("the request");
  if (!(Date.parse(confirmed.NotOnOrAfter) + SSO_CLOCK_SKEW_MS > Date.now())) throw new BadResponse("its time");
  const { nameID, nameIDFormat, attributes } = profile;
  if (typeof nameID !== "string" || nameID.trim() === "" || nameID.length > 500) throw new BadResponse("the subject");
  const email = (attributeIn(attributes, EMAIL_NAMES) || (nameIDFormat === EMAIL_FORMAT ? nameID : "")).toLowerCase();
  return {
    // A transient name is another one each time. The address is all that stays.
    subject: nameIDFormat === TRANSIENT_FORMAT ? email : nameID.trim(),
    email,
    confirmed: true,
    name:
      attributeIn(attributes, NAME_NAMES) ||
      [attributeIn(attributes, GIVEN_NAMES), attributeIn(attributes, FAMILY_NAMES)].filter(Boolean).join(" "),
  };
}

const faultIn = (message: string, advice: string) => invalid("metadata", message, advice, { metadata: message });

/** A certificate in base64, if it can check signatures. @throws invalid */
function certificateOf(text: string): string {
  const base64 = text.replace(/\s+/g, "");
  try {
    const { publicKey } = new X509Certificate(Buffer.from(base64, "base64"));
    if (publicKey.asymmetricKeyType === "rsa" && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048)
      return base64;
  } catch {
    throw faultIn("A certificate in this metadata can't be read.", "Download the metadata again and paste all of it.");
  }
  throw faultIn(
    "A certificate in this metadata has too weak a key, or one that isn't RSA.",
    "Sign with an RSA key of at least 2,048 bits at your provider.",
  );
}

/** When a certificate stops being valid. */
export const certificateEnds = (base64: string): Date => new X509Certificate(Buffer.from(base64, "base64")).validToDate;

/**
 * Reads an identity provider's metadata.
 * @param isAllowed whether people may be sent to an address
 * @throws invalid saying what's missing
 */
export async function readMetadata(
  text: string,
  isAllowed: (url: string) => boolean,
): Promise<{ issuer: string; signInUrl: string; certificates: string[] }> {
  const xml = text.trim().replace(/^\uFEFF/, "");
  const advice = "Paste the whole XML that your identity provider shows as its metadata.";
  if (xml === "") throw faultIn("Paste the metadata of your identity provider.", advice);
  if (xml.length > MOST_XML)
    throw faultIn("This metadata is too long.", "Leave out everything but your own provider's descriptor.");
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw faultIn("This metadata has a document type.", "Remove it, then save.");
  const { DOMParser } = await import("@xmldom/xmldom");
  let broken = false;
  const doc = new DOMParser({
    errorHandler: { warning() {}, error: () => void (broken = true), fatalError: () => void (broken = true) },
  }).parseFromString(xml, "text/xml");
  const root = doc?.documentElement;
  if (broken || !root) throw faultIn("This isn't XML.", advice);
  const all = (name: string, within: Element = root, space = METADATA): Element[] =>
    Array.from(within.getElementsByTagNameNS(space, name));
  const entity = root.localName === "EntityDescriptor" ? [root] : all("EntityDescriptor");
  if (entity.length !== 1)
    throw faultIn(
      entity.length === 0 ? "This isn't SAML metadata." : "This metadata describes several systems.",
      entity.length === 0 ? advice : "Paste only your own provider's EntityDescriptor.",
    );
  const [idp] = all("IDPSSODescriptor", entity[0]);
  const issuer = entity[0]!.getAttribute("entityID")?.trim() ?? "";
  if (!idp || issuer === "" || issuer.length > 1_000)
    throw faultIn("This metadata doesn't describe an identity provider.", advice);
  const signInUrl = all("SingleSignOnService", idp)
    .find((it) => it.getAttribute("Binding") === REDIRECT)
    ?.getAttribute("Location");
  if (!signInUrl)
    throw faultIn(
      "This provider has no sign-in address for HTTP-Redirect.",
      "Turn that binding on at your provider, then download its metadata again.",
    );
  if (!isAllowed(signInUrl))
    throw faultIn("The provider's sign-in address must begin with https://.", "Change it at your provider.");
  const certificates = all("KeyDescriptor", idp)
    .filter((it) => it.getAttribute("use") !== "encryption")
    .flatMap((it) => all("X509Certificate", it, SIGNATURE))
    .map((it) => certificateOf(it.textContent ?? ""));
  const distinct = [...new Set(certificates)];
  if (distinct.length === 0 || distinct.length > MOST_CERTIFICATES)
    throw faultIn(
      distinct.length === 0 ? "This metadata has no certificate." : "This metadata has too many certificates.",
      `It needs between one and ${MOST_CERTIFICATES}.`,
    );
  return { issuer, signInUrl, certificates: distinct };
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** Our metadata for an organization's provider. */
export function samlMetadata(organizationId: string): string {
  const { entityId, responseUrl } = samlAddresses(organizationId);
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${METADATA}" entityID="${escaped(entityId)}">
  <md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:NameIDFormat>${EMAIL_FORMAT}</md:NameIDFormat>
    <md:AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(responseUrl)}"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
}
