import { describe, expect, test } from "vitest";
import { ConfigError, parseConfig } from "./config.ts";
import { ORIGIN_SETTINGS } from "./config-parts.ts";
import { SETTINGS, type SettingName } from "./settings/settings.ts";

function problemsOf(env: Record<string, string | undefined>): string {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.replace(/^Invalid configuration:/, "");
  }
  return "none";
}

const PRODUCTION = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://db.example/stet",
  APP_SECRET: "s".repeat(32),
  ENCRYPTION_KEYS: `1:${"A".repeat(43)}=`,
  PUBLIC_URL: "https://app.stet.example/",
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  SMTP_URL: "smtp://user:pass@mail.example:587",
  DEBTOR_IBAN: "DE89370400440532013000",
  DEBTOR_BIC: "COBADEFFXXX",
  MAIL_FROM: "Stet <post@stet.example>",
};
const EMBEDDED = {
  STET_EMBEDDED: "1",
  DATABASE_URL: "postgres://postgres@localhost/stet",
  APP_SECRET: "s".repeat(32),
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
};

describe("the configuration", () => {
  test("with an external database has no demo", () => {
    expect(parseConfig(PRODUCTION)).toMatchObject({
      demo: false,
      production: true,
      origins: { app: "https://app.stet.example", public: "https://app.stet.example" },
      mail: { smtpUrl: PRODUCTION.SMTP_URL },
      s3: null,
    });
  });

  test("with the embedded database is the demo world, which can be switched off", () => {
    expect(parseConfig(EMBEDDED)).toMatchObject({
      demo: true,
      origins: { app: "http://localhost:3000", public: "http://localhost:3000" },
      mail: { smtpUrl: null },
    });
    expect(parseConfig({ ...EMBEDDED, DEMO: "0" }).demo).toBe(false);
  });

  test("refuses the demo world on an external database, and names both settings", () => {
    expect(() => parseConfig({ ...PRODUCTION, DEMO: "1" })).toThrow(ConfigError);
    expect(() => parseConfig({ ...PRODUCTION, DEMO: "1" })).toThrow(/DEMO.*DATABASE_URL/);
  });

  test.each([
    "APP_SECRET",
    "ENCRYPTION_KEYS",
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRET",
    "SMTP_URL",
    "PUBLIC_URL",
    "DEBTOR_IBAN",
    "DEBTOR_BIC",
    "MAIL_FROM",
    "DATABASE_URL",
  ])("does not start without %s, and names it", (name) => {
    for (const value of [undefined, ""])
      expect(() => parseConfig({ ...PRODUCTION, [name]: value })).toThrow(new RegExp(`- ${name} is missing`));
  });

  test("reads encryption keys by version, and refuses ones that can't encrypt", () => {
    const [a, b] = [`1:${"A".repeat(43)}=`, `2:${"B".repeat(42)}A=`];
    expect([...parseConfig({ ...PRODUCTION, ENCRYPTION_KEYS: `${a}, ${b}` }).sealingKeys.keys()]).toEqual([1, 2]);
    for (const wrong of ["a secret", "1:AAAA", "A".repeat(44), `0:${"A".repeat(43)}=`, `${a},${a}`])
      expect(() => parseConfig({ ...PRODUCTION, ENCRYPTION_KEYS: wrong })).toThrow(/ENCRYPTION_KEYS must be/);
  });

  test("derives a demo's key from its secret", () => {
    const key = (secret: string) => parseConfig({ ...EMBEDDED, APP_SECRET: secret }).sealingKeys.get(1);
    expect(key("s".repeat(32))).toHaveLength(32);
    expect(key("s".repeat(32))).toEqual(key("s".repeat(32)));
    expect(key("t".repeat(32))).not.toEqual(key("s".repeat(32)));
  });

  test("names every missing setting at once", () => {
    expect(() => parseConfig({ DATABASE_URL: PRODUCTION.DATABASE_URL })).toThrow(
      /PUBLIC_URL[^]*APP_SECRET[^]*STRIPE_SECRET_KEY[^]*STRIPE_WEBHOOK_SECRET[^]*SMTP_URL/,
    );
  });

  test.each([
    ["APP_SECRET", "short"],
    ["PUBLIC_URL", "app"],
    ["PORT", "eighty"],
    ["DB_POOL", "1"],
    ["LOG", "loud"],
    ["DEMO", "yes"],
  ])("refuses %s=%s and names it", (name, value) => {
    expect(() => parseConfig({ ...PRODUCTION, [name]: value })).toThrow(new RegExp(`- ${name} `));
  });

  test.each([
    ["DATABASE_URL", "garbage", "It must begin with postgres://."],
    ["DATABASE_URL", "postgres://stet:a#b/c@db.example/stet", "Percent-encode"],
    ["DATABASE_URL", "postgres://db.example", "The name of the database is missing"],
    ["PUBLIC_URL", "app.example.org", "It must begin with https://."],
    ["PUBLIC_URL", "https://app.example.org/stet", "Leave out the path"],
    ...ORIGIN_SETTINGS.map((name): [string, string, string] => [name, "http://app.example.org", "Use https."]),
    ["STRIPE_SECRET_KEY", "pk_live_1", "This is the publishable key."],
    ["STRIPE_SECRET_KEY", "foo", "It begins with sk_live_"],
    ["STRIPE_WEBHOOK_SECRET", "foo", ""],
    ["SMTP_URL", "mail.example.org", "It must begin with smtp:// or smtps://."],
    ["MAIL_FROM", "notanemail", "There's no email address in it."],
    ["MAIL_FROM", "Stet <notanemail>", "There's no email address in it."],
    ["DEBTOR_IBAN", "DE89370400440532013001", "its check digits don't match"],
    ["DEBTOR_BIC", "XX", "A BIC has 8 or 11"],
    ["DEBTOR_BIC", "BNPAFRPP", "of another country than DEBTOR_IBAN"],
    ["RECEIVING_ACCOUNTS", "GB33", "This isn't JSON."],
    ["RECEIVING_ACCOUNTS", '{"CHF": {"IBAN": "CH9300762011623852957"}}', "Its keys must be currencies: USD, "],
    ["RECEIVING_ACCOUNTS", '{"USD": {"Bank": "Example Bank"}}', "Name its IBAN or Account number."],
    ["RECEIVING_ACCOUNTS", '{"EUR": {"IBAN": "DE89370400440532013001"}}', "EUR, IBAN: "],
    ["RECEIVING_ACCOUNTS", '{"USD": {"Account number": "1", "Routing number": "123456789"}}', "Its check digit"],
    ["ACH_ROUTING_NUMBER", "123456789", "its check digit doesn't match"],
    ["HUMAN_CHECK", "yes", ""],
    ["DB_POOL", "1", ""],
    ["DEMO", "yes", ""],
    ["STORAGE_BUDGET_GB", "much", ""],
    ["KYC_RETENTION_YEARS", "90", ""],
  ])("says what %s must be if it's %s, with an example", (name, value, because) => {
    const { is, example } = SETTINGS[name as SettingName];
    const said = problemsOf({ ...PRODUCTION, [name]: value });
    expect(said).toContain(`\n- ${name} must be ${is}, e.g. ${example}.`);
    expect(said).toContain(because);
    expect(said, "the library's own words").not.toMatch(/Invalid|expected|Too (?:small|big)/);
  });

  test("names what is wrong together with what is missing", () => {
    const said = problemsOf({ ...PRODUCTION, DATABASE_URL: "garbage", LOG: "loud", APP_SECRET: "", SMTP_URL: "x" });
    expect(said.match(/^- \w+/gm)!.toSorted()).toEqual(["- APP_SECRET", "- DATABASE_URL", "- LOG", "- SMTP_URL"]);
  });

  test("writes the accounts that buyers transfer to as documents show them", () => {
    const typed =
      '{"EUR": {"IBAN": "DE89370400440532013000", "BIC": "cobadeff"}, "USD": {"Account number": "8310 00"}}';
    expect(parseConfig({ ...PRODUCTION, RECEIVING_ACCOUNTS: typed }).receivingAccounts).toEqual({
      EUR: [
        { label: "IBAN", value: "DE89 3704 0044 0532 0130 00" },
        { label: "BIC", value: "COBADEFF" },
      ],
      USD: [{ label: "Account number", value: "8310 00" }],
    });
    expect(parseConfig(PRODUCTION).receivingAccounts).toEqual({});
  });

  test("keeps an account's number as banks exchange it", () => {
    const typed = { DEBTOR_IBAN: "de89 3704 0044 0532 0130 00", DEBTOR_BIC: "cobadeff" };
    expect(parseConfig({ ...PRODUCTION, ...typed }).debtor).toMatchObject({
      iban: "DE89370400440532013000",
      bic: "COBADEFF",
    });
  });

  test.each(["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"])("refuses %s without a bucket", (name) => {
    const value = name === "S3_ENDPOINT" ? "https://s3.example.org" : "key";
    expect(problemsOf({ ...PRODUCTION, [name]: value })).toContain(`- S3_BUCKET is missing: it goes with ${name}`);
  });

  test("a drill needs neither cards nor email nor an account", () => {
    const { APP_SECRET, ENCRYPTION_KEYS, DATABASE_URL, PUBLIC_URL } = PRODUCTION;
    const drill = { NODE_ENV: "production", APP_SECRET, ENCRYPTION_KEYS, DATABASE_URL, PUBLIC_URL, DRILL: "1" };
    expect(parseConfig(drill).drill).toBe(true);
    expect(parseConfig(PRODUCTION).drill).toBe(false);
  });

  test("requires the keys of a configured bucket", () => {
    expect(() => parseConfig({ ...PRODUCTION, S3_BUCKET: "files" })).toThrow(
      /S3_ACCESS_KEY_ID[^]*S3_SECRET_ACCESS_KEY/,
    );
  });

  const PROVIDER = {
    OIDC_ISSUER: "https://login.university.example/",
    OIDC_CLIENT_ID: "stet",
    OIDC_CLIENT_SECRET: "secret",
    OIDC_LABEL: "University login",
    OIDC_ALLOWED_DOMAINS: " University.example, @press.example ,",
  };

  test("needs all settings of an identity provider or none, and only over https", () => {
    expect(parseConfig(PRODUCTION).providers).toEqual([]);
    expect(parseConfig({ ...PRODUCTION, ...PROVIDER }).providers).toEqual([
      {
        id: "oidc",
        kind: "oidc",
        issuer: "https://login.university.example",
        clientId: "stet",
        clientSecret: "secret",
        label: "University login",
        allowedDomains: ["university.example", "press.example"],
      },
    ]);
    for (const name of Object.keys(PROVIDER))
      expect(() => parseConfig({ ...PRODUCTION, ...PROVIDER, [name]: "" })).toThrow(new RegExp(`- ${name} is missing`));
    expect(() => parseConfig({ ...PRODUCTION, OIDC_LABEL: "University login" })).toThrow(
      /OIDC_ISSUER[^]*OIDC_CLIENT_ID[^]*OIDC_CLIENT_SECRET[^]*OIDC_ALLOWED_DOMAINS/,
    );
    expect(() => parseConfig({ ...PRODUCTION, ...PROVIDER, OIDC_ISSUER: "http://login.university.example" })).toThrow(
      /OIDC_ISSUER must be [^]* Use https\./,
    );
  });

  test.each(["ORCID", "GOOGLE", "MICROSOFT"])("needs both settings of %s or neither", (name) => {
    const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`];
    expect(parseConfig({ ...PRODUCTION, [id]: "stet", [secret]: "secret" }).providers).toMatchObject([
      { id: name.toLowerCase(), clientId: "stet", allowedDomains: null },
    ]);
    expect(problemsOf({ ...PRODUCTION, [id]: "stet" })).toContain(`- ${secret} is missing`);
    expect(problemsOf({ ...PRODUCTION, [secret]: "secret" })).toContain(`- ${id} is missing`);
  });

  const PRESS = {
    id: "press",
    issuer: "https://login.press.example/",
    clientId: "stet",
    clientSecret: "secret",
    label: "Press login",
    domains: ["@Press.example"],
  };

  test("takes several identity providers, and says which of them is wrong", () => {
    const all = (...own: object[]) => ({ ...PRODUCTION, ...PROVIDER, OIDC_PROVIDERS: JSON.stringify(own) });
    expect(parseConfig(all(PRESS, { ...PRESS, id: "lab" })).providers.map((it) => it.id)).toEqual([
      "oidc",
      "press",
      "lab",
    ]);
    expect(parseConfig(all(PRESS)).providers[1]).toMatchObject({
      issuer: "https://login.press.example",
      allowedDomains: ["press.example"],
    });
    for (const [wrong, because] of [
      [[PRESS, { ...PRESS, id: "Lab login" }], "Provider 2, id: Use 2 to 31 lowercase letters"],
      [[{ ...PRESS, id: "google" }], "Provider 1, id: This name is taken."],
      [[PRESS, PRESS], "Two providers have the same id."],
      [
        [{ ...PRESS, issuer: "http://login.press.example" }],
        "Provider 1, issuer: Plain http is only for this machine.",
      ],
      [[{ ...PRESS, domains: [] }], "Provider 1, domains: Name at least one email domain."],
      [[{ ...PRESS, label: undefined }], "Provider 1, label: It must be text."],
      [[{ ...PRESS, scope: "all" }], "Provider 1: it has a field that isn't known."],
    ] as const)
      expect(problemsOf(all(...wrong))).toContain(because);
    expect(problemsOf({ ...PRODUCTION, OIDC_PROVIDERS: "press" })).toContain("This isn't JSON.");
    expect(problemsOf({ ...PRODUCTION, OIDC_PROVIDERS: "{}" })).toContain("It must be a list");
  });

  test("knows who answers visitors: our own desk by default, nobody, or another provider's script with its allowed addresses", () => {
    expect(parseConfig(PRODUCTION).liveChat).toEqual({ kind: "self" });
    expect(parseConfig({ ...PRODUCTION, LIVE_CHAT: "off" }).liveChat).toEqual({ kind: "off" });
    const script = "https://chat.example/embed.js?site=7";
    expect(parseConfig({ ...PRODUCTION, LIVE_CHAT: script }).liveChat).toEqual({
      kind: "embed",
      script,
      origins: ["https://chat.example"],
    });
    expect(
      parseConfig({
        ...PRODUCTION,
        LIVE_CHAT: script,
        LIVE_CHAT_ORIGINS: "https://chat.example/, https://*.cdn.example:8443",
      }).liveChat,
    ).toMatchObject({ origins: ["https://chat.example", "https://*.cdn.example:8443"] });
    for (const wrong of ["on", "chat.example/embed.js", "http://chat.example/embed.js", "javascript:alert(1)"])
      expect(() => parseConfig({ ...PRODUCTION, LIVE_CHAT: wrong })).toThrow(
        /- LIVE_CHAT must be self, off or the https URL/,
      );
    for (const wrong of [
      "https://*",
      "*",
      "'unsafe-inline'",
      "https://a.example; script-src *",
      "https://a.example/x",
      "http://a.example",
    ])
      expect(() => parseConfig({ ...PRODUCTION, LIVE_CHAT: script, LIVE_CHAT_ORIGINS: wrong })).toThrow(
        /- LIVE_CHAT_ORIGINS must be comma-separated URLs without a path/,
      );
    expect(() => parseConfig({ ...PRODUCTION, LIVE_CHAT_ORIGINS: "https://chat.example" })).toThrow(
      /LIVE_CHAT_ORIGINS goes with LIVE_CHAT/,
    );
  });

  test("sends card data over https only", () => {
    expect(() => parseConfig({ ...PRODUCTION, STRIPE_API_BASE: "http://cards.example" })).toThrow(/STRIPE_API_BASE/);
  });

  const ALL_ONE = (address: string) => ({
    app: address,
    public: address,
    site: address,
    api: address,
    upload: null,
  });
  const originsOf = (env: Record<string, string>) => parseConfig({ ...PRODUCTION, PUBLIC_URL: "", ...env }).origins;

  test("derives all addresses from one", () => {
    for (const name of ["PUBLIC_URL", "APP_ORIGIN", "PUBLIC_ORIGIN"])
      expect(originsOf({ [name]: "https://stet.example/" })).toEqual(ALL_ONE("https://stet.example"));
    expect(parseConfig(EMBEDDED).origins).toEqual(ALL_ONE("http://localhost:3000"));
  });

  test("derives the app origin from the public one's name", () => {
    expect(originsOf({ PUBLIC_ORIGIN: "https://stet-public.example" })).toEqual({
      ...ALL_ONE("https://stet-app.example"),
      public: "https://stet-public.example",
      site: "https://stet-public.example",
    });
    expect(
      parseConfig({
        ...EMBEDDED,
        PUBLIC_URL: "http://localhost:3000",
        PUBLIC_ORIGIN: "http://stet-public.localhost:3000",
      }).origins.app,
    ).toBe("http://stet-app.localhost:3000");
  });

  test("takes each address from its own setting", () => {
    const env = {
      APP_ORIGIN: "https://app.example",
      PUBLIC_ORIGIN: "https://www.example",
      SITE_URL: "https://stet.example/",
      API_ORIGIN: "https://api.example",
      UPLOAD_ORIGIN: "https://uploads.example",
    };
    expect(originsOf(env)).toEqual({
      app: "https://app.example",
      public: "https://www.example",
      site: "https://stet.example",
      api: "https://api.example",
      upload: "https://uploads.example",
    });
    expect(originsOf({ APP_ORIGIN: "https://app.example", PUBLIC_URL: "https://www.example" })).toMatchObject({
      app: "https://app.example",
      public: "https://www.example",
    });
  });

  test.each([
    ["APP_ORIGIN", "https://app.example/path"],
    ["PUBLIC_ORIGIN", "www.example"],
    ["API_ORIGIN", "javascript:alert(1)"],
  ])("refuses %s=%s and names it", (name, value) => {
    expect(() => parseConfig({ ...PRODUCTION, [name]: value })).toThrow(new RegExp(`- ${name} `));
  });
});

describe("email", () => {
  const SECRET = "a-long-enough-secret";
  test("replies need a domain and a password, or neither", () => {
    expect(parseConfig(PRODUCTION).mail.inbound).toBeNull();
    const both = { INBOUND_EMAIL_DOMAIN: "Reply.Example.org", INBOUND_EMAIL_SECRET: SECRET };
    expect(parseConfig({ ...PRODUCTION, ...both }).mail.inbound).toEqual({
      domain: "reply.example.org",
      secret: SECRET,
    });
    expect(() => parseConfig({ ...PRODUCTION, INBOUND_EMAIL_DOMAIN: "reply.example.org" })).toThrow(
      "INBOUND_EMAIL_SECRET",
    );
    expect(() => parseConfig({ ...PRODUCTION, INBOUND_EMAIL_SECRET: SECRET })).toThrow("INBOUND_EMAIL_DOMAIN");
  });
  test.each([
    ["INBOUND_EMAIL_DOMAIN", "https://reply.example.org"],
    ["INBOUND_EMAIL_SECRET", "short"],
    ["POSTMARK_WEBHOOK_SECRET", "has spaces in it, and a comma"],
    ["SES_TOPIC_ARNS", "arn:aws:sqs:eu-west-1:123456789012:queue"],
    ["MAIL_RETURN_PATH", "reply.example.org"],
  ])("refuses %s=%s and names it", (name, value) => {
    expect(() => parseConfig({ ...PRODUCTION, [name]: value })).toThrow(new RegExp(`- ${name} `));
  });
});
