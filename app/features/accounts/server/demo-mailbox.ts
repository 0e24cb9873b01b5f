import { sql } from "kysely";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { DAY, HOUR, formatInstant } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";

const LIMIT = 100;
type SentEmail = {
  id: string;
  to: string;
  subject: string;
  kind: string;
  status: string;
  html: string;
  text: string;
  createdAt: Date;
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** Newest first. @param to part of an address */
function listEmails(to: string): Promise<SentEmail[]> {
  let query = database()
    .selectFrom("mail")
    .select(["id", "to", "subject", "kind", "status", "html", "text", "createdAt"])
    .orderBy("seq", "desc")
    .limit(LIMIT);
  if (to) query = query.where(contains(to, [sql`"to"`]));
  return query.execute();
}

/** GET /auth/mailbox: the demo's sent emails as a page, or as JSON with `format=json`. */
export async function demoMailbox(request: Request): Promise<Response> {
  if (!config().demo) throw notFound("page");
  const { searchParams } = new URL(request.url);
  const to = (searchParams.get("to") ?? "").trim().slice(0, 320);
  const id = searchParams.get("id");
  const letters = await listEmails(to);
  if (searchParams.get("format") === "json") return Response.json({ letters });
  const open = id
    ? await database()
        .selectFrom("mail")
        .select(["id", "to", "subject", "kind", "status", "html", "text", "createdAt"])
        .where("id", "=", id)
        .executeTakeFirst()
    : letters[0];
  if (id && !open) throw notFound("email");
  return new Response(page(letters, open, to), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      // The email's frame inherits this policy: it can be styled but can't run anything.
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; form-action 'self'; " +
        "base-uri 'none'; frame-ancestors 'none'",
      "referrer-policy": "same-origin",
    },
  });
}

const linked = (text: string): string =>
  escape(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
const query = (to: string, id: string): string => `?${new URLSearchParams({ ...(to ? { to } : {}), id })}`;

function page(letters: readonly SentEmail[], open: SentEmail | undefined, to: string): string {
  const at = (date: Date) => formatInstant(date, "UTC", { now: now(), deadline: true });
  const step = (label: string, ms: number) =>
    `<form method="post" action="/api/demo/clock"><input type="hidden" name="advanceMs" value="${ms}">
      <input type="hidden" name="back" value="/auth/mailbox${to ? `?to=${encodeURIComponent(to)}` : ""}">
      <button>${label}</button></form>`;
  const rows = letters
    .map(
      (l) =>
        `<li${l.id === open?.id ? ' class="open"' : ""}>
        <a href="${escape(query(to, l.id))}"${l.id === open?.id ? ' aria-current="true"' : ""}>
        <b>${escape(l.subject)}</b><span>${escape(l.to)}</span>
        <small>${at(l.createdAt)} · ${escape(l.status)}</small></a></li>`,
    )
    .join("");
  const site = escape(config().siteName);
  const none = to ? `No emails to “${escape(to)}”.` : "No emails yet. Create an account or place an order to get one.";
  const framed = open && `<base target="_top">${open.html.replaceAll('target="_blank"', 'target="_top"')}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Demo mailbox · ${site}</title><style>${MAILBOX_STYLE}</style></head><body>
<header><a class="home" href="/">${site}</a><h1>Demo mailbox</h1>
<p>Every email the product has sent, to anyone. Nothing leaves this computer.
<a href="/api/demo/emails">See a sample of every email</a></p></header>
<section class="clock" aria-label="Demo clock"><p>Demo clock: <b>${at(now())}</b></p>
${step("+1 hour", HOUR)}${step("+1 day", DAY)}${step("+1 week", 7 * DAY)}
<small>The clock only moves forward. Anything that comes due runs.</small></section>
<form class="search" role="search" method="get"><label for="to">Address</label>
<input id="to" name="to" type="search" value="${escape(to)}" placeholder="client@demo.test">
<button>Search</button>${to ? '<a href="/auth/mailbox">Show all</a>' : ""}</form>
<main>${letters.length === 0 ? `<p class="empty">${none}</p>` : `<ol>${rows}</ol>`}
${
  open
    ? `<article><h2>${escape(open.subject)}</h2><p class="meta">To ${escape(open.to)}, ${at(open.createdAt)}</p>
<iframe title="Email" srcdoc="${escape(framed ?? "")}"
sandbox="allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"></iframe>
<details><summary>As plain text</summary><pre>${linked(open.text)}</pre></details></article>`
    : ""
}</main></body></html>`;
}

/** The style shared by the demo's email pages. */
export const MAILBOX_STYLE = `
:root{
  color-scheme:light dark;--paper:light-dark(#fbfaf7,#1d1a16);--sheet:light-dark(#fffefc,#26221d);
  --ink:light-dark(#1b1f2a,#ece4d6);--soft:light-dark(#565a66,#b5ab9a);--line:light-dark(#e4e0d8,#3c362d);
  --press:light-dark(#1f3a5f,#a9c3e6);--wash:light-dark(#e9eef5,#26303e)
}
*{box-sizing:border-box}
body{
  margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Inter,system-ui,sans-serif;overflow-wrap:anywhere
}
header,.clock,.search,main{max-width:72rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:1.5rem}
h1{font:500 1.75rem/1.15 Newsreader,Georgia,serif;margin:.5rem 0 .25rem}
header p,small,.meta{color:var(--soft)}
header p{margin:0}
.home{font:500 1.25rem Newsreader,Georgia,serif;color:var(--press);text-decoration:none}
a{color:var(--press)}
:focus-visible{outline:2px solid var(--press);outline-offset:2px}
.clock,.search{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center;margin-top:1rem}
.clock p{margin:0;font-variant-numeric:tabular-nums}
button{
  font:inherit;padding:.375rem .75rem;color:var(--ink);background:var(--sheet);border:1px solid var(--line);
  border-radius:4px;cursor:pointer;min-height:2.5rem
}
input[type=search]{
  font:inherit;padding:.375rem .625rem;min-height:2.5rem;min-width:0;flex:0 1 20rem;color:var(--ink);
  background:var(--sheet);border:1px solid var(--soft);border-radius:4px
}
main{
  display:grid;grid-template-columns:minmax(0,22rem) minmax(0,1fr);gap:1.5rem;padding-top:1.5rem;
  padding-bottom:3rem;align-items:start
}
ol{
  list-style:none;margin:0;padding:0;border:1px solid var(--line);border-radius:6px;background:var(--sheet);
  max-height:46rem;overflow:auto
}
li+li{border-top:1px solid var(--line)}
li a{display:block;padding:.625rem .875rem;color:inherit;text-decoration:none}
li a:hover,li.open{background:var(--wash)}
li b,li span,li small{display:block}
li b{font-weight:600}
li span,small{font-size:.875rem}
h2{font:500 1.25rem/1.3 Newsreader,Georgia,serif;margin:0}
.meta{margin:.25rem 0 .75rem;font-size:.875rem}
iframe{width:100%;height:38rem;border:1px solid var(--line);border-radius:6px;background:#fbfaf7;color-scheme:light}
details{margin-top:.75rem}
summary{cursor:pointer}
pre{
  white-space:pre-wrap;font:14px/1.5 ui-monospace,monospace;background:var(--sheet);border:1px solid var(--line);
  border-radius:6px;padding:1rem
}
.empty{grid-column:1/-1}
@media (max-width:48rem){
  main{grid-template-columns:minmax(0,1fr)}
  ol{max-height:18rem}
}`;
