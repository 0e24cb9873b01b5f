import { randomBytes } from "node:crypto";
import { escapeHtml } from "../../rules/text/escape-html.ts";
import { requestId } from "../requests/request-id.ts";

/**
 * A self-contained page for links from an email or another origin, which works without JavaScript. @param html already
 * escaped @param script an optional inline script
 */
export function plainPage(status: number, title: string, html: string, script?: string): Response {
  const nonce = randomBytes(16).toString("base64");
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${html}</main>${script ? `<script nonce="${nonce}">${script}</script>` : ""}</body></html>`,
    {
      status,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
        // The link is a secret while it's valid, so it must not leak in the referrer.
        "referrer-policy": "same-origin",
      },
    },
  );
}

/** The generic error page, for failures before a page of the application can be rendered. */
export function genericErrorPage(status: 500 | 503): Response {
  const id = requestId();
  const reference = id === null ? "" : `<p>Reference: ${escapeHtml(id)}</p>`;
  return plainPage(
    status,
    "Something went wrong.",
    `<p>Please refresh the page. If it happens again, contact support and tell us what you were doing.</p>${reference}<p><a href="/">Go Home</a></p>`,
  );
}

const STYLE = `:root{color-scheme:light dark;--paper:light-dark(#fbfaf7,#1d1a16);--ink:light-dark(#1b1f2a,#ece4d6);--press:light-dark(#1f3a5f,#a9c3e6);--on:light-dark(#fffefc,#171c26)}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Inter,system-ui,sans-serif}main{max-width:36rem;margin:18vh auto 0;padding:0 1.25rem}
h1{font:500 1.75rem/1.2 Newsreader,Georgia,serif;margin:0 0 .5rem}a{color:var(--press);margin-right:1rem}
button{font:inherit;font-weight:600;line-height:1;padding:.75rem 1.1rem;border:0;border-radius:.375rem;background:var(--press);color:var(--on);cursor:pointer}`;
