export type Encoding = "br" | "gzip";

/**
 * The encoding to compress a response with: the first of these that the browser accepts, or null.
 * @param accepts the Accept-Encoding header @param offered best first
 */
export function bestEncoding(accepts: string, offered: readonly Encoding[] = ["br", "gzip"]): Encoding | null {
  const weights = new Map<string, number>();
  for (const part of accepts.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((it) => it.trim());
    const q = parameters.find((it) => it.startsWith("q="));
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  return offered.find((it) => (weights.get(it) ?? weights.get("*") ?? 0) > 0) ?? null;
}
