/**
 * The address that a verification link is for, in lower case. It's read without checking the signature, so it only
 * decides what a page offers: the link itself is checked when it's used.
 * @returns null for anything that isn't such a link's token
 */
export function emailInToken(token: string): string | null {
  const [, payload] = token.split(".");
  if (!payload) return null;
  try {
    const { email } = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as { email?: unknown };
    return typeof email === "string" ? email.toLowerCase() : null;
  } catch {
    return null;
  }
}
