/** The hosted checkout page's routes, under `/checkout/sandbox`. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { Hono } from "hono";
import { checkCard } from "./cards.ts";
import { followPayment } from "./disputes.ts";
import { StripeFailure } from "./failures.ts";
import {
  type Typed,
  type Wrong,
  authenticationPage,
  brokenPage,
  expiredPage,
  missingPage,
  paidPage,
  paymentPage,
} from "./page.ts";
import { type PaymentResult, finishAuthentication, payWithCard } from "./pay-session.ts";
import { findSession, inside } from "./session-object.ts";
import type { Store, StripeObject } from "./store.ts";

const STYLE = readFileSync(path.join(import.meta.dirname, "style.css"), "utf8");

export function checkoutPages(store: Store, settings: { secretKey: string; wake(): void }): Hono {
  const pages = new Hono();

  pages.get("/style.css", (c) =>
    c.body(STYLE, 200, { "content-type": "text/css; charset=utf-8", "cache-control": "public, max-age=300" }),
  );

  pages.get("/:id", async (c) => {
    const session = await store.transaction((tx) => findSession(tx, c.req.param("id"), "lock"));
    if (session["status"] !== "open") return closed(session);
    return page(
      session,
      200,
      paymentPage(session, {
        email: (session["customer_email"] as string | null) ?? "",
        number: "",
        expiry: "",
        cvc: "",
        name: "",
      }),
    );
  });

  pages.post("/:id", async (c) => {
    const id = c.req.param("id");
    const form = new URLSearchParams((await c.req.text()).slice(0, 10_000));
    const typed = Object.fromEntries(
      ["email", "number", "expiry", "cvc", "name"].map((name) => [name, (form.get(name) ?? "").trim().slice(0, 200)]),
    ) as Typed;
    const session = await store.transaction((tx) => findSession(tx, id, "lock"));
    if (session["status"] !== "open") return back(id);
    const checked = checkCard(typed, new Date());
    const wrong: Wrong = "wrong" in checked ? checked.wrong : {};
    if (!/^[^\s@]+@[^\s@]+$/.test(typed.email)) wrong.email = "Enter an email address.";
    if (typed.name === "") wrong.name = "Enter the name on the card.";
    if ("wrong" in checked || Object.keys(wrong).length > 0)
      return page(session, 422, paymentPage(session, typed, wrong));
    const { outcome } = checked.card;
    const result = await store.transaction(async (tx) => {
      const payer = { email: typed.email, name: typed.name };
      const paid = await payWithCard(tx, id, payer, checked.card, settings.secretKey);
      if (paid.kind === "paid" && outcome.kind === "success" && outcome.laterEvent)
        await followPayment(tx, await tx.find(id), outcome.laterEvent);
      return paid;
    });
    return after(session, result, typed);
  });

  pages.get("/:id/authenticate", async (c) => {
    const session = await store.transaction((tx) => findSession(tx, c.req.param("id"), "lock"));
    if (session["status"] !== "open") return closed(session);
    return inside(session).waiting === null ? back(session.id) : page(session, 200, authenticationPage(session));
  });

  pages.post("/:id/authenticate", async (c) => {
    const form = new URLSearchParams((await c.req.text()).slice(0, 1_000));
    const session = await store.transaction((tx) => findSession(tx, c.req.param("id"), "lock"));
    const waiting = inside(session).waiting;
    const result = await store.transaction((tx) =>
      finishAuthentication(tx, session.id, form.get("outcome") === "complete"),
    );
    return after(session, result, {
      email: waiting?.payer.email ?? "",
      name: waiting?.payer.name ?? "",
      number: "",
      expiry: "",
      cvc: "",
    });
  });

  pages.notFound(() => html(404, missingPage()));
  pages.onError((error) => {
    if (error instanceof StripeFailure && error.status === 404) return html(404, missingPage());
    console.error("card sandbox:", error);
    return html(500, brokenPage());
  });

  function after(session: StripeObject, result: PaymentResult, typed: Typed): Response {
    settings.wake();
    if (result.kind === "paid") return redirect(onward(session));
    if (result.kind === "authenticate") return redirect(`/checkout/sandbox/${session.id}/authenticate`);
    if (result.kind === "closed") return back(session.id);
    return page(session, 402, paymentPage(session, typed, {}, result.message));
  }

  return pages;
}

const onward = (session: StripeObject): string =>
  String(session["success_url"]).replaceAll(/\{CHECKOUT_SESSION_ID\}|%7BCHECKOUT_SESSION_ID%7D/gi, session.id);

const closed = (session: StripeObject): Response =>
  session["status"] === "complete"
    ? page(session, 200, paidPage(session, onward(session)))
    : page(session, 410, expiredPage(session));

const redirect = (location: string): Response =>
  new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
const back = (id: string): Response => redirect(`/checkout/sandbox/${id}`);

/** A form may redirect to the merchant's page, so its origin is allowed as a form target. */
const page = (session: StripeObject, status: number, body: string): Response =>
  html(status, body, new URL(String(session["success_url"])).origin);

function html(status: number, body: string, merchant = ""): Response {
  return new Response(body, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; style-src 'self'; form-action 'self' ${merchant}; base-uri 'none'; frame-ancestors 'none'`,
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
  });
}
