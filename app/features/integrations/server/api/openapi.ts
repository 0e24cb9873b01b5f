import { z } from "zod";
import { API_BASE } from "#app/platform/rules/requests/api-error.ts";
import { addressOn } from "#app/platform/rules/requests/origins.ts";
import { config } from "#app/platform/server/core/config.ts";
import { API_VERSION } from "../../rules/api-terms.ts";
import { EVENTS, EVENT_TYPES } from "../../rules/events.ts";
import type { ApiRoute } from "./api-route.ts";
import { API_ROUTES } from "./api-routes.ts";
import { Currency, Instant, Minor, Status, apiSchemas, instantOrNull, named } from "./order-schemas.ts";

type Json = Record<string, unknown>;

named(
  "Error",
  z.object({
    error: z.object({
      type: z.enum([
        "invalid_request_error",
        "authentication_error",
        "permission_error",
        "not_found_error",
        "conflict_error",
        "rate_limit_error",
        "api_error",
      ]),
      code: z.string().describe("What went wrong, for programs."),
      message: z.string().describe("What went wrong and what to do, for people."),
      param: z.string().nullable().describe("The parameter at fault."),
      doc_url: z.url(),
    }),
  }),
  "What every refused request is answered with.",
);

named(
  "Event",
  z.object({
    type: z.string().describe("An EventType, or webhook.test."),
    timestamp: Instant.describe("When it happened."),
    api_version: z.string(),
    data: z.object({
      order: z
        .object({
          id: z.string(),
          number: z.string(),
          status: Status,
          total_minor: Minor,
          paid_minor: Minor,
          refunded_minor: Minor,
          currency: Currency,
          due_at: instantOrNull,
          delivered_at: instantOrNull,
          revision_due_at: instantOrNull,
        })
        .optional(),
      message: z.object({ id: z.string(), author: z.string() }).optional(),
      invoice: z.object({ id: z.string() }).optional(),
    }),
  }),
  "What a webhook is sent.",
);

const OPTIONS = {
  io: "input" as const,
  /** Leaves out what a reader doesn't need: the pattern of a date beside its format, and the bounds of exact numbers. */
  override: ({ jsonSchema }: { jsonSchema: Json }) => {
    if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  },
};
const bare = ({ $schema: _schema, $id: _id, ...schema }: Json): Json => schema;

/** Every named schema, as a component. */
export function componentSchemas(): Record<string, Json> {
  const { schemas } = z.toJSONSchema(apiSchemas, { ...OPTIONS, uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, bare(schema as Json)]));
}

const nameOf = (schema: z.ZodType): string | undefined => apiSchemas.get(schema)?.id;

/** A schema where it's used: by its name if it has one. */
export const schemaOf = (schema: z.ZodType): Json => {
  const name = nameOf(schema);
  return name ? { $ref: `#/components/schemas/${name}` } : bare(z.toJSONSchema(schema, OPTIONS) as Json);
};

export const pathOf = (path: string): string => path.replace(/:(\w+)/g, "{$1}");
const inJson = (schema: Json) => ({ "application/json": { schema } });
const failed = (description: string) => ({
  description,
  content: inJson({ $ref: "#/components/schemas/Error" }),
});

export type Parameter = { name: string; in: "path" | "query"; required: boolean; schema: Json; description?: string };

/** What an endpoint takes besides its body. */
export function parametersOf(route: ApiRoute): Parameter[] {
  const query = route.query
    ? (bare(z.toJSONSchema(route.query, OPTIONS) as Json) as { properties: Json; required?: string[] })
    : null;
  return [
    ...[...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name: name!,
      in: "path" as const,
      required: true,
      schema: { type: "string" },
    })),
    ...Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
      name,
      in: "query" as const,
      required: query?.required?.includes(name) ?? false,
      schema: schema as Json,
    })),
  ];
}

const IDEMPOTENCY = {
  name: "Idempotency-Key",
  in: "header",
  required: true,
  description: "A random value for this write, and the same when it's repeated.",
  schema: { type: "string", maxLength: 255 },
};

function operationOf(route: ApiRoute): Json {
  const writes = route.method !== "GET";
  const parameters = [...parametersOf(route), ...(writes ? [IDEMPOTENCY] : [])];
  return {
    operationId: route.id,
    tags: [route.group],
    summary: route.summary,
    description: [route.notes, route.scope ? `Scope: \`${route.scope}\`.` : "Any key."].filter(Boolean).join("\n\n"),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: { required: true, content: inJson(schemaOf(route.body)) } } : {}),
    responses: {
      [route.status]: {
        description: "Done.",
        content:
          route.answer === "pdf"
            ? { "application/pdf": { schema: { type: "string", format: "binary" } } }
            : inJson(schemaOf(route.answer)),
      },
      "401": failed("The key is missing, unknown, expired, or revoked."),
      "403": failed("The key doesn't have the scope."),
      ...(route.path.includes(":") ? { "404": failed("There's no such thing, or it isn't yours.") } : {}),
      ...(writes
        ? { "409": failed("It isn't possible in its present state, or the Idempotency-Key was used before.") }
        : {}),
      ...(route.body || route.query ? { "422": failed("A parameter is wrong.") } : {}),
      "429": failed("Too many requests. Retry-After says when to try again, in seconds."),
    },
  };
}

/** The API in OpenAPI 3.1, made of the schemas that read and answer its requests. */
export function openApiDocument(): Json {
  const { siteName, origins } = config();
  const paths: Record<string, Json> = {};
  for (const route of API_ROUTES) (paths[pathOf(route.path)] ??= {})[route.method.toLowerCase()] = operationOf(route);
  return {
    openapi: "3.1.0",
    info: {
      title: `${siteName} API`,
      version: API_VERSION,
      description: `Prices, orders, messages, files, and invoices. Amounts are in minor units, such as cents, and instants are in UTC. Uploads follow the tus protocol at \`${API_BASE}/uploads\`.`,
    },
    externalDocs: { url: `${origins.public}/docs/api` },
    servers: [{ url: addressOn(origins.api, API_BASE) }],
    security: [{ key: [] }],
    tags: [...new Set(API_ROUTES.map((route) => route.group))].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(
      EVENT_TYPES.map((type) => [
        type,
        {
          post: {
            operationId: `on_${type.replaceAll(".", "_")}`,
            summary: EVENTS[type].says,
            requestBody: { content: inJson({ $ref: "#/components/schemas/Event" }) },
            responses: { "2XX": { description: "Any 2xx status says that it arrived." } },
          },
        },
      ]),
    ),
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer", description: "An API key: `stet_…`." } },
      schemas: componentSchemas(),
    },
  };
}

let written: string | undefined;
/** GET /api/v1/openapi.json, for everybody. */
export const getOpenApi = async (): Promise<Response> =>
  new Response((written ??= JSON.stringify(openApiDocument())), {
    headers: { "content-type": "application/json", "cache-control": "public, max-age=300" },
  });
