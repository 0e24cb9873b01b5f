/** A local OpenTelemetry collector that decodes what it receives. For tests only. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { z } from "zod";

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const Value = z.union([
  z.strictObject({ stringValue: z.string() }).transform((v) => v.stringValue),
  z.strictObject({ intValue: z.union([z.number(), z.string()]) }).transform((v) => Number(v.intValue)),
  z.strictObject({ doubleValue: z.number() }).transform((v) => v.doubleValue),
  z.strictObject({ boolValue: z.boolean() }).transform((v) => v.boolValue),
  z
    .strictObject({ arrayValue: z.object({ values: z.array(z.object({ stringValue: z.string() })) }) })
    .transform((v) => v.arrayValue.values.map((it) => it.stringValue).join(" ")),
]);
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .transform((all) => Object.fromEntries(all.map(({ key, value }) => [key, value])));
const Body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: hex(32),
              spanId: hex(16),
              parentSpanId: hex(16).optional(),
              name: z.string().min(1),
              kind: z.number().int().min(1).max(5),
              startTimeUnixNano: z.coerce.bigint(),
              endTimeUnixNano: z.coerce.bigint(),
              attributes: Attributes,
              status: z.object({ code: z.number().int().min(0).max(2), message: z.string().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** OTLP's number: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  ms: number;
  attributes: Readonly<Record<string, string | number | boolean>>;
  failed: boolean;
  /** Attributes of the process that sent it. */
  resource: Readonly<Record<string, string | number | boolean>>;
};

export type OtlpDouble = {
  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans: readonly ReceivedSpan[];
  /** What it received but couldn't read. */
  refused: readonly string[];
  stop(): Promise<void>;
};

export async function startOtlpDouble(): Promise<OtlpDouble> {
  const spans: ReceivedSpan[] = [];
  const refused: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      try {
        if (request.method !== "POST" || request.url !== "/v1/traces")
          throw new Error(`${request.method} ${request.url}`);
        const body = Buffer.concat(chunks);
        const text = (request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString("utf8");
        for (const { resource, scopeSpans } of Body.parse(JSON.parse(text)).resourceSpans)
          for (const { startTimeUnixNano, endTimeUnixNano, status, ...span } of scopeSpans.flatMap((it) => it.spans))
            spans.push({
              ...span,
              parentSpanId: span.parentSpanId,
              ms: Number(endTimeUnixNano - startTimeUnixNano) / 1e6,
              failed: status.code === 2,
              resource: resource.attributes,
            });
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      } catch (error) {
        refused.push(String(error));
        response.writeHead(400).end();
      }
    });
  });
  // Idle connections stay open, so that no batch is sent into one that is being closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    refused,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
