import { useNonce } from "#app/platform/browser/nonce.ts";

/** A statement in schema.org's words, or several. */
export type Structured = Readonly<Record<string, unknown>>;

/** JSON that may stand inside a script element: nothing in it can end the element or begin a comment. */
export const scriptJson = (data: unknown): string =>
  JSON.stringify(data)
    .replace(/</g, "\\u003c")
    .replace(/>/g, "\\u003e")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");

/**
 * What a public page is about, for search engines (JSON-LD).
 * @param data one thing or several, each with its `@type`; `@context` is put in
 * @param nonce this response's; found by itself where left out
 */
export function StructuredData({ data, nonce }: { data: Structured | readonly Structured[]; nonce?: string }) {
  const found = useNonce();
  const list = Array.isArray(data) ? (data as readonly Structured[]) : [data as Structured];
  const whole =
    list.length === 1
      ? { "@context": "https://schema.org", ...list[0] }
      : { "@context": "https://schema.org", "@graph": list };
  // oxlint-disable-next-line react/no-danger -- JSON of our own making, with every "<" escaped
  return (
    <script
      type="application/ld+json"
      nonce={nonce ?? found}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: scriptJson(whole) }}
    />
  );
}

/** The way down to a page, as search engines show it above a result. @param trail from the outermost; paths on the origin */
export const breadcrumbs = (origin: string, trail: readonly { name: string; path: string }[]): Structured => ({
  "@type": "BreadcrumbList",
  itemListElement: trail.map(({ name, path }, i) => ({
    "@type": "ListItem",
    position: i + 1,
    name,
    item: `${origin}${path}`,
  })),
});
