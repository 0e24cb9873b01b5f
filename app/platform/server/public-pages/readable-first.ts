import { readFileSync } from "node:fs";
import path from "node:path";
import { MODULE, PRELOAD, STYLESHEET } from "../framework/rendered-html.ts";
import { usedCss } from "./used-css.ts";
import { HYDRATED } from "../../rules/public-pages/hydrated.ts";

const read = new Map<string, string | null>();

/** A built stylesheet's text; null if it doesn't exist. Built files never change, so each is read once. */
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

const FONT_FACE = /@font-face\s*\{[^}]*\burl\([^}]*\}/g;

/** The media query of deferred stylesheets. They apply at once if JavaScript is off. */
const WAITING = "(scripting: none)";
const SHEETS = `link[rel="stylesheet"][media="${WAITING}"]`;

/** How long a form submitted before hydration is held. After that it's submitted natively. */
const HELD_MS = 10_000;
/** Events that show that somebody is there. */
const TOUCHES = "pointerover pointerdown touchstart wheel keydown focusin input change click dragenter submit";

/**
 * After the first paint, fonts are fetched and applied together (their fallbacks have the same metrics, so nothing
 * shifts), along with the complete stylesheets, a superset of the inlined styles. Then the scripts load: libraries run
 * first, each in its own task, and the page's own script last. If the page defers its hydration, scripts are only
 * prefetched, and run when the reader interacts, or at once on a page restored from history, because its fields may
 * have content. No input is lost: links, fields, and the browser's own controls work until then, and a submitted form
 * is held until the page is hydrated.
 */
const START = `(function(){var w=window,d=document,n=d.currentScript.nonce,defer=d.body.dataset.deferHydration!==undefined,begun=false,
seen=false,styled=false,next,held=null,touches=${JSON.stringify(TOUCHES)}.split(" ");
function each(q,f){[].forEach.call(d.querySelectorAll(q),f)}
function scripts(f){each('link[href$=".js"]',f)}
function all(q,start,then){var left=1;function one(){--left||then()}each(q,function(l){left++;l.onload=l.onerror=one;start(l,one)});one()}
function sheets(){all(${JSON.stringify(SHEETS)},function(l,one){if(l.sheet)l.onload=null,one()},fonts)}
function fonts(){all('link[rel="later"][as="font"]',function(l){l.rel="preload"},function(){
each(${JSON.stringify(SHEETS)},function(s){s.media="all"});styled=true;if(next)next()})}
function live(){if(!styled){next=live;return}each('script[type="later"]',function(o){var m=d.createElement("script");m.type="module";
m.nonce=n;m.textContent=o.textContent;d.body.appendChild(m)})}
function run(){var parts=[];if(defer&&w.__stetAwait)w.__stetAwait();scripts(function(l){l.rel="modulepreload";
if(/\\/(react|platform|frame)-/.test(l.href))parts.push(l.href)});(function next(){var h=parts.shift();if(!h)return live();
import(h).then(function(){setTimeout(next,0)},live)})()}
function begin(){if(begun)return;begun=true;if(seen)setTimeout(run,0)}
function touched(e){if(e.type==="submit"&&/post/i.test(e.target.method)){e.preventDefault();e.stopPropagation();if(!held){
held=[e.target,e.submitter];setTimeout(release,${HELD_MS})}}begin()}
function release(){touches.forEach(function(t){w.removeEventListener(t,touched,true)});var h=held;held=null;
if(h&&h[0].isConnected)h[0].requestSubmit(h[1])}
function ready(){var c=navigator.connection;if(!begun&&!(c&&c.saveData))scripts(function(l){l.rel="prefetch"})}
if(!defer)begun=true;
else{clearTimeout(w.__stetScripts);w.addEventListener(${JSON.stringify(HYDRATED)},release,{once:true});touches.forEach(function(t){
w.addEventListener(t,touched,{capture:true,passive:t!=="submit"})});
var came=performance.getEntriesByType("navigation")[0];if(!came||came.type!=="navigate")begin();
function idle(){(w.requestIdleCallback||setTimeout)(ready)}d.readyState==="complete"?idle():w.addEventListener("load",idle)}
requestAnimationFrame(function(){setTimeout(function(){seen=true;sheets();if(begun)run()},0)})})()`;

/**
 * A page as sent to everyone: the styles it uses inlined, and fonts, other styles and scripts loaded after the first
 * paint. On a slow connection, the text is readable before the script starts loading.
 * @param html a whole page @param nonce for what is added @param find reads a stylesheet by its URL; for tests
 */
export function readableFirst(html: string, nonce: string, find?: (href: string) => string | null): string {
  const styled = inlineStyles(html, nonce, find);
  if (styled === html || !/<\/body><\/html>\s*$/.test(styled)) return html;
  return styled
    .replaceAll(PRELOAD, '<link$1rel="later"')
    .replaceAll(MODULE, '$1 type="later"')
    .replace(/<\/body><\/html>\s*$/, () => `<script nonce="${nonce}">${START}</script></body></html>`);
}

/**
 * A page with the styles it uses inlined, so nothing else has to load before it's visible. The sheet of the fonts stays
 * linked without blocking. So do the others if the page has a script, because the script or the next page may need the
 * complete sheets.
 * @param html a whole page @param nonce for the style @param find reads a stylesheet by its URL; for tests
 */
function inlineStyles(html: string, nonce: string, find: (href: string) => string | null = stylesheet): string {
  const links = [...html.matchAll(STYLESHEET)];
  const sheets = links.map((link) => find(link[1]!));
  // If one sheet can't be read, all stay linked, because their order matters.
  if (links.length === 0 || sheets.includes(null) || sheets.some((css) => /<\/style/i.test(css!))) return html;
  const isRead = html.search(MODULE) < 0;
  const rules = sheets.map((css) => css!.replaceAll(FONT_FACE, ""));
  const used = usedCss(html, rules);
  let before = `<style nonce="${nonce}">${used}</style>`;
  let place = 0;
  return html.replaceAll(STYLESHEET, (link) => {
    const isFonts = rules[place++]!.trim() === "";
    const here = before + (isRead && !isFonts ? "" : link.replace(/\s*\/?>$/, ` media="${WAITING}"/>`));
    before = "";
    return here;
  });
}
