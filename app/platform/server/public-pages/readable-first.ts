import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { FIRST_SCREEN_END, MODULE, PRELOAD, STYLESHEET } from "../framework/rendered-html.ts";
import { withPlainData } from "./plain-data.ts";
import { usedCss } from "./used-css.ts";
import { WAITING } from "../../rules/public-pages/first-script.ts";

/** The built files that a page is made of. */
type Built = {
  /** A stylesheet's text; null if it doesn't exist. @param href its URL */
  stylesheet: (href: string) => string | null;
  /** The URL of the script that every page begins with; null if there is no build. */
  firstScript: () => string | null;
};

const CLIENT = "build/client";
const read = new Map<string, string | null>();

/** The result of `find`, or null if it throws. Built files never change, so each is looked for once. */
function once(name: string, find: () => string | null): string | null {
  let found = read.get(name);
  if (found === undefined) {
    try {
      found = find();
    } catch {
      found = null;
    }
    read.set(name, found);
  }
  return found;
}

const BUILT: Built = {
  stylesheet: (href) => once(href, () => readFileSync(path.resolve(CLIENT, `.${href}`), "utf8")),
  firstScript: () =>
    once("first script", () => {
      const name = readdirSync(path.resolve(CLIENT, "assets")).find((it) => /^first-\w+\.js$/.test(it));
      return name === undefined ? null : `/assets/${name}`;
    }),
};

const FONT_FACE = /@font-face\s*\{[^}]*\burl\([^}]*\}/g;
/** A script whose content is in the first script too. Its element stays, because hydration expects it. */
const IN_FIRST = /(<script\b(?=[^>]*\sdata-first\b)[^>]*>)[\s\S]*?<\/script>/g;

/**
 * A page as sent to everyone: the styles it uses inlined, and fonts, other styles and scripts loaded after the first
 * paint, by the first script (rules/public-pages/first-script.ts). On a slow connection, the text is readable before the
 * application's script starts loading.
 * @param html a whole page @param nonce for what is added @param built the built files; for tests
 */
export function readableFirst(html: string, nonce: string, built: Built = BUILT): string {
  const first = built.firstScript();
  const styled = inlineStyles(html, nonce, built);
  if (first === null || styled === html || !/<\/body><\/html>\s*$/.test(styled)) return html;
  return withPlainData(styled)
    .replaceAll(PRELOAD, '<link$1rel="later"')
    .replaceAll(MODULE, '$1 type="later"')
    .replaceAll(IN_FIRST, "$1</script>")
    .replace("</head>", () => `<script src="${first}" defer=""></script></head>`);
}

/**
 * A page with the styles it uses inlined, so nothing else has to load before it's visible. The sheet of the fonts stays
 * linked without blocking. So do the others if the page has a script, because the script or the next page may need the
 * complete sheets.
 *
 * If the page says where its first screen ends, only that part has its styles in the page. What comes after it waits for
 * the complete sheets, except the root's, which is larger than all others together and stays inlined as far as the whole
 * page uses it.
 */
function inlineStyles(html: string, nonce: string, { stylesheet }: Built): string {
  const links = [...html.matchAll(STYLESHEET)];
  const sheets = links.map((link) => stylesheet(link[1]!));
  // If one sheet can't be read, all stay linked, because their order matters.
  if (links.length === 0 || sheets.includes(null) || sheets.some((css) => /<\/style/i.test(css!))) return html;
  const isRead = html.search(MODULE) < 0;
  const rules = sheets.map((css) => css!.replaceAll(FONT_FACE, ""));
  const isFonts = rules.map((css) => css.trim() === "");
  const end = FIRST_SCREEN_END.exec(html);
  const isBelow = isFonts.map((it, i) => end !== null && i > 0 && !it);
  const used = usedCss(html, rules, {
    atRest: !isRead,
    ...(end ? { screen: { html: html.slice(0, end.index), linked: rules.filter((_, i) => isBelow[i]) } } : {}),
  });
  let before = `<style nonce="${nonce}">${used}</style>`;
  let place = 0;
  return html
    .replaceAll(STYLESHEET, (link) => {
      const isOfFonts = isFonts[place++]!;
      const here = before + (isRead && !isOfFonts ? "" : link.replace(/\s*\/?>$/, ` media="${WAITING}"/>`));
      before = "";
      return here;
    })
    .replace(
      FIRST_SCREEN_END,
      // A script runs only when the sheets before it have arrived, in every browser. Some don't wait for the sheets alone.
      (_, start: string) =>
        `${start}${links
          .filter((__, i) => isBelow[i])
          .map((link) => `<link rel="stylesheet" href="${link[1]!}"/>`)
          .join("")}<script nonce="${nonce}"> </script></div>`,
    );
}
