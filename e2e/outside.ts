/** The services of a separate installation: a database, a mail server, an object store and a card provider. */
import path from "node:path";
import { ensureDatabase, startEmbeddedPostgres } from "#boot/embedded-postgres.ts";
import { type StripeSandbox, startStripeSandbox } from "#boot/stripe-sandbox/server.ts";
import { type S3Double, startS3Double } from "#boot/testing/s3-double.ts";
import { type SmtpDouble, startSmtpDouble } from "#boot/testing/smtp-double.ts";
import { removeDataFolder } from "#boot/testing/data-folder.ts";
import { freePort, newFolder } from "./product.ts";

export const BUCKET = "manuscripts";

export type Outside = {
  /** Where the product must listen, because the card provider sends its events there. */
  port: number;
  /** Every setting of such an installation. */
  env: Record<string, string>;
  smtp: SmtpDouble;
  s3: S3Double;
  cards: StripeSandbox;
  /** Stops the database, and restarts it at the same address. */
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  stop(): Promise<void>;
};

export async function startOutside(): Promise<Outside> {
  const folder = newFolder();
  const port = await freePort();
  const start = () => startEmbeddedPostgres(path.join(folder, "pg"), { fsync: false });
  let postgres = await start();
  await ensureDatabase(postgres.url(), "own");
  const keys = { secretKey: "sk_test_of_the_operator", webhookSecret: "whsec_of_the_operator" };
  const [smtp, s3, cards] = await Promise.all([
    startSmtpDouble(),
    startS3Double(),
    startStripeSandbox({ ...keys, webhookUrl: `http://127.0.0.1:${port}/api/webhooks/stripe` }),
  ]);
  return {
    port,
    smtp,
    s3,
    cards,
    env: {
      DATABASE_URL: postgres.url("own"),
      PUBLIC_URL: `http://localhost:${port}`,
      APP_SECRET: "a-secret-of-the-operator-of-40-characters",
      ENCRYPTION_KEYS: `1:${Buffer.alloc(32, "operator").toString("base64")}`,
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_API_BASE: cards.url,
      VIES_URL: `${cards.url}/vies/rest-api`,
      SMTP_URL: smtp.url,
      MAIL_FROM: "Stet <post@stet.example>",
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: s3.url,
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
      DEBTOR_IBAN: "DE89370400440532013000",
      DEBTOR_BIC: "COBADEFFXXX",
    },
    stopDatabase: () => postgres.stop(),
    async startDatabase() {
      postgres = await start();
    },
    async stop() {
      await Promise.all([smtp.stop(), s3.stop(), cards.stop()]);
      await postgres.stop();
      removeDataFolder(folder);
    },
  };
}
