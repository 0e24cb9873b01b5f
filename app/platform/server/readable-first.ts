import { readFileSync } from "node:fs";
import path from "node:path";

const LINK = /<link\b(?=[^>]*\brel="stylesheet")(?=[^>]*\bhref="(\/assets\/[\w.-]+\.css)")[^>]*>/g;

const read = new Map<string, string | null>();

/** A built stylesheet's text; null where there is none of that name. Built files never change, so each is read once. */
function stylesheet(href: string): string | null {
  let text = read.get(href);
  if (text === undefined) {
    try {
      text = readFileSync(path.resolve("build/client", `.${href}`), "utf8");
    } catch {
      text = null;
    }
    read.set(href, text);
  }
  return text;
}

const PRELOAD = /<link\b(?=[^>]*\brel="(?:modulepreload|preload)")([^>]*?)\brel="(?:modulepreload|preload)"/g;
const MODULE = /(<script\b[^>]*?) type="module"/g;
const FONT_FACE = /@font-face\s*\{[^}]*\burl\([^}]*\}/g;

/**
 * After the first paint: fonts are fetched and apply together (their fallbacks have the same measures, so that nothing moves), and the
 * scripts that waited are fetched; the libraries run first, each a task of its own, and last what makes the page live.
 */
const START = `(function(){var n=document.currentScript.nonce,d=document;function each(q,f){[].forEach.call(d.querySelectorAll(q),f)}function go(){var fonts=0,parts=[];function applied(){if(--fonts<1)each("style[data-fonts]",function(s){s.media="all"})}each('link[rel="later"]',function(l){if(l.as==="font"){fonts++;l.onload=l.onerror=applied;l.rel="preload";return}l.rel="modulepreload";if(/\\/(react|platform|mantine)-/.test(l.href))parts.push(l.href)});if(!fonts)applied();function live(){each('script[type="later"]',function(o){var m=d.createElement("script");m.type="module";m.nonce=n;m.textContent=o.textContent;d.body.appendChild(m)})}(function next(){var h=parts.shift();if(!h)return live();import(h).then(function(){setTimeout(next,0)},live)})()}requestAnimationFrame(function(){setTimeout(go,0)})})()`;

/**
 * A page as it is sent to everybody: its styles in itself, and fonts and scripts after the first look at it. On a slow line what can be
 * read is there before the script that makes it live has begun to arrive.
 * @param html a whole page @param nonce for what is added @param find reads a stylesheet by its address; for tests
 */
export function readableFirst(html: string, nonce: string, find?: (href: string) => string | null): string {
  const styled = inlineStyles(html, nonce, find);
  if (styled === html || !/<\/body><\/html>\s*$/.test(styled)) return html;
  return styled.replaceAll(PRELOAD, '<link$1rel="later"').replaceAll(MODULE, '$1 type="later"').replace(/<\/body><\/html>\s*$/, () => `<script nonce="${nonce}">${START}</script></body></html>`);
}

/**
 * A page with its styles in itself, so that nothing has to arrive before it can be seen. The links stay, because the page's script
 * finds them again and the next page may need them, but wait for nobody: what they hold applies already.
 * @param html a whole page @param nonce for the style @param find reads a stylesheet by its address; for tests
 */
function inlineStyles(html: string, nonce: string, find: (href: string) => string | null = stylesheet): string {
  const links = [...html.matchAll(LINK)];
  const sheets = links.map((link) => find(link[1]!));
  // A sheet that could not be read is linked as before, and so are the others: their order decides.
  if (links.length === 0 || sheets.includes(null) || sheets.some((css) => /<\/style/i.test(css!))) return html;
  let first = true;
  return html.replaceAll(LINK, (link) => {
    const waiting = link.replace(/\s*\/?>$/, ' media="not all"/>');
    if (!first) return waiting;
    first = false;
    const css = sheets.join("\n");
    const faces = css.match(FONT_FACE)?.join("\n") ?? "";
    // Without script nothing would give the fonts their turn: there they apply at once.
    return `<style nonce="${nonce}">${css.replaceAll(FONT_FACE, "")}</style>${faces ? `<style nonce="${nonce}" data-fonts media="(scripting: none)">${faces}</style>` : ""}${waiting}`;
  });
}
