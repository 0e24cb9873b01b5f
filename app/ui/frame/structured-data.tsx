import { useNonce } from "#app/platform/browser/core/nonce.ts";

/** One or more schema.org statements. */
export type Structured = Readonly<Record<string, unknown>>;

/** JSON that is safe inside a script element: it can't end the element or start a comment. */
export const scriptJson = (data: unknown): string =>
  JSON.stringify(data)
    .replace(/</g, "\\u003c")
    .replace(/>/g, "\\u003e")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");

/**
 * Structured data of a public page for search engines (JSON-LD).
 * @param data one or more objects with `@type`; `@context` is added
 * @param nonce defaults to this response's
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

/** Breadcrumbs for search engines. @param trail outermost first; paths on the origin */
export const breadcrumbs = (origin: string, trail: readonly { name: string; path: string }[]): Structured => ({
  "@type": "BreadcrumbList",
  itemListElement: trail.map(({ name, path }, i) => ({
    "@type": "ListItem",
    position: i + 1,
    name,
    item: `${origin}${path}`,
  })),
});
