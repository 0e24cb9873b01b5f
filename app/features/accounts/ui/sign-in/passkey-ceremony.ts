/**
 * The browser's part of creating and using a passkey. Bytes are sent as base64url, converted here because older
 * browsers can't.
 */
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

/** Whether the browser can offer passkeys as autofill. */
export const canOffer = async (): Promise<boolean> =>
  knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

/** Creates a passkey. @returns what the server needs, as JSON @throws the browser's DOMException */
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
 * Uses a passkey: asks right away, or offers it as autofill.
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

/**
 * Puts the browser's error into words. Browsers don't say whether the person declined, the device refused, or time ran
 * out.
 */
export function ceremonyProblem(error: unknown): { message: string; advice: string } {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "InvalidStateError")
    return {
      message: "This device already has a passkey for your account.",
      advice: "Use it to sign in, or choose another device.",
    };
  if (name === "SecurityError")
    return { message: "Passkeys don't work at this address.", advice: "Open the page at its usual address." };
  if (name === "TypeError" || error instanceof TypeError)
    return {
      message: "We couldn't reach the server.",
      advice: "Check your connection and try again.",
    };
  return { message: "No passkey was used.", advice: "Try again." };
}
