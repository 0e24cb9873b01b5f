/** The names shared by the page's inline script and the widget. */
declare global {
  interface Window {
    /** Starts what needs no click: following a conversation or loading a third-party script. */
    __stetChat?: () => void;
    /** A third-party script was requested; it stays until the document unloads. */
    __stetEmbed?: boolean;
  }
}

/** How long a chat script may take to load. After that, the bubble opens the contact form. */
const LIMIT_MS = 10_000;

/**
 * Activates the bubble on public pages, including those without the application script. A click loads and opens the
 * chat; if that fails, the link is followed. Hovering preloads it, and an ongoing conversation is followed once the
 * page is idle. A third-party script loads when idle, and its bubble replaces ours.
 */
export const CHAT_BOOT = `(function(w,d){if(w.__stetChat)return;var got={};function within(p){return Promise.race([p,new Promise(function(_,no){setTimeout(no,${LIMIT_MS},new Error("late"))})])}function load(a){var u=a.dataset.chat;return got[u]||(got[u]=within(import(u)).then(function(){return w.__stetChatWidget},function(e){delete got[u];throw e}))}function near(e){var t=e.target;return t&&t.closest?t.closest("a[data-chat]"):null}w.addEventListener("click",function(e){var a=near(e);if(!a||e.button||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;e.preventDefault();e.stopPropagation();if(a.dataset.busy)return;a.dataset.busy="1";load(a).then(function(it){return it.toggle(a)}).catch(function(){w.location.href=a.href}).then(function(){delete a.dataset.busy})},true);w.addEventListener("pointerover",function(e){var a=near(e);if(a)load(a).catch(function(){})},{passive:true});function idle(f){function go(){w.requestIdleCallback?requestIdleCallback(f,{timeout:4000}):setTimeout(f,500)}d.readyState==="complete"?go():w.addEventListener("load",go)}function embed(a){if(w.__stetEmbed)return;w.__stetEmbed=true;var s=d.createElement("script"),t=setTimeout(function(){s.remove()},${LIMIT_MS});s.async=true;s.src=a.dataset.embed;s.onload=function(){clearTimeout(t);d.documentElement.setAttribute("data-chat-embedded","")};s.onerror=function(){clearTimeout(t);s.remove()};d.head.appendChild(s)}w.__stetChat=function(){idle(function(){var a=d.querySelector("a[data-chat],a[data-embed]"),on=null;if(!a)return;if(a.dataset.embed)return embed(a);try{on=localStorage.getItem("stet.chat")}catch(e){}if(on)load(a).then(function(it){return it.follow(a)}).catch(function(){})})};w.__stetChat()})(window,document)`;
