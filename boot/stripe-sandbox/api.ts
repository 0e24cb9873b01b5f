/** `/v1`: the part of Stripe's API that the product uses. */
import { createHash, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { createPayout, readBalance } from "./balance.ts";
import { answerDispute, closeDispute } from "./disputes.ts";
import { StripeFailure, invalidRequest, missingResource } from "./failures.ts";
import { readFileUpload } from "./files.ts";
import { type Form, decodeForm } from "./form.ts";
import { cancelIntent, captureIntent } from "./intents.ts";
import { API_VERSION, newId, publicView } from "./objects.ts";
import { createRefund, updateRefund } from "./refunds.ts";
import { type Caller, createSession, expireSession, findSession, inside } from "./sessions.ts";
import { metadata, text, wholeNumber } from "./form-values.ts";
import type { ListQuery, Store, StripeObject, Transaction } from "./store.ts";

const LONGEST_BODY_BYTES = 1_000_000;

/** Fields that can be expanded from an id to the whole object, by kind. */
const EXPANDABLE: Record<string, readonly string[]> = {
  "checkout.session": ["payment_intent"],
  payment_intent: ["latest_charge"],
  charge: ["balance_transaction", "payment_intent"],
  refund: ["balance_transaction", "charge", "failure_balance_transaction", "payment_intent"],
  balance_transaction: ["source"],
  payout: ["balance_transaction", "failure_balance_transaction"],
  dispute: ["charge", "payment_intent"],
};

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

function authorize(c: Context, secretKey: string): void {
  const header = c.req.header("authorization") ?? "";
  const basic = /^Basic (.+)$/i.exec(header)?.[1];
  const given =
    basic === undefined ? /^Bearer (.+)$/i.exec(header)?.[1] : Buffer.from(basic, "base64").toString().split(":")[0];
  if (given === undefined || given === "")
    throw new StripeFailure(
      401,
      "invalid_request_error",
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  const digest = (value: string) => createHash("sha256").update(value).digest();
  if (!timingSafeEqual(digest(given), digest(secretKey)))
    throw new StripeFailure(
      401,
      "invalid_request_error",
      `Invalid API Key provided: ${given.slice(0, 8)}${"*".repeat(8)}${given.slice(-4)}`,
    );
}

function readForm(body: string): Form {
  try {
    return decodeForm(body);
  } catch (error) {
    if (error instanceof RangeError) throw invalidRequest(error.message);
    throw error;
  }
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

const lineItems = (session: StripeObject) => ({
  object: "list",
  has_more: false,
  url: `/v1/checkout/sessions/${session.id}/line_items`,
  data: inside(session).items,
});

/** The result as the caller sees it: without the sandbox's own fields, and with the requested expansions. */
async function present(tx: Transaction, result: object, form: Form): Promise<unknown> {
  const asked = form["expand"];
  const paths = (Array.isArray(asked) ? asked : []).flatMap((path) =>
    typeof path === "string" ? [path.split(".")] : [],
  );
  if (paths.some((path) => path.length > 4))
    throw invalidRequest("You cannot expand more than 4 levels of a property.", { param: "expand" });
  if (!("data" in result) || (result as { object?: string }).object !== "list")
    return expand(tx, result as StripeObject, paths);
  const inner = paths.map((path) => {
    if (path[0] !== "data") throw unexpandable(path);
    return path.slice(1);
  });
  const data: StripeObject[] = [];
  // One after the other, because a transaction's connection runs one query at a time.
  for (const entry of result.data as StripeObject[]) data.push(await expand(tx, entry, inner));
  return { ...result, data };
}

async function expand(tx: Transaction, object: StripeObject, paths: string[][]): Promise<StripeObject> {
  const shown = publicView(object);
  for (const [field, ...rest] of paths) {
    if (field === undefined) continue;
    if (field === "line_items" && object.object === "checkout.session") {
      shown["line_items"] = { ...lineItems(object), data: inside(object).items.map(publicView) };
      continue;
    }
    if (!EXPANDABLE[object.object]?.includes(field)) throw unexpandable([field, ...rest]);
    // A second path through the same field finds it already expanded.
    const already = shown[field];
    const id = typeof already === "string" ? already : (already as StripeObject | null)?.id;
    if (id === undefined) continue;
    const target = await tx.find(id);
    const siblings = paths.filter((path) => path[0] === field).map((path) => path.slice(1));
    if (target !== undefined) shown[field] = await expand(tx, target, siblings);
  }
  return shown;
}

const unexpandable = (path: string[]) =>
  invalidRequest(`This property cannot be expanded (${path.join(".")}).`, { param: "expand" });
