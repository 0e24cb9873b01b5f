import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { API_BASE } from "#app/platform/rules/requests/api-error.ts";
import { addressOn } from "#app/platform/rules/requests/origins.ts";
import { config } from "#app/platform/server/core/config.ts";
import { MAX_FILE_BYTES } from "#app/features/orders/rules/draft/file-limits.ts";
import { LINK_MS, LIST_LIMIT, RATE, API_VERSION } from "../../rules/api-terms.ts";
import { EVENTS, EVENT_TYPES } from "../../rules/events.ts";
import { SCOPES, SCOPE_NAMES } from "../../rules/scopes.ts";
import { ANSWER_MS, EVENTS_KEPT_MS, OVERLAP_MS, RETRY_AFTER_MS } from "../../rules/webhook.ts";
import { DAY, HOUR, SECOND, formatDuration } from "#app/platform/rules/core/time.ts";
import type { ApiRoute } from "./api-route.ts";
import { API_ROUTES } from "./api-routes.ts";
import { componentSchemas, parametersOf, pathOf, schemaOf } from "./openapi.ts";

type Json = Record<string, unknown>;

/** A request as the reference shows it, and as a test sends it. */
export type Example = { method: string; path: string; headers: Record<string, string>; body: string | null };

/** An endpoint's example. Its parameters are written as {id}, for the reader to replace. */
export function exampleOf(route: ApiRoute): Example {
  const writes = route.method !== "GET";
  const body = route.body ? JSON.stringify(route.example?.body ?? {}) : null;
  return {
    method: route.method,
    path: `${pathOf(route.path)}${route.example?.query ? `?${route.example.query}` : ""}`,
    headers: {
      Authorization: "Bearer $STET_KEY",
      ...(writes ? { "Idempotency-Key": "$(uuidgen)" } : {}),
      ...(body === null ? {} : { "Content-Type": "application/json" }),
    },
    body,
  };
}

/** An upload in one request, by the tus protocol. Larger files can be sent in parts. */
export const uploadExample = (order: string): Example => ({
  method: "POST",
  path: "/uploads",
  headers: {
    Authorization: "Bearer $STET_KEY",
    "Tus-Resumable": "1.0.0",
    "Upload-Length": "$(wc -c < paper.docx)",
    "Upload-Metadata": `orderId $(printf %s ${order} | base64 -w0),purpose $(printf source | base64),filename $(printf paper.docx | base64)`,
    "Content-Type": "application/offset+octet-stream",
  },
  body: "@paper.docx",
});

/** A request as a command line. */
export function curlOf({ method, path, headers, body }: Example, base: string): string {
  const quoted = (text: string) => (text.includes("$(") || text.includes("$STET") ? `"${text}"` : `'${text}'`);
  return [
    `curl${method === "GET" || body !== null ? "" : ` -X ${method}`}${body !== null && method !== "POST" ? ` -X ${method}` : ""} ${/[?&{]/.test(path) ? `-g '${base}${path}'` : base + path}`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`  ${body.startsWith("@") ? `--data-binary ${body}` : `-d '${body}'`}`]),
  ].join(" \\\n");
}

/** A schema in words: "string", "Order", "one of a, b". */
function typeOf(schema: Json): string {
  const ref = schema.$ref as string | undefined;
  if (ref) return ref.split("/").at(-1)!;
  const any = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (any) return joinWords(any.map(typeOf), "or");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const values = schema.enum as unknown[] | undefined;
  if (values) return values.length > 24 ? `one of ${values.length} names, in the OpenAPI document` : values.join(", ");
  if (schema.type === "array") return `list of ${typeOf((schema.items ?? {}) as Json)}`;
  if (schema.format === "date-time") return "instant (UTC)";
  if (schema.format === "uri") return "URL";
  return typeof schema.type === "string" ? schema.type : "any";
}

export type FieldRow = { name: string; type: string; needed: boolean; says: string };

const fieldsOf = (schema: Json): FieldRow[] =>
  Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, one]) => ({
    name,
    type: typeOf(one),
    needed: ((schema.required ?? []) as string[]).includes(name),
    says: (one.description as string | undefined) ?? "",
  }));

/** Everything that the reference page says. */
export function readReference() {
  const { origins, siteName } = config();
  const base = addressOn(origins.api, API_BASE);
  const schemas = componentSchemas();
  const routeView = (route: ApiRoute) => {
    const body = route.body ? schemaOf(route.body) : null;
    return {
      id: route.id,
      method: route.method,
      path: pathOf(route.path),
      summary: route.summary,
      notes: route.notes ?? "",
      scope: route.scope,
      query: parametersOf(route)
        .filter((one) => one.in === "query")
        .map((one) => ({ name: one.name, type: typeOf(one.schema), needed: one.required, says: "" })),
      body: body && !body.$ref ? fieldsOf(body) : [],
      takes: body?.$ref ? typeOf(body) : null,
      answers: route.answer === "pdf" ? null : typeOf(schemaOf(route.answer)),
      status: route.status,
      errors: [...(route.errors ?? [])],
      curl: curlOf(exampleOf(route), base),
    };
  };
  const byId = (id: string) => API_ROUTES.find((route) => route.id === id)!;
  const step = (id: string) => curlOf(exampleOf(byId(id)), base);
  return {
    siteName,
    origin: origins.public,
    base,
    app: origins.app,
    version: API_VERSION,
    first: [
      { title: "Create a draft", curl: step("createOrder") },
      { title: "Upload the manuscript", curl: curlOf(uploadExample("{id}"), base) },
      { title: "See the price and the date", curl: step("getOrderPrice") },
      { title: "Freeze the price", curl: step("quoteOrder") },
      { title: "Pay on the page that this answers", curl: step("payOrder") },
      { title: "Download the edited files", curl: step("listDeliveries") },
    ],
    scopes: SCOPE_NAMES.map((name) => ({ name, says: SCOPES[name] })),
    events: EVENT_TYPES.map((name) => ({ name, says: EVENTS[name].says })),
    limits: {
      requests: RATE.requests,
      listMost: LIST_LIMIT.most,
      listUsual: LIST_LIMIT.usual,
      link: formatDuration(LINK_MS),
      answerSeconds: ANSWER_MS / SECOND,
      attempts: RETRY_AFTER_MS.length + 1,
      hours: Math.round(RETRY_AFTER_MS.reduce((sum, ms) => sum + ms, 0) / HOUR),
      overlapHours: OVERLAP_MS / HOUR,
      eventDays: EVENTS_KEPT_MS / DAY,
      fileMb: MAX_FILE_BYTES / 1024 / 1024,
    },
    groups: [...new Set(API_ROUTES.map((route) => route.group))].map((name) => ({
      name,
      routes: API_ROUTES.filter((route) => route.group === name).map(routeView),
    })),
    schemas: Object.entries(schemas)
      .filter(([name, schema]) => schema.properties !== undefined && !name.endsWith("List"))
      .map(([name, schema]) => ({
        name,
        says: (schema.description as string | undefined) ?? "",
        fields: fieldsOf(schema),
      })),
  };
}
