/**
 * OpenTelemetry traces, sent to a collector by OTLP over HTTP. Loaded only if `OTEL_EXPORTER_OTLP_ENDPOINT` (or the one
 * for traces) is set, so it costs nothing otherwise. Spans contain routes, tables, codes and the request's id, nothing
 * about a person.
 */
import diagnostics from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  context,
  createContextKey,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { type Tracing, useTracing } from "#app/platform/server/core/tracing.ts";
import type { Environment } from "./environment.ts";

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;
/** The facts of the open command. */
const FACTS = createContextKey("stet.facts");
type Facts = { span: Span; kinds: string[] };
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
/** Requested all the time, but never by a person. */
const UNTRACED = /^\/(?:healthz|readyz|assets\/)/;
/** The time limit for sending remaining spans when the process ends. */
const FLUSH_MS = 2_000;

/** This process's tracing. */
export type ProcessTracing = {
  /** Runs a request's handler in a span that ends with the response. @param routeOf the pattern of its URL */
  request(request: IncomingMessage, response: ServerResponse, routeOf: (url: string) => string, run: () => void): void;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
};

/**
 * Starts recording spans.
 * @param role the process's part @param behindProxy whether your own proxies are in front and their `traceparent`
 * trusted
 * @throws naming the wrong setting
 */
export function startTracing(env: Environment, role: string, behindProxy: boolean): ProcessTracing {
  const collector = endpointOf(env);
  const provider = new TracerProvider({
    sampler: samplerOf(env),
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "stet", "stet.role": role }))
      .merge(detectResources({ detectors: [envDetector, serviceNameEnvDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({}),
        ...numbersOf(env, {
          scheduledDelayMillis: "OTEL_BSP_SCHEDULE_DELAY",
          maxQueueSize: "OTEL_BSP_MAX_QUEUE_SIZE",
          maxExportBatchSize: "OTEL_BSP_MAX_EXPORT_BATCH_SIZE",
          exportTimeoutMillis: "OTEL_BSP_EXPORT_TIMEOUT",
        }),
      }),
    ],
  });
  // Only the context manager is global. The provider isn't, because libraries would record their own spans with
  // whatever data they have.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer("stet");

  const end = (span: Span, error?: unknown): void => {
    if (error !== undefined) {
      const { name, code, kind } = (error ?? {}) as { name?: unknown; code?: unknown; kind?: unknown };
      // A refusal with an explanation is an answer, not a failure.
      if (typeof kind === "string" && typeof code === "string") span.setAttribute("stet.problem", code);
      else {
        span.setAttribute("error.type", typeof code === "string" ? code : typeof name === "string" ? name : "unknown");
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
    }
    span.end();
  };
  const recorder: Tracing = {
    span(name, kind, attributes, run) {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes });
      let inside = trace.setSpan(context.active(), span);
      if (name === "command") inside = inside.setValue(FACTS, { span, kinds: [] } satisfies Facts);
      let result;
      try {
        result = context.with(inside, run);
      } catch (error) {
        end(span, error ?? null);
        throw error;
      }
      if (result instanceof Promise)
        result.then(
          () => end(span),
          (error: unknown) => end(span, error ?? null),
        );
      else end(span);
      return result;
    },
    past(name, kind, attributes, ms) {
      if (!trace.getSpan(context.active())) return;
      const endedAt = Date.now();
      tracer.startSpan(name, { kind: KINDS[kind], attributes, startTime: endedAt - ms }).end(endedAt);
    },
    fact(kind) {
      const facts = context.active().getValue(FACTS) as Facts | undefined;
      if (!facts || facts.kinds.includes(kind)) return;
      facts.kinds.push(kind);
      facts.span.updateName(`command ${facts.kinds[0]}`).setAttribute("stet.facts", facts.kinds);
    },
    parent() {
      const of = trace.getSpanContext(context.active());
      return of && `00-${of.traceId}-${of.spanId}-${of.traceFlags.toString(16).padStart(2, "0")}`;
    },
    continue: (traceparent, run) => context.with(remote(traceparent), run),
  };
  useTracing(recorder);
  traceOutgoing(collector);
  return {
    request(request, response, routeOf, run) {
      const { method = "", url = "", headers } = request;
      // An event stream lasts for minutes, which says nothing about performance.
      if (UNTRACED.test(url) || headers.accept?.includes("text/event-stream")) {
        run();
        return;
      }
      const given = headers["traceparent"];
      const span = tracer.startSpan(
        method,
        {
          kind: SpanKind.SERVER,
          attributes: { "http.request.method": method, "stet.request_id": String(headers["x-request-id"] ?? "") },
        },
        remote(behindProxy && typeof given === "string" ? given : undefined),
      );
      response.once("close", () => {
        const route = routeOf(url);
        span.updateName(`${method} ${route}`);
        span.setAttributes({ "http.route": route, "http.response.status_code": response.statusCode });
        if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      context.with(trace.setSpan(ROOT_CONTEXT, span), run);
    },
    async stop() {
      useTracing(undefined);
      let limit: NodeJS.Timeout | undefined;
      await Promise.race([
        provider.shutdown().catch(() => {}),
        new Promise<void>((resolve) => (limit = setTimeout(resolve, FLUSH_MS))),
      ]);
      clearTimeout(limit);
    },
  };

  /** Traces calls by `fetch` and `node:http`, including those of libraries. Paths and queries aren't recorded. */
  function traceOutgoing(except: string): void {
    const open = new WeakMap<object, Span>();
    const start = (request: object, method: string, host: string): void => {
      if (host === except || !trace.getSpan(context.active())) return;
      const [name = "", port] = host.split(":");
      const attributes = {
        "http.request.method": method,
        "server.address": name,
        ...(port ? { "server.port": Number(port) } : {}),
      };
      open.set(request, tracer.startSpan(`${method} ${name}`, { kind: SpanKind.CLIENT, attributes }));
    };
    const answered = (request: object, status: number): void => {
      const span = open.get(request)?.setAttribute("http.response.status_code", status);
      if (status >= 400) span?.setStatus({ code: SpanStatusCode.ERROR });
    };
    const finish = (request: object, error?: unknown): void => {
      const span = open.get(request);
      open.delete(request);
      if (span) end(span, error);
    };
    type Undici = { origin: string | URL; method: string };
    const on = <T>(channel: string, hear: (message: T) => void) =>
      diagnostics.subscribe(channel, (message) => hear(message as T));
    on<{ request: Undici }>("undici:request:create", ({ request }) =>
      start(request, request.method, new URL(request.origin).host),
    );
    on<{ request: Undici; response: { statusCode: number } }>("undici:request:headers", ({ request, response }) =>
      answered(request, response.statusCode),
    );
    on<{ request: Undici }>("undici:request:trailers", ({ request }) => finish(request));
    on<{ request: Undici; error: unknown }>("undici:request:error", ({ request, error }) => finish(request, error));
    on<{ request: ClientRequest }>("http.client.request.start", ({ request }) =>
      start(request, request.method, String(request.getHeader("host") ?? request.host)),
    );
    on<{ request: ClientRequest; response: IncomingMessage }>(
      "http.client.response.finish",
      ({ request, response }) => {
        answered(request, response.statusCode ?? 0);
        finish(request);
      },
    );
    on<{ request: ClientRequest; error: unknown }>("http.client.request.error", ({ request, error }) =>
      finish(request, error),
    );
  }
}

/** The context for continuing a trace from elsewhere. */
function remote(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  if (!traceId || !spanId) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags!, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** The collector's host. @throws if its URL is invalid */
function endpointOf(env: Environment): string {
  const name = env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"]
    ? "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
    : "OTEL_EXPORTER_OTLP_ENDPOINT";
  const address = URL.parse(env[name] ?? "");
  if (!address || !/^https?:$/.test(address.protocol))
    throw wrong(name, "the http:// or https:// address of a collector");
  return address.host;
}

function samplerOf(env: Environment): Sampler {
  const name = env["OTEL_TRACES_SAMPLER"] || "parentbased_always_on";
  const ratio = Number(env["OTEL_TRACES_SAMPLER_ARG"] || "1");
  if (!(ratio >= 0 && ratio <= 1)) throw wrong("OTEL_TRACES_SAMPLER_ARG", "a number from 0 to 1");
  const roots: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[name.replace(/^parentbased_/, "")]?.();
  if (!root)
    throw wrong("OTEL_TRACES_SAMPLER", "always_on, always_off, traceidratio, or one of these after parentbased_");
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

function numbersOf<K extends string>(env: Environment, names: Readonly<Record<K, string>>): { [key in K]?: number } {
  const found: { [key in K]?: number } = {};
  for (const [key, name] of Object.entries<string>(names)) {
    if (!env[name]) continue;
    const number = Number(env[name]);
    if (!Number.isInteger(number) || number < 1) throw wrong(name, "a whole number above 0");
    found[key as K] = number;
  }
  return found;
}

const wrong = (name: string, what: string): Error =>
  Object.assign(new Error(`${name} must be ${what}.`), { name: "ConfigError" });
