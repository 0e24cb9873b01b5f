import { createHash } from "node:crypto";
import { SERVICES, SERVICE_LABELS, TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import { publicUrl } from "#app/platform/rules/requests/origins.ts";
import { escapeHtml as escape } from "#app/platform/rules/text/escape-html.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { calculatorPath, partnerPath } from "#app/features/partners/rules/partner.ts";
import { type PartnerPage, readPartnerPage } from "./read-partner-page.ts";

const STYLE = `:root{color-scheme:light dark;--paper:light-dark(#fbfaf7,#1d1a16);--ink:light-dark(#1b1f2a,#ece4d6);--soft:light-dark(#5b6070,#b5ab9a);--rule:light-dark(#d9d5cb,#3c362d);--press:light-dark(#1f3a5f,#a9c3e6);--on:light-dark(#fffefc,#171c26)}
*{box-sizing:border-box}body{margin:0;padding:1rem;background:var(--paper);color:var(--ink);font:16px/1.45 system-ui,sans-serif}
h1{font:500 1.25rem/1.25 Georgia,serif;margin:0 0 .25rem}p{margin:0 0 .75rem}.soft{color:var(--soft);font-size:.875rem}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:0 0 .75rem}label{display:grid;gap:.2rem;font-size:.875rem;flex:1 1 8rem}
input,select{font:inherit;width:100%;height:2.6rem;padding:.4rem .5rem;border:1px solid var(--rule);border-radius:.375rem;background:transparent;color:inherit}option{color:#1b1f2a}
button{font:inherit;font-weight:600;height:2.6rem;padding:0 .9rem;border:1px solid var(--press);border-radius:.375rem;background:transparent;color:var(--press);cursor:pointer}
table{width:100%;border-collapse:collapse;margin:0 0 .75rem;font-variant-numeric:tabular-nums}caption{text-align:left;font-size:.875rem;color:var(--soft);padding-bottom:.25rem}
th,td{padding:.4rem 0;border-top:1px solid var(--rule);text-align:right;font-weight:400}th{text-align:left}s{color:var(--soft);margin-right:.5rem}
a{display:inline-block;padding:.6rem 1rem;border-radius:.375rem;background:var(--press);color:var(--on);font-weight:600;text-decoration:none}
:focus-visible{outline:2px solid var(--press);outline-offset:2px}`;
/** The page has no script and loads nothing, and any page may frame it: it shows prices, and nothing of the reader's. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors *",
].join("; ");

/**
 * GET /p/:code/prices: a partner's price calculator, for a frame in a page of theirs. It never sets or reads a cookie. An
 * unknown code gets a page as well, because it's shown in a frame.
 */
export async function getCalculator(
  request: Request,
  { params }: { params: Record<string, string> },
): Promise<Response> {
  const page = await readPartnerPage(params.code, new URL(request.url).searchParams).catch((error: unknown) => {
    if (error instanceof Problem && error.kind === "not-found") return undefined;
    throw error;
  });
  return new Response(page ? calculator(page) : frame("Editing prices", page === null ? ended() : unknown()), {
    status: page === undefined ? 404 : 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=60",
      "content-security-policy": POLICY,
      "cross-origin-resource-policy": "cross-origin",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    },
  });
}

const frame = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;

/** A link that leaves the frame. */
const out = (path: string, label: string): string =>
  `<a href="${escape(publicUrl(config().origins, path))}" target="_top">${escape(label)}</a>`;

const ended = (): string =>
  `<h1>Editing by ${escape(config().siteName)}</h1><p>This page's offer has ended.</p>${out("/pricing", "See prices")}`;

const unknown = (): string => `<h1>No prices here</h1><p>This address doesn't belong to a partner. Check its code.</p>`;

function calculator({ code, name, percent, asked, prices, taxed }: PartnerPage): string {
  const { siteName } = config();
  const money = (minor: number) => formatMoney(minor, CURRENCY);
  const options = SERVICES.map(
    (service) =>
      `<option value="${service}"${service === asked.service ? " selected" : ""}>${escape(SERVICE_LABELS[service])}</option>`,
  ).join("");
  const rows = prices
    .map(
      ({ turnaround, totalMinor, listMinor }) =>
        `<tr><th scope="row">${escape(TURNAROUND_LABELS[turnaround])}</th><td>${totalMinor < listMinor ? `<s>${money(listMinor)}</s>` : ""}<b>${money(totalMinor)}</b></td></tr>`,
    )
    .join("");
  const result =
    asked.words === null
      ? `<p role="alert">Enter a whole number of words, up to 1,000,000.</p>`
      : rows === ""
        ? `<p>We don't offer this service for ${escape(formatWords(asked.words))}.</p>`
        : `<table><caption>${escape(SERVICE_LABELS[asked.service])} of ${escape(formatWords(asked.words))}, by turnaround</caption><tbody>${rows}</tbody></table>`;
  return frame(
    `Editing prices for ${name}`,
    `<h1>Editing for ${escape(name)}</h1><p class="soft">${
      percent === null
        ? `By ${escape(siteName)}.`
        : `${percent}% off ${escape(siteName)}'s prices, agreed with ${escape(name)}.`
    }</p><form method="get" action="${calculatorPath(code)}"><label>Words<input name="words" inputmode="numeric" autocomplete="off" maxlength="12" value="${escape(asked.typed)}"></label><label>Service<select name="service">${options}</select></label><button>Show prices</button></form>${result}<p class="soft">Upload your manuscript for an exact count and a due date. ${
      taxed ? "Tax may be added. " : ""
    }No account needed.</p>${out(partnerPath(code), "Get your price")}`,
  );
}
