import { HYDRATED } from "./hydrated.ts";

/** The media query of deferred stylesheets. They apply at once if JavaScript is off. */
export const WAITING = "(scripting: none)";
const SHEETS = JSON.stringify(`link[rel="stylesheet"][media="${WAITING}"]`);

/** How long a form submitted before hydration is held. After that it's submitted natively. */
const HELD_MS = 10_000;
/** Events that show that somebody is there. */
const TOUCHES = "pointerover pointerdown touchstart wheel keydown focusin input change click dragenter submit";

/**
 * The script of every public page that is the same for everybody: a file of its own, which a browser keeps, so that no
 * page brings it again.
 *
 * After the first paint, fonts are fetched and applied together (their fallbacks have the same metrics, so nothing
 * shifts), along with the complete stylesheets, a superset of the inlined styles. Then the scripts load: libraries run
 * first, each in its own task, and the page's own script last. If the page defers its hydration, scripts are only
 * prefetched (or not even that, if it's "unfetched"), and run when the reader interacts, or at once on a page restored
 * from history, because its fields may have content. No input is lost: links, fields, and the browser's own controls
 * work until then, and a submitted form is held until the page is hydrated. Until this file has arrived, forms are
 * submitted natively. The page's data, which is plain JSON, becomes the list of values that the router expects.
 * @param parts scripts that other pages have in their markup (`data-first`): the guard of an application's scripts, run
 *   only if the page has some, and the start of the visitors' chat, run only if the page has one
 */
export const firstScript = ({ guard, chat }: { guard: string; chat: string }): string =>
  `(function(w,d){function each(q,f){[].forEach.call(d.querySelectorAll(q),f)}
if(d.querySelector('script[type="later"]')){${guard}}
if(d.querySelector("a[data-chat],a[data-embed]")){${chat}}
var defer=d.body.dataset.deferHydration!==undefined,begun=!defer,seen,styled,next,held,touches=${JSON.stringify(TOUCHES)}.split(" ");
function scripts(f){each('link[href$=".js"]',f)}
function all(q,start,then){var left=1;function one(){--left||then()}each(q,function(l){left++;l.onload=l.onerror=one;start(l,one)});one()}
function sheets(){all(${SHEETS},function(l,one){if(l.sheet)l.onload=null,one()},fonts)}
function fonts(){all('link[rel="later"][as="font"]',function(l){l.rel="preload"},function(){each(${SHEETS},function(l){l.media="all"});styled=1;if(next)next()})}
function listed(v){var l=[];function put(v){if(v===null)return -5;var i=l.push(v)-1;if(Array.isArray(v))l[i]=v.map(put);else if(typeof v==="object"){l[i]={};for(var k in v)l[i]["_"+put(k)]=put(v[k])}return i}put(v);return JSON.stringify(l)+"\\n"}
function live(){if(!styled){next=live;return}each("script[data-page]",function(o){var c=w.__reactRouterContext.streamController;c.enqueue(listed(JSON.parse(o.textContent)));c.close()});each('script[type="later"]',function(o){var m=d.createElement("script");m.type="module";m.textContent=o.textContent;d.body.appendChild(m)})}
function run(){var parts=[];if(defer&&w.__stetAwait)w.__stetAwait();scripts(function(l){l.rel="modulepreload";if(/\\/(react|platform|frame)-/.test(l.href))parts.push(l.href)});(function next(){var h=parts.shift();if(!h)return live();import(h).then(function(){setTimeout(next,0)},live)})()}
function begin(){if(begun)return;begun=true;if(seen)setTimeout(run,0)}
function touched(e){if(e.type==="submit"&&/post/i.test(e.target.method)){e.preventDefault();e.stopPropagation();if(!held){held=[e.target,e.submitter];setTimeout(release,${HELD_MS})}}begin()}
function release(){touches.forEach(function(t){w.removeEventListener(t,touched,true)});var h=held;held=null;if(h&&h[0].isConnected)h[0].requestSubmit(h[1])}
function ready(){var c=navigator.connection;if(!begun&&!d.body.dataset.deferHydration&&!(c&&c.saveData))scripts(function(l){l.rel="prefetch"})}
if(defer){clearTimeout(w.__stetScripts);w.addEventListener(${JSON.stringify(HYDRATED)},release,{once:true});touches.forEach(function(t){w.addEventListener(t,touched,{capture:true,passive:t!=="submit"})});
var came=performance.getEntriesByType("navigation")[0],early=w.__stetEarlyInput;if(!came||came.type!=="navigate"||early&&early.size)begin();
function idle(){(w.requestIdleCallback||setTimeout)(ready)}d.readyState==="complete"?idle():w.addEventListener("load",idle)}
requestAnimationFrame(function(){setTimeout(function(){seen=1;sheets();if(begun)run()},0)})})(window,document)`;
