/** The hosted checkout page: plain HTML forms, no script. */
import { type CardInput, TEST_CARDS } from "./cards.ts";
import { formatAmount } from "./objects.ts";
import { inside } from "./session-object.ts";
import type { StripeObject } from "./store.ts";

export type Typed = CardInput & { email: string; name: string };
export type Wrong = Partial<Record<keyof Typed, string>>;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (value: string): string => value.replace(/[&<>"']/g, (letter) => ESCAPES[letter]!);

const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, "$1 ");

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<link rel="stylesheet" href="/checkout/sandbox/style.css">
</head>
<body>
<p class="banner"><strong>Card sandbox.</strong> No money moves here: test cards work, real cards are declined.</p>
<main>
${body}
</main>
</body>
</html>
`;
}

const amountOf = (session: StripeObject): string =>
  formatAmount(session["amount_total"] as number, session["currency"] as string);

function summary(session: StripeObject): string {
  const rows = inside(session).items.map((item) => {
    const detail = (item["sandbox"] as { description: string | null }).description;
    const quantity = item["quantity"] as number;
    const total = formatAmount(item["amount_total"] as number, item["currency"] as string);
    return `<tr><th scope="row">${escape(String(item["description"]))}${quantity > 1 ? ` <span class="quiet">&times; ${quantity}</span>` : ""}${detail === null ? "" : `<span class="detail">${escape(detail)}</span>`}</th><td>${escape(total)}</td></tr>`;
  });
  return `<section class="summary" aria-labelledby="summary">
<h2 id="summary">What you pay for</h2>
<table>
<tbody>${rows.join("")}</tbody>
<tfoot><tr><th scope="row">Total</th><td>${escape(amountOf(session))}</td></tr></tfoot>
</table>
</section>`;
}

function field(name: keyof Typed, label: string, attributes: string, typed: Typed, wrong: Wrong): string {
  const problem = wrong[name];
  return `<div class="field${problem === undefined ? "" : " wrong"}">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${escape(typed[name])}" required ${attributes}${problem === undefined ? "" : ` aria-invalid="true" aria-describedby="${name}-problem"`}>
${problem === undefined ? "" : `<p class="problem" id="${name}-problem">${escape(problem)}</p>`}
</div>`;
}

const backLink = (session: StripeObject): string =>
  session["cancel_url"] === null
    ? ""
    : `<p class="back"><a href="${escape(session["cancel_url"] as string)}">Go back without paying</a></p>`;

/** The card form. `problem` is about the payment, `wrong` about single fields. It keeps what was typed. */
export function paymentPage(
  session: StripeObject,
  typed: Typed,
  wrong: Wrong = {},
  problem: string | null = null,
): string {
  const cards = TEST_CARDS.map(
    (card) => `<tr><td class="number">${grouped(card.number)}</td><td>${escape(card.label)}</td></tr>`,
  ).join("");
  return document(
    `${problem === null && Object.keys(wrong).length === 0 ? "" : "Problem: "}Pay ${amountOf(session)}`,
    `<h1>Pay ${escape(amountOf(session))}</h1>
${summary(session)}
<form method="post" action="/checkout/sandbox/${session.id}" novalidate>
<h2>Card</h2>
${problem === null ? "" : `<p class="alert" role="alert">${escape(problem)}</p>`}
${field("email", "Email", 'type="email" autocomplete="email" maxlength="200"', typed, wrong)}
${field("number", "Card number", 'inputmode="numeric" autocomplete="cc-number" maxlength="25" placeholder="4242 4242 4242 4242"', typed, wrong)}
<div class="pair">
${field("expiry", "Expiry date", 'inputmode="numeric" autocomplete="cc-exp" maxlength="9" placeholder="MM / YY"', typed, wrong)}
${field("cvc", "CVC", 'inputmode="numeric" autocomplete="cc-csc" maxlength="4" placeholder="123"', typed, wrong)}
</div>
${field("name", "Name on the card", 'autocomplete="cc-name" maxlength="200"', typed, wrong)}
<button type="submit">Pay ${escape(amountOf(session))}</button>
</form>
${backLink(session)}
<section class="cards" aria-labelledby="cards">
<h2 id="cards">Test cards</h2>
<p>Any name, any three digits as CVC, and any expiry date in the future.</p>
<table><thead><tr><th scope="col">Number</th><th scope="col">What happens</th></tr></thead><tbody>${cards}</tbody></table>
</section>`,
  );
}

/** Where a cardholder's bank asks them to authenticate. */
export function authenticationPage(session: StripeObject): string {
  return document(
    "Confirm the payment",
    `<h1>Confirm the payment</h1>
<p>The bank of this test card asks whether it is really you who pays ${escape(amountOf(session))}.</p>
<form method="post" action="/checkout/sandbox/${session.id}/authenticate" class="choice">
<button type="submit" name="outcome" value="complete">Complete authentication</button>
<button type="submit" name="outcome" value="fail" class="second">Fail authentication</button>
</form>
${backLink(session)}`,
  );
}

/** A session that was already paid, in this tab or another. */
export function paidPage(session: StripeObject, onward: string): string {
  return document(
    "Paid",
    `<h1>Paid</h1>
<p>${escape(amountOf(session))} has been paid. Your card was charged once.</p>
${summary(session)}
<p><a class="button" href="${escape(onward)}">Continue</a></p>`,
  );
}

export function expiredPage(session: StripeObject): string {
  return document(
    "This payment page has expired",
    `<h1>This payment page has expired</h1>
<p>Nothing was charged. Go back and start the payment again.</p>
${session["cancel_url"] === null ? "" : `<p><a class="button" href="${escape(session["cancel_url"] as string)}">Go back</a></p>`}`,
  );
}

export function missingPage(): string {
  return document(
    "There is no such payment page",
    `<h1>There is no such payment page</h1>
<p>Check the link, or go back to your order and choose to pay again.</p>`,
  );
}

/** Shown when the page or the payment failed because of an error here. */
export function brokenPage(): string {
  return document(
    "The card sandbox failed",
    `<h1>The card sandbox failed</h1>
<p>Load the page again. If it shows the payment form, nothing was charged.</p>`,
  );
}
