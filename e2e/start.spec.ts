/** What a start says about wrong settings, what exists in which mode, and that data is kept. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { removeDataFolder } from "#boot/testing/data-folder.ts";
import { Client, manuscript } from "./client.ts";
import { type Outside, startOutside } from "./outside.ts";
import { type FirstStart, followFirstStart } from "./first-start.ts";
import { freePort, newFolder, preparedFolder, runUntilEnd, seenFirstStart, startProduct } from "./product.ts";

// Each test starts its own product.
test.describe.configure({ mode: "parallel" });

test.describe("with an external database", () => {
  let outside: Outside;
  test.beforeAll(async () => {
    outside = await startOutside();
  });
  test.afterAll(() => outside.stop());

  test("every missing setting is named at once and explained, and nothing is left running", async () => {
    const { code, output } = await runUntilEnd({ env: { DATABASE_URL: outside.env["DATABASE_URL"]! } });
    expect(code).toBe(1);
    for (const name of [
      "APP_SECRET",
      "STRIPE_SECRET_KEY",
      "STRIPE_WEBHOOK_SECRET",
      "SMTP_URL",
      "MAIL_FROM",
      "PUBLIC_URL",
      "DEBTOR_IBAN",
      "DEBTOR_BIC",
    ])
      expect(output).toContain(`- ${name} is missing: `);
    expect(output).not.toContain("at parseConfig");
  });

  for (const name of ["APP_SECRET", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "SMTP_URL"])
    test(`it doesn't start without ${name}, and says so`, async () => {
      const { [name]: _left, ...env } = outside.env;
      // With two processes, only one of them reports it.
      const { code, output } = await runUntilEnd({ env, oneProcess: name !== "APP_SECRET" });
      expect(code).toBe(1);
      expect(output).toContain(`Invalid configuration:\n- ${name} is missing: `);
      expect(output.match(/is missing/g)).toHaveLength(1);
    });

  test("a database that can't be used ends the start with one sentence, without a stack", async () => {
    const existing = outside.env["DATABASE_URL"]!;
    for (const [url, said] of [
      ["postgres://nobody@127.0.0.1:1/none", "No PostgreSQL answers at 127.0.0.1:1 (ECONNREFUSED)."],
      [existing.replace("/own?", "/nope?"), 'The server has no database "nope". Create it: create database nope owner'],
      ["garbage", "DATABASE_URL must be a PostgreSQL connection string, e.g. postgres://"],
    ] as const) {
      const { code, output } = await runUntilEnd({ env: { ...outside.env, DATABASE_URL: url }, oneProcess: true });
      expect(code).toBe(1);
      expect(output).toContain(said);
      expect(output, "no stack").not.toMatch(/^\s+at /m);
      expect(output, "once").not.toContain("initialization failed");
    }
  });

  test("keys that the data wasn't encrypted with end the start", async () => {
    const product = await startProduct({ env: outside.env, port: outside.port, oneProcess: true });
    await product.stop();
    const ENCRYPTION_KEYS = `1:${Buffer.alloc(32, "another").toString("base64")}`;
    const { code, output } = await runUntilEnd({ env: { ...outside.env, ENCRYPTION_KEYS } });
    expect(code).toBe(1);
    expect(output).toContain("ENCRYPTION_KEYS has another key for version 1");
    expect(output.match(/ENCRYPTION_KEYS has/g), "one process reports it").toHaveLength(1);
  });

  test("an empty setting counts as missing", async () => {
    const { code, output } = await runUntilEnd({ env: { ...outside.env, SMTP_URL: "" }, oneProcess: true });
    expect(code).toBe(1);
    expect(output).toContain("SMTP_URL is missing");
  });

  test("a drill shows on every page that it's a copy, runs no jobs, and sends nothing", async () => {
    const { STRIPE_SECRET_KEY: _key, STRIPE_WEBHOOK_SECRET: _secret, ...env } = outside.env;
    const product = await startProduct({ env: { ...env, DRILL: "1" }, port: outside.port });
    try {
      expect(product.output()).toContain("DRILL=1: this copy runs no jobs");
      const visitor = new Client(product.url);
      const before = outside.smtp.mails.length;
      await visitor.signUp("Leila Farahani", "leila@example.org", "a long enough phrase 7");
      // Somebody who isn't signed in: who hasn't verified their address is sent back to that.
      const reader = new Client(product.url);
      for (const address of ["/", "/pricing", "/signin", "/nowhere"])
        expect(await (await reader.get(address)).text(), address).toContain("Practice copy: this is a restored backup");
      await sleep(3_000);
      expect(outside.smtp.mails).toHaveLength(before);
    } finally {
      await product.stop();
    }
  });

  test("the demo world is refused", async () => {
    const { code, output } = await runUntilEnd({ env: { ...outside.env, DEMO: "1" }, oneProcess: true });
    expect(code).toBe(1);
    expect(output).toContain("DEMO=1 is only for the embedded database: unset DEMO, or unset DATABASE_URL");
  });

  test("there's nothing of the demo: no mailbox, no card sandbox, no movable clock, no cast", async () => {
    const product = await startProduct({ env: outside.env, port: outside.port });
    try {
      const visitor = new Client(product.url);
      expect((await visitor.get("/healthz")).status).toBe(200);
      for (const address of ["/auth/mailbox", "/checkout/sandbox/cs_test_x", "/checkout/sandbox/style.css"])
        expect((await visitor.get(address)).status, address).toBe(404);
      expect((await visitor.post("/api/demo/clock", { advanceMs: 1_000 })).status).toBe(404);
      const signIn = await visitor.form("/signin", { email: "admin@demo.test", password: "demo-password" });
      expect(signIn.status).toBeGreaterThanOrEqual(400);
      expect(await (await visitor.get("/signin")).text()).not.toContain("demo-password");
      expect(existsSync(path.join(product.dataDir, "pg")), "no embedded database is created").toBe(false);
      expect(product.output()).not.toContain("demo-password");
    } finally {
      await product.stop();
    }
  });
});

test("PORT and DATA_DIR are honored, and a second start finds the first one's data", async () => {
  test.slow();
  const dataDir = preparedFolder();
  const port = await freePort();
  try {
    const first = await startProduct({ dataDir, port });
    const visitor = new Client(first.url);
    const { name, bytes } = manuscript("kept");
    const { file } = await visitor.dropManuscript(bytes, name);
    expect(file.state).toBe("counted");
    const person = await new Client(first.url).signIn("client@demo.test");
    await first.stop();
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(["pg", "files", "secret"]));
    expect(existsSync(path.join(dataDir, "files", file.id))).toBe(true);
    await expect(fetch(first.url)).rejects.toThrow();

    const again = await startProduct({ dataDir, port: await freePort() });
    try {
      expect(await visitor.at(again.url).json(`/api/files/${file.id}`)).toMatchObject({
        file: { name, state: "counted" },
      });
      expect((await person.at(again.url).get("/notifications")).status, "the earlier session").toBe(200);
    } finally {
      await again.stop();
    }
  } finally {
    removeDataFolder(dataDir);
  }
});

test("public pages are served while the demo orders are created, and everything else waits", async () => {
  test.setTimeout(240_000);
  const seen = seenFirstStart() ?? (await seeFirstStart());
  expect(seen.home.status).toBe(200);
  expect(seen.home.text).toContain("</html>");
  expect(seen.saidByThen, "the orders are still being created").not.toContain("Demo orders made");
  // Signing in and the list of orders wait, and then nothing is missing.
  expect(seen.signIn).toBe(302);
  expect(seen.saidInTheEnd).toContain("Demo orders made");
  const orders = (html: string) => new Set(html.match(/ord_[0-9a-z]{26}/g));
  expect(orders(seen.orders).size).toBeGreaterThan(5);
  expect(orders(seen.orders)).toEqual(orders(seen.ordersInTheEnd));
});

/** If no main product created the demo world. */
async function seeFirstStart(): Promise<FirstStart> {
  const product = await startProduct({ dataDir: newFolder(), until: "Stet is at " });
  try {
    return await followFirstStart(product);
  } finally {
    await product.stop();
    removeDataFolder(product.dataDir);
  }
}
