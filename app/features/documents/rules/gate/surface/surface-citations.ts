/** Reads field codes and the citations that reference managers store in them. */
import { unescapeXml } from "../../docx/xml-text.ts";
import type { AtomKind } from "./surface-atoms.ts";

const CITATION = /^ADDIN\s+(?:ZOTERO_|CSL_CITATION|EN\.CITE|Mendeley|PAPERPILE|RW\.CITE|CitaviPlaceholder|CITAVI|BEC)/i;

/** The relevant part of a field's code, and what its program may refresh without changing it. */
export function readFieldCode(code: string): { kind: AtomKind; key: string; refreshed: string; shown: string } {
  const tidy = code
    .replace(/\s+/g, " ")
    .replace(/\s*\\\* MERGEFORMAT\b/gi, "")
    .trim();
  const shown = tidy.length > 160 ? `${tidy.slice(0, 160)}…` : tidy;
  if (!CITATION.test(tidy)) {
    const name = /^\S+/.exec(tidy)?.[0] ?? "";
    return { kind: "field", key: name.toUpperCase() + tidy.slice(name.length), refreshed: "", shown };
  }
  const cited = tidy.includes("{") ? citedInJson(tidy) : tidy.includes("<") ? citedInEndNote(tidy) : null;
  return cited === null
    ? { kind: "citation", key: tidy, refreshed: "", shown }
    : { kind: "citation", key: cited.key, refreshed: tidy, shown: cited.shown || shown };
}

/** The works cited by Zotero or Mendeley, with surrounding text. The rest of the code can change at any time. */
function citedInJson(code: string): { key: string; shown: string } | null {
  try {
    const from = code.indexOf("{");
    const data = JSON.parse(code.slice(from, code.lastIndexOf("}") + 1)) as Record<string, unknown>;
    return citedIn(data, code.slice(0, from).trim().split(" ").slice(0, 3).join(" "));
  } catch {
    return null;
  }
}

function citedIn(data: Record<string, unknown>, head: string): { key: string; shown: string } | null {
  const items = data.citationItems;
  if (!Array.isArray(items)) {
    // A bibliography: works that were excluded or added by hand.
    return "uncited" in data || "omitted" in data || "custom" in data
      ? { key: `${head} ${JSON.stringify([data.uncited, data.omitted, data.custom])}`, shown: "" }
      : null;
  }
  const list = items as Record<string, unknown>[];
  const part = (item: Record<string, unknown>, name: string): string => {
    const value = item[name];
    return value === undefined || value === null || value === "" || value === false
      ? ""
      : `${name}=${JSON.stringify(value)}`;
  };
  const key = list
    .map((item) => {
      const uris = item.uris ?? item.uri;
      const work =
        Array.isArray(uris) && uris.length > 0 ? uris.map(String).sort().join(" ") : JSON.stringify(item.id ?? null);
      const around = ["locator", "label", "prefix", "suffix", "suppress-author", "author-only", "isTemporary"]
        .filter((name) => !(name === "label" && !item.locator))
        .map((name) => part(item, name));
      return [work, ...around].join(" ");
    })
    .join("\u0001");
  const titles = list.map((item) => {
    const work = item.itemData as { title?: unknown } | undefined;
    return typeof work?.title === "string" ? work.title : "";
  });
  return { key: `${head} ${key}`, shown: titles.filter(Boolean).join("; ").slice(0, 160) };
}

/** EndNote: the works' numbers, names and years, with pages and surrounding words. Its records can change. */
function citedInEndNote(code: string): { key: string; shown: string } | null {
  const plain = unescapeXml(code);
  const cites = [...plain.matchAll(/<Cite\b([^>]*)>(.*?)<\/Cite>/gs)];
  if (cites.length === 0) return null;
  const list = cites.map(([, attributes = "", inner = ""]) =>
    ["Author", "Year", "RecNum", "Pages", "Prefix", "Suffix"]
      .map((name) => new RegExp(`<${name}>(.*?)</${name}>`, "s").exec(inner)?.[1] ?? "")
      .concat(attributes.trim())
      .join("|"),
  );
  return {
    key: `EN.CITE ${list.join("\u0001")}`,
    shown: list.map((one) => one.split("|").slice(0, 2).join(" ")).join("; "),
  };
}

/** A content control with a citation (Mendeley Cite, Citavi): what its tag says. Null for other controls. */
export function readCitationTag(tag: string): { key: string; refreshed: string; shown: string } | null {
  const coded = /^MENDELEY_CITATION_v\d+_(.+)$/.exec(tag)?.[1];
  if (coded !== undefined) {
    try {
      const data = JSON.parse(Buffer.from(coded, "base64").toString("utf8")) as Record<string, unknown>;
      const cited = citedIn(data, "MENDELEY");
      if (cited) return { ...cited, refreshed: tag };
    } catch {
      // An unknown format, so the tag itself is compared.
    }
    return { key: tag, refreshed: "", shown: "" };
  }
  return /^Citavi(?:Placeholder|Bibliography)/i.test(tag) ? { key: tag, refreshed: "", shown: "" } : null;
}
