import { createHash } from "node:crypto";
import { escapeHtml } from "#app/platform/rules/text/escape-html.ts";
import { config } from "#app/platform/server/core/config.ts";

/**
 * Added to pages of a public origin that has no sessions: asks the app origin who is visiting. For the signed in,
 * "Sign in" becomes "My account", and the bubble leads to their help instead of the chat. An unverified person leaves
 * for sign-up where they may view nothing. A third-party chat loads only once we know that nobody is signed in. Pages
 * are the same for everybody, so they can be cached. The router mustn't take the changed link's clicks.
 */
const SCRIPT = `(function(w,d){
var my=d.currentScript.dataset,asked,who,seen;
function each(of,f){d.querySelectorAll(of).forEach(f)}
function apply(){
if(!who)return each('a[data-embed=""]',function(a){a.dataset.embed=my.embed;w.__stetChat&&w.__stetChat()});
if(asked!==location.pathname)return ask();
each('header a[href="/signin"]',function(a){
if(!who.home)return a.style.display="none";
a.href=who.home;a.textContent="My account";a.dataset.home=""});
each('a[data-chat],a[data-embed=""]',function(a){
a.removeAttribute("data-chat");a.removeAttribute("data-embed");a.href=who.help.to;a.setAttribute("aria-label",who.help.label)})
}
function ask(){
asked=location.pathname;
fetch(my.app+"/api/visitor?at="+encodeURIComponent(asked),{credentials:"include"})
.then(function(r){return r.ok?r.json():{}}).catch(function(){return{}}).then(function(it){
who=it.person;
if(who&&who.leave)return location.replace(who.leave);
if((who||my.embed)&&!seen)(seen=new MutationObserver(apply)).observe(d.body,{childList:true,subtree:true});
apply()})
}
w.addEventListener("click",function(e){if(e.target.closest&&e.target.closest("a[data-home]"))e.stopPropagation()},true);
d.addEventListener("DOMContentLoaded",ask);
w.addEventListener("pageshow",function(e){if(e.persisted)ask()})
})(window,document)`;

export const VISITOR_SCRIPT_HASH = `'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`;

/** A public page with the script. @param embed a third-party chat's script, or "" */
export const withVisitorScript = (html: Buffer, embed: string): Buffer<ArrayBuffer> =>
  Buffer.from(
    html
      .toString()
      .replace(
        "</head>",
        () =>
          `<script data-app="${escapeHtml(config().origins.app)}" data-embed="${escapeHtml(embed)}">${SCRIPT}</script></head>`,
      ),
  );
