import { randomBytes } from "node:crypto";
import { guestKeyHashOf } from "#app/features/accounts/server/guest-key.ts";
import type { Actor } from "#app/platform/rules/actor.ts";
import { Problem } from "#app/platform/rules/errors.ts";
import { appUrl, publicUrl } from "#app/platform/rules/origins.ts";
import { config } from "#app/platform/server/config.ts";
import { CROSSING_PATH, type Crossing, takeCrossing } from "./crossing.ts";

const FIELDS = ["order", "until", "to", "proof"] as const;
const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

const crossingIn = (from: { get(name: string): unknown }): Crossing => {
  const text = (name: string) => { const value = from.get(name); return typeof value === "string" ? value : ""; };
  return { order: text("order"), until: text("until"), to: text("to"), proof: text("proof") };
};

/** GET /api/crossing: what a link from the public origin opens. It takes nothing yet: its form does, by itself where there is script. */
export function showCrossing(request: Request): Response {
  const crossing = crossingIn(new URL(request.url).searchParams);
  return page(200, "Your manuscript is coming along", `<p>It was dropped on our public pages; one press takes it to where you work.</p>
<form method="post" action="${CROSSING_PATH}">${FIELDS.map((name) => `<input type="hidden" name="${name}" value="${escape(crossing[name])}">`).join("")}<button>Go on with it</button></form>`, "document.forms[0].submit()");
}

/** POST /api/crossing: takes the draft and goes on to the page that was asked for. */
export async function postCrossing(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const crossing = crossingIn(await request.formData());
  try {
    const { cookie } = await takeCrossing(actor, { ...crossing, formerKeyHash: guestKeyHashOf(request) });
    return new Response(null, { status: 303, headers: { location: appUrl(config().origins, crossing.to), ...(cookie ? { "set-cookie": cookie } : {}) } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { origins } = config();
    const said = error.kind === "refused" ? error : new Problem("refused", "crossing_over", "Part of this link is missing.", "Your manuscript is still where you began. Go back there and on from there; nothing is lost.");
    return page(said.status, said.message, `<p>${escape(said.advice)}</p><p><a href="${escape(publicUrl(origins, "/order/new"))}">Back to the manuscript</a> <a href="${escape(appUrl(origins, "/order/new"))}">Begin here with another</a></p>`);
  }
}

/** A page that stands for a moment, without anything to load. @param script what it does by itself */
function page(status: number, title: string, html: string, script?: string): Response {
  const nonce = randomBytes(16).toString("base64");
  return new Response(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>${escape(title)}</h1>${html}</main>${script ? `<script nonce="${nonce}">${script}</script>` : ""}</body></html>`, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      // The link is a key while it is good: it goes to nobody else.
      "referrer-policy": "same-origin",
    },
  });
}

const STYLE = `:root{color-scheme:light dark;--paper:light-dark(#fbfaf7,#1d1a16);--ink:light-dark(#1b1f2a,#ece4d6);--press:light-dark(#1f3a5f,#a9c3e6);--on:light-dark(#fffefc,#171c26)}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Inter,system-ui,sans-serif}main{max-width:36rem;margin:18vh auto 0;padding:0 1.25rem}
h1{font:500 1.75rem/1.2 Newsreader,Georgia,serif;margin:0 0 .5rem}a{color:var(--press);margin-right:1rem}
button{font:600 1rem/1 inherit;padding:.75rem 1.1rem;border:0;border-radius:.375rem;background:var(--press);color:var(--on);cursor:pointer}`;
