/** The browser's part of making and using a passkey. Bytes travel as base64url; browsers of the last years could do that themselves, older ones cannot. */
type Json = Record<string, unknown>;

const toBytes = (text: unknown): Uint8Array<ArrayBuffer> => {
  const plain = atob(String(text).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(plain.length);
  for (let i = 0; i < plain.length; i++) bytes[i] = plain.charCodeAt(i);
  return bytes;
};
const toText = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const listed = (value: unknown): PublicKeyCredentialDescriptor[] =>
  Array.isArray(value)
    ? (value as Json[]).map((it) => ({ ...it, id: toBytes(it["id"]) }) as unknown as PublicKeyCredentialDescriptor)
    : [];

export const knowsPasskeys = (): boolean =>
  typeof window !== "undefined" && "PublicKeyCredential" in window && "credentials" in navigator;

/** Whether the browser can offer passkeys among what it fills in. */
export const canOffer = async (): Promise<boolean> =>
  knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

/** Makes a passkey. @returns what the server wants to know of it, as JSON @throws the browser's DOMException */
export async function makePasskey(options: Json): Promise<string> {
  const user = options["user"] as Json;
  const publicKey = {
    ...options,
    challenge: toBytes(options["challenge"]),
    user: { ...user, id: toBytes(user["id"]) },
    excludeCredentials: listed(options["excludeCredentials"]),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return JSON.stringify({
    id: made.id,
    rawId: toText(made.rawId),
    type: made.type,
    clientExtensionResults: made.getClientExtensionResults(),
    authenticatorAttachment: made.authenticatorAttachment,
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  });
}

/**
 * Uses a passkey: asks at once, or waits among what the browser offers to fill in.
 * @returns the proof for the server, as JSON @throws the browser's DOMException
 */
export async function presentPasskey(options: Json, signal: AbortSignal, offered: boolean): Promise<string> {
  const publicKey = {
    ...options,
    challenge: toBytes(options["challenge"]),
    allowCredentials: listed(options["allowCredentials"]),
    userVerification: "required",
  } as unknown as PublicKeyCredentialRequestOptions;
  const used = (await navigator.credentials.get({
    publicKey,
    signal,
    ...(offered ? { mediation: "conditional" as const } : {}),
  })) as PublicKeyCredential;
  const response = used.response as AuthenticatorAssertionResponse;
  return JSON.stringify({
    id: used.id,
    rawId: toText(used.rawId),
    type: used.type,
    clientExtensionResults: used.getClientExtensionResults(),
    authenticatorAttachment: used.authenticatorAttachment,
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      ...(response.userHandle ? { userHandle: toText(response.userHandle) } : {}),
    },
  });
}

/** What the browser's refusal means to the person. They, or their device, said no, or it took too long: the browser does not tell which. */
export function ceremonyProblem(error: unknown): { message: string; advice: string } {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "InvalidStateError")
    return {
      message: "This device holds a passkey for this account already.",
      advice: "Use it to sign in, or choose another device.",
    };
  if (name === "SecurityError")
    return { message: "Passkeys do not work at this address.", advice: "Open the page by its usual address." };
  if (name === "TypeError" || error instanceof TypeError)
    return {
      message: "The answer did not come: the network failed or took too long.",
      advice: "Look at your connection and try again.",
    };
  return { message: "No passkey was used.", advice: "Try again, or do it another way." };
}
