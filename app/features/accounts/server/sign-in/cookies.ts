/** The value of a request's cookie, or null if there is none. */
export const cookieOf = (request: Request, name: string): string | null => cookieIn(request.headers, name);

/** The value of a cookie in a request's headers, or null if there is none. */
export function cookieIn(headers: Headers | undefined, name: string): string | null {
  for (const part of headers?.get("cookie")?.split(";") ?? []) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
