import { MAILBOX_STYLE } from "#app/features/accounts/server/demo-mailbox.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { renderEmail } from "#app/platform/server/mail/email.tsx";
import { escapeHtml as escape } from "#app/platform/rules/text/escape-html.ts";
import { type SampleEmail, sampleEmails } from "./email-samples.ts";

/** `/api/demo/emails`: every automatic email, filled with the demo cast's names. */
export async function demoEmails(request: Request): Promise<Response> {
  if (!config().demo) throw notFound("page");
  const emails = sampleEmails(now());
  const key = new URL(request.url).searchParams.get("email");
  const open = key ? emails.find((l) => l.key === key) : emails[0];
  if (!open) throw notFound("email");
  return new Response(page(emails, open, await renderEmail(open.email)), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      // The framed email inherits this policy: it can have styles but can't run or send anything.
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      "referrer-policy": "same-origin",
    },
  });
}

function page(
  emails: readonly SampleEmail[],
  open: SampleEmail,
  { html, text }: { html: string; text: string },
): string {
  const rows = emails
    .map(
      (l) =>
        `<li${l === open ? ' class="open"' : ""}><a href="?${escape(new URLSearchParams({ email: l.key }).toString())}"${l === open ? ' aria-current="true"' : ""}><b>${escape(l.email.heading)}</b><span>${escape(l.to)}</span><small>${escape(l.kind)}</small></a></li>`,
    )
    .join("");
  const site = escape(config().siteName);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Emails · ${site}</title><style>${MAILBOX_STYLE}iframe{color-scheme:light dark}</style></head><body>
<header><a class="home" href="/">${site}</a><h1>Email previews</h1><p>Samples with the demo cast. Nothing was sent. Emails the demo has sent are in the <a href="/auth/mailbox">mailbox</a>.</p></header>
<main><ol>${rows}</ol>
<article><h2>${escape(open.email.heading)}</h2><p class="meta">To ${escape(open.to)}. ${open.email.end ? "The reader can unsubscribe with one click." : "The reader can't unsubscribe, because it's about their account."}</p>
<iframe title="The email" sandbox srcdoc="${escape(html)}"></iframe>
<details open><summary>As plain text</summary><pre>${escape(text)}</pre></details></article></main></body></html>`;
}
