import { describe, expect, test } from "vitest";
import { ConfigError, parseConfig } from "./config.ts";

const PRODUCTION = {
  NODE_ENV: "production", DATABASE_URL: "postgres://db.example/stet", APP_SECRET: "s".repeat(32), PUBLIC_URL: "https://app.stet.example/", STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x", SMTP_URL: "smtp://user:pass@mail.example:587", DEBTOR_IBAN: "DE89370400440532013000", DEBTOR_BIC: "COBADEFFXXX", DEBTOR_TOWN: "London", DEBTOR_COUNTRY: "GB",
};
const EMBEDDED = { STET_EMBEDDED: "1", DATABASE_URL: "postgres://postgres@localhost/stet", APP_SECRET: "s".repeat(32), STRIPE_SECRET_KEY: "sk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x" };

describe("the configuration", () => {
  test("with a database of the operator's own has no demo", () => {
    expect(parseConfig(PRODUCTION)).toMatchObject({ demo: false, production: true, publicUrl: "https://app.stet.example", mail: { smtpUrl: PRODUCTION.SMTP_URL }, s3: null });
  });

  test("with the embedded database is the demo world, which can be switched off", () => {
    expect(parseConfig(EMBEDDED)).toMatchObject({ demo: true, publicUrl: "http://localhost:3000", mail: { smtpUrl: null } });
    expect(parseConfig({ ...EMBEDDED, DEMO: "0" }).demo).toBe(false);
  });

  test("refuses the demo world on a database of the operator's own, and names both settings", () => {
    expect(() => parseConfig({ ...PRODUCTION, DEMO: "1" })).toThrow(ConfigError);
    expect(() => parseConfig({ ...PRODUCTION, DEMO: "1" })).toThrow(/DEMO.*DATABASE_URL/);
  });

  test.each(["APP_SECRET", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "SMTP_URL", "PUBLIC_URL", "DEBTOR_IBAN", "DEBTOR_BIC", "DEBTOR_TOWN", "DEBTOR_COUNTRY", "DATABASE_URL"])("does not start without %s, and names it", (name) => {
    for (const value of [undefined, ""]) expect(() => parseConfig({ ...PRODUCTION, [name]: value })).toThrow(new RegExp(`- ${name} is missing`));
  });

  test("names everything that is missing at once", () => {
    expect(() => parseConfig({ DATABASE_URL: PRODUCTION.DATABASE_URL })).toThrow(/APP_SECRET[^]*PUBLIC_URL[^]*STRIPE_SECRET_KEY[^]*STRIPE_WEBHOOK_SECRET[^]*SMTP_URL/);
  });

  test.each([["APP_SECRET", "short"], ["PUBLIC_URL", "app"], ["PORT", "eighty"], ["DB_POOL", "1"], ["LOG", "loud"], ["DEMO", "yes"]])("refuses %s=%s and names it", (name, value) => {
    expect(() => parseConfig({ ...PRODUCTION, [name]: value })).toThrow(new RegExp(`- ${name} `));
  });

  test("asks for the keys of a bucket that is named", () => {
    expect(() => parseConfig({ ...PRODUCTION, S3_BUCKET: "files" })).toThrow(/S3_ACCESS_KEY_ID[^]*S3_SECRET_ACCESS_KEY/);
  });

  test("sends card data over https only", () => {
    expect(() => parseConfig({ ...PRODUCTION, STRIPE_API_BASE: "http://cards.example" })).toThrow(/STRIPE_API_BASE/);
  });
});
