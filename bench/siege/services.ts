/**
 * An installation's external services: PostgreSQL, an object store, a mail server, a card provider, a load balancer.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureDatabase, startEmbeddedPostgres } from "#boot/embedded-postgres.ts";
import { startStripeSandbox } from "#boot/stripe-sandbox/server.ts";
import { type S3Double, startS3Double } from "#boot/testing/s3-double.ts";
import { type SmtpDouble, startSmtpDouble } from "#boot/testing/smtp-double.ts";
import { freePort } from "../../e2e/product.ts";
import { type Gate, openGate } from "./gate.ts";

export const BUCKET = "manuscripts";
const KEYS = { secretKey: "sk_test_siege", webhookSecret: "whsec_siege" };
const CONNECTIONS = 120;

export type Services = {
  folder: string;
  databaseUrl: string;
  /** Where people connect: the load balancer in front of both machines. */
  url: string;
  ports: readonly [number, number];
  env: Record<string, string>;
  s3: S3Double;
  smtp: SmtpDouble;
  storage: Gate;
  mail: Gate;
  cards: Gate;
  /** Controls how the card provider delivers its events. */
  controlEvents(control: Record<string, unknown>): Promise<void>;
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  stop(): Promise<void>;
};

const portOf = (url: string): number => Number(new URL(url).port);

export async function startServices(): Promise<Services> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "stet-siege-"));
  const start = () => startEmbeddedPostgres(path.join(folder, "pg"), { maxConnections: CONNECTIONS });
  let postgres = await start();
  await ensureDatabase(postgres.url(), "siege");
  const [first, second, front] = [await freePort(), await freePort(), await freePort()];
  const balancer = await openGate([first, second], front);
  const url = `http://localhost:${front}`;
  const [s3, smtp, sandbox] = await Promise.all([
    startS3Double(),
    startSmtpDouble(),
    startStripeSandbox({ ...KEYS, webhookUrl: `http://127.0.0.1:${front}/api/webhooks/stripe`, control: true }),
  ]);
  const [storage, mail, cards] = await Promise.all([s3.url, smtp.url, sandbox.url].map((it) => openGate([portOf(it)])));
  return {
    folder,
    databaseUrl: postgres.url("siege"),
    url,
    ports: [first, second],
    s3,
    smtp,
    storage: storage!,
    mail: mail!,
    cards: cards!,
    env: {
      DATABASE_URL: postgres.url("siege"),
      PUBLIC_URL: url,
      TRUSTED_PROXIES: "1",
      APP_SECRET: "a-secret-of-the-siege-of-forty-characters",
      ENCRYPTION_KEYS: `1:${Buffer.alloc(32, "siege").toString("base64")}`,
      STRIPE_SECRET_KEY: KEYS.secretKey,
      STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
      STRIPE_API_BASE: `http://127.0.0.1:${cards!.port}`,
      SMTP_URL: `smtp://127.0.0.1:${mail!.port}`,
      MAIL_FROM: "Stet <post@stet.example>",
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${storage!.port}`,
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
      DEBTOR_IBAN: "DE89370400440532013000",
      DEBTOR_BIC: "COBADEFFXXX",
    },
    async controlEvents(control) {
      const answer = await fetch(`${sandbox.url}/_control/webhooks`, {
        method: "POST",
        body: JSON.stringify(control),
        headers: { "content-type": "application/json" },
      });
      if (!answer.ok) throw new Error(`The card provider's control answered ${answer.status}`);
    },
    stopDatabase: () => postgres.stop(),
    async startDatabase() {
      postgres = await start();
    },
    async stop() {
      await Promise.all([balancer, storage!, mail!, cards!].map((gate) => gate.stop()));
      await Promise.all([s3.stop(), smtp.stop(), sandbox.stop()]);
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
