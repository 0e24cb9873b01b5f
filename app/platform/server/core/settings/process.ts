/** Settings of the processes: where they listen, how many there are, what they report. */
import { z } from "zod";
import { Flag, type Setting, setting, whole } from "./setting.ts";

export const PROCESS = {
  NODE_ENV: setting(z.string().default("production"), {
    is: "text",
    example: "production",
    does: "set by `npm start`",
  }),
  PORT: setting(whole(1, 65_535).default(3000), {
    is: "a port, 1 to 65535",
    example: "3000",
    otherwise: "3000",
    does: "where the first web process listens. Others use the next ports",
  }),
  DATA_DIR: setting(z.string().default("./data"), {
    is: "a folder",
    example: "/var/lib/stet",
    otherwise: "`./data`",
    does: "where files are stored without S3, and the embedded database",
  }),
  DB_POOL: setting(whole(2, 1000).default(10), {
    is: "2 to 1000",
    example: "10",
    otherwise: "10",
    does: "how many connections to the database each process may use",
  }),
  LOG: setting(z.enum(["silent", "error", "info"]).default("info"), {
    is: "silent, error, or info",
    example: "info",
    otherwise: "info",
    does: "how much is logged",
  }),
  DEMO: setting(Flag.optional(), {
    is: "0 or 1",
    example: "0",
    does: "the demo world. Rejected together with `DATABASE_URL`",
  }),
  DEMO_PASSWORD: setting(z.string().min(6).optional(), {
    is: "6 characters or more",
    example: "a-long-password",
    does: "the demo accounts' password",
  }),
  STET_EMBEDDED: setting(Flag.optional(), { is: "0 or 1", example: "1", does: "set by `npm start`" }),
  FUNCTIONS_REGION: setting(z.string().default("us-central1"), {
    is: "a region",
    example: "us-central1",
    otherwise: "us-central1",
    does: "the region reported for calls",
  }),
  APP_INTEGRITY: setting(Flag.optional(), {
    is: "0 or 1",
    example: "1",
    otherwise: "0",
    does: "`1`: calls need a token that only our own pages can get",
  }),
};

/** Read and checked by the supervisor and its processes before the application starts. */
export const SUPERVISOR: Record<string, Setting> = {
  WEB_PROCESSES: {
    is: "a whole number",
    example: "2",
    otherwise: "1",
    does: "how many processes answer requests, on `PORT` and the next ports",
  },
  WORKER_PROCESSES: {
    is: "a whole number",
    example: "1",
    otherwise: "1",
    does: "how many processes run jobs. With 0, the first web process does",
  },
  HOST: {
    is: "an address",
    example: "127.0.0.1",
    otherwise: "all addresses; in the demo only `127.0.0.1`",
    does: "the address to listen on. Use `127.0.0.1` behind a proxy on the same machine",
  },
  TRUSTED_PROXIES: {
    is: "a number, or addresses and networks",
    example: "10.0.0.5,10.1.0.0/16",
    otherwise: "0",
    does: "your own proxies in front: their number or, better, their addresses. Only what they append to X-Forwarded-For is trusted. Attempts are counted by the resulting address, for IPv6 by its first 64 bits",
  },
  METRICS_PORT: {
    is: "a port",
    example: "9400",
    otherwise: "none are served",
    does: "where each process serves metrics for Prometheus. See Monitoring",
  },
  METRICS_HOST: { is: "an address", example: "10.0.0.5", otherwise: "127.0.0.1", does: "on which address" },
  DRAIN_SECONDS: {
    is: "0 to 300",
    example: "15",
    otherwise: "0",
    does: "how long a web process keeps serving after it's told to stop, while `/readyz` says 503. See Upgrades",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    is: "a URL",
    example: "http://localhost:4318",
    does: "an OpenTelemetry collector; traces are sent there by OTLP over HTTP, as JSON. See Monitoring",
  },
  BACKUP_RECIPIENT: { is: "an age recipient", example: "age1...", does: "encrypts backups. See Backups" },
  BACKUP_IDENTITY: {
    is: "an age identity",
    example: "AGE-SECRET-KEY-1...",
    does: "decrypts them, only for `restore`",
  },
};
