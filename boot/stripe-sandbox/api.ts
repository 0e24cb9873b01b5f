/** `/v1`: the part of Stripe's API that the product uses. */
import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { createPayout, readBalance } from "./balance.ts";
import { answerDispute, closeDispute } from "./disputes.ts";
import { StripeFailure, invalidRequest, missingResource } from "./failures.ts";
import { readFileUpload } from "./files.ts";
import type { Form } from "./form.ts";
import { cancelIntent, captureIntent } from "./intents.ts";
import { API_VERSION, newId, publicView } from "./objects.ts";
import { createRefund, updateRefund } from "./refunds.ts";
import { type Caller, findSession } from "./session-object.ts";
import { createSession, expireSession } from "./sessions.ts";
import { metadata, text, wholeNumber } from "./form-values.ts";
import type { ListQuery, Store, StripeObject, Transaction } from "./store.ts";
import { authorize, readForm } from "./api-request.ts";
import { present, lineItems } from "./expand.ts";

const LONGEST_BODY_BYTES = 1_000_000;

type Answer = { status: number; body: unknown };
type Verb = (tx: Transaction, form: Form, caller: Caller, id: string) => Promise<StripeObject | object>;

export function stripeApi(store: Store, settings: { secretKey: string; publicUrl: string }): Hono {
  const api = new Hono();

  const handle =
    (verb: Verb) =>
    async (c: Context): Promise<Response> => {
      const requestId = newId("req", 14);
      const key = c.req.method === "POST" ? (c.req.header("idempotency-key") ?? null) : null;
      let answer: Answer;
      let replayed = false;
      try {
        authorize(c, settings.secretKey);
        const body = c.req.method === "POST" ? await c.req.text() : new URL(c.req.url).search.slice(1);
        if (body.length > LONGEST_BODY_BYTES) throw invalidRequest("The request is too large.", {}, 413);
        if (key !== null && key.length > 255)
          throw new StripeFailure(400, "idempotency_error", "Idempotency keys have at most 255 characters.");
        const form = readForm(body);
        const caller = { id: requestId, key };
        ({ answer, replayed } = await store.transaction(async (tx) => {
          const run = async (): Promise<Answer> => {
            const result = await verb(tx, form, caller, c.req.param("id") ?? "");
            return { status: 200, body: await present(tx, result, form) };
          };
          if (key === null) return { answer: await run(), replayed: false };
          const fingerprint = createHash("sha256").update(`${c.req.path}\n${body}`).digest("hex");
          const kept = await tx.recall(key);
          if (kept !== undefined) {
            if (kept.fingerprint !== fingerprint)
              throw new StripeFailure(
                400,
                "idempotency_error",
                `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
              );
            return { answer: kept, replayed: true };
          }
          let first: Answer;
          try {
            first = await run();
          } catch (error) {
            if (!(error instanceof StripeFailure) || !error.executed) throw error;
            first = { status: error.status, body: error.body() };
          }
          await tx.remember(key, { fingerprint, ...first });
          return { answer: first, replayed: false };
        }));
      } catch (error) {
        if (error instanceof StripeFailure) answer = { status: error.status, body: error.body() };
        else {
          console.error("card sandbox:", error);
          answer = {
            status: 500,
            body: { error: { type: "api_error", message: "The card sandbox failed. Its log says why." } },
          };
        }
      }
      return Response.json(answer.body, {
        status: answer.status,
        headers: {
          "request-id": requestId,
          "stripe-version": API_VERSION,
          ...(key === null ? {} : { "idempotency-key": key }),
          ...(replayed ? { "idempotent-replayed": "true" } : {}),
        },
      });
    };

  const retrieve =
    (kind: string): Verb =>
    async (tx, _form, _caller, id) => {
      const object = await tx.find(id);
      if (object?.object !== kind) throw missingResource(kind, id, kind === "payment_intent" ? "intent" : "id");
      return object;
    };
  const list =
    (kind: string, url: string, filters: string[] = []): Verb =>
    async (tx, form) => {
      const where = Object.fromEntries(
        filters.flatMap((name) => {
          const value = text(form, name);
          return value === null ? [] : [[name, value]];
        }),
      );
      return listOf(tx, kind, url, form, { where });
    };

  api.post(
    "/checkout/sessions",
    handle((tx, form) => createSession(tx, form, settings.publicUrl)),
  );
  api.get(
    "/checkout/sessions",
    handle(list("checkout.session", "/v1/checkout/sessions", ["payment_intent", "status"])),
  );
  api.get(
    "/checkout/sessions/:id",
    handle((tx, _form, _caller, id) => findSession(tx, id, "lock")),
  );
  api.post(
    "/checkout/sessions/:id",
    handle(async (tx, form, _caller, id) => {
      const session = await findSession(tx, id, "lock");
      const changed = { ...session, metadata: { ...(session["metadata"] as object), ...metadata(form["metadata"]) } };
      await tx.save(changed);
      return changed;
    }),
  );
  api.post(
    "/checkout/sessions/:id/expire",
    handle((tx, _form, caller, id) => expireSession(tx, id, caller)),
  );
  api.get(
    "/checkout/sessions/:id/line_items",
    handle(async (tx, _form, _caller, id) => lineItems(await findSession(tx, id))),
  );

  api.get("/payment_intents", handle(list("payment_intent", "/v1/payment_intents")));
  api.get("/payment_intents/:id", handle(retrieve("payment_intent")));
  api.post(
    "/payment_intents/:id/capture",
    handle((tx, form, caller, id) => captureIntent(tx, id, form, caller)),
  );
  api.post(
    "/payment_intents/:id/cancel",
    handle((tx, form, caller, id) => cancelIntent(tx, id, form, caller)),
  );
  api.get("/charges", handle(list("charge", "/v1/charges", ["payment_intent"])));
  api.get("/charges/:id", handle(retrieve("charge")));

  api.post(
    "/refunds",
    handle((tx, form, caller) => createRefund(tx, form, caller)),
  );
  api.get("/refunds", handle(list("refund", "/v1/refunds", ["charge", "payment_intent"])));
  api.get("/refunds/:id", handle(retrieve("refund")));
  api.post(
    "/refunds/:id",
    handle((tx, form, caller, id) => updateRefund(tx, id, form, caller)),
  );

  api.get("/disputes", handle(list("dispute", "/v1/disputes", ["charge", "payment_intent"])));
  api.get("/disputes/:id", handle(retrieve("dispute")));
  api.post(
    "/disputes/:id",
    handle((tx, form, caller, id) => answerDispute(tx, id, form, caller)),
  );
  api.post(
    // The merchant accepts the loss.
    "/disputes/:id/close",
    handle((tx, _form, _caller, id) => closeDispute(tx, id, "lost")),
  );
  api.get(
    "/balance",
    handle((tx) => readBalance(tx)),
  );
  api.get(
    "/balance_transactions",
    handle((tx, form) => {
      const where: Record<string, string> = {};
      for (const [param, field] of [
        ["type", "type"],
        ["source", "source"],
        ["currency", "currency"],
        ["payout", "sandboxPayout"],
      ] as const) {
        const value = text(form, param);
        if (value !== null) where[field] = value;
      }
      return listOf(tx, "balance_transaction", "/v1/balance_transactions", form, { where });
    }),
  );
  api.get("/balance_transactions/:id", handle(retrieve("balance_transaction")));
  api.post(
    "/payouts",
    handle((tx, form, caller) => createPayout(tx, form, caller)),
  );
  api.get("/payouts", handle(list("payout", "/v1/payouts", ["status"])));
  api.get("/payouts/:id", handle(retrieve("payout")));
  api.get("/radar/early_fraud_warnings/:id", handle(retrieve("radar.early_fraud_warning")));
  api.post("/files", async (c) => {
    try {
      authorize(c, settings.secretKey);
      const file = await readFileUpload(c);
      await store.transaction((tx) => tx.save(file));
      return Response.json(publicView(file));
    } catch (error) {
      if (error instanceof StripeFailure) return Response.json(error.body(), { status: error.status });
      throw error;
    }
  });
  api.get("/files/:id", handle(retrieve("file")));

  api.get(
    "/events",
    handle((tx, form) => {
      const types = Array.isArray(form["types"]) ? form["types"].map(String) : undefined;
      const type = text(form, "type");
      return listOf(tx, "event", "/v1/events", form, { types: type === null ? types : [type] });
    }),
  );
  api.get("/events/:id", handle(retrieve("event")));

  api.all(
    "*",
    handle(async () => {
      throw new StripeFailure(
        404,
        "invalid_request_error",
        "Unrecognized request URL. The card sandbox knows only what the product uses.",
      );
    }),
  );
  return api;
}

async function listOf(
  tx: Transaction,
  kind: string,
  url: string,
  form: Form,
  query: Pick<ListQuery, "where" | "types">,
): Promise<object> {
  const limit = wholeNumber(form["limit"], "limit", 1) ?? 10;
  if (limit > 100)
    throw invalidRequest("This value must be less than or equal to 100.", {
      code: "parameter_invalid_integer",
      param: "limit",
    });
  const startingAfter = text(form, "starting_after") ?? undefined;
  const endingBefore = text(form, "ending_before") ?? undefined;
  for (const [param, id] of [
    ["starting_after", startingAfter],
    ["ending_before", endingBefore],
  ] as const) {
    if (id !== undefined && (await tx.find(id))?.object !== kind) throw missingResource(kind, id, param);
  }
  const created = form["created"];
  const from = typeof created === "object" && !Array.isArray(created) ? created : {};
  if (Object.keys(from).some((name) => name !== "gte" && name !== "lte"))
    throw invalidRequest("The card sandbox knows only created[gte] and created[lte].", { param: "created" });
  const createdFrom = wholeNumber(from["gte"], "created[gte]", 0);
  const createdTo = wholeNumber(from["lte"], "created[lte]", 0);
  const found = await tx.list(kind, {
    limit,
    ...query,
    ...(createdFrom === null ? {} : { createdFrom }),
    ...(createdTo === null ? {} : { createdTo }),
    ...(startingAfter === undefined ? {} : { startingAfter }),
    ...(endingBefore === undefined ? {} : { endingBefore }),
  });
  return { object: "list", url, has_more: found.hasMore, data: found.data };
}
