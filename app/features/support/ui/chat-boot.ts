/** What a page's inline script and the widget know each other by. */
declare global {
  interface Window {
    /** Looks at the page for what goes on without a click: a conversation to follow, another provider's script to load. */
    __stetChat?: () => void;
    /** Another provider's script was asked for: it stays until the document goes. */
    __stetEmbed?: boolean;
  }
}

/** How long a script of the chat may take, of another provider's too. After that the bubble leads to the contact form. */
const LIMIT_MS = 10_000;

/**
 * Makes the bubble of public pages live, also those that are sent without the application's script. A click loads the chat and opens it;
 * where that fails the click leads where the link leads. Coming near loads it beforehand; a conversation that goes on is followed
 * once the page is idle. Another provider's script is loaded when the page is idle, and its own bubble takes the place of ours.
 */
export const CHAT_BOOT = `(function(w,d){if(w.__stetChat)return;var got={};function within(p){return Promise.race([p,new Promise(function(_,no){setTimeout(no,${LIMIT_MS},new Error("late"))})])}function load(a){var u=a.dataset.chat;return got[u]||(got[u]=within(import(u)).then(function(){return w.__stetChatWidget},function(e){delete got[u];throw e}))}function near(e){var t=e.target;return t&&t.closest?t.closest("a[data-chat]"):null}w.addEventListener("click",function(e){var a=near(e);if(!a||e.button||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;e.preventDefault();e.stopPropagation();if(a.dataset.busy)return;a.dataset.busy="1";load(a).then(function(it){return it.toggle(a)}).catch(function(){w.location.href=a.href}).then(function(){delete a.dataset.busy})},true);w.addEventListener("pointerover",function(e){var a=near(e);if(a)load(a).catch(function(){})},{passive:true});function idle(f){function go(){w.requestIdleCallback?requestIdleCallback(f,{timeout:4000}):setTimeout(f,500)}d.readyState==="complete"?go():w.addEventListener("load",go)}function embed(a){if(w.__stetEmbed)return;w.__stetEmbed=true;var s=d.createElement("script"),t=setTimeout(function(){s.remove()},${LIMIT_MS});s.async=true;s.src=a.dataset.embed;s.onload=function(){clearTimeout(t);d.documentElement.setAttribute("data-chat-embedded","")};s.onerror=function(){clearTimeout(t);s.remove()};d.head.appendChild(s)}w.__stetChat=function(){idle(function(){var a=d.querySelector("a[data-chat],a[data-embed]"),on=null;if(!a)return;if(a.dataset.embed)return embed(a);try{on=localStorage.getItem("stet.chat")}catch(e){}if(on)load(a).then(function(it){return it.follow(a)}).catch(function(){})})};w.__stetChat()})(window,document)`;
