/** The same product as an operator runs it: database, mail, object store and card provider are services outside it. */
import { expect, test } from "@playwright/test";
import { closeDatabase, useDatabase } from "#app/platform/server/core/database.ts";
import { seedCast } from "#db/seed/seed-cast.ts";
import { Client, DECLINED_CARD, manuscript, until } from "./client.ts";
import { BUCKET, type Outside, startOutside } from "./outside.ts";
import { type Product, freePort, startProduct } from "./product.ts";

/** The text of a message as it came over the wire. */
const readable = (raw: string): string =>
  raw
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** A header with its folded lines joined; null where there is none. */
function headerOf(raw: string, name: string): string | null {
  const head = raw.split(/\r?\n\r?\n/, 1)[0]!.replaceAll(/\r?\n[ \t]+/g, " ");
  return (
    head
      .split(/\r?\n/)
      .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
      ?.slice(name.length + 1)
      .trim() ?? null
  );
}

let outside: Outside;
let product: Product;
let metricsPort: number;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  outside = await startOutside();
  metricsPort = await freePort(2);
  product = await startProduct({
    env: { ...outside.env, METRICS_PORT: String(metricsPort), TRUSTED_PROXIES: "1" },
    port: outside.port,
  });
  // Somebody must be there to edit, or no date can be promised.
  await seedCast(useDatabase(product.databaseUrl, 2), new Date());
  await closeDatabase();
});
test.afterAll(async () => {
  await product?.stop();
  await outside?.stop();
});

test("from sign-up by a letter to a paid order whose manuscript lies in the object store", async () => {
  const author = new Client(product.url);
  const email = "leila@example.org";
  await author.signUp("Leila Farahani", email, "a long enough phrase 7");
  expect((await author.get("/my-payments")).headers.get("location"), "not before the address is verified").toContain(
    "/signup",
  );
  const letter = await outside.smtp.mailTo(email, 20_000);
  expect(letter.subject).toMatch(/^Verify your email address/);
  await author.verify(readable(letter.raw));
  expect((await author.get("/my-payments")).status).toBe(200);

  const { name, bytes } = manuscript("production");
  const { orderId, file } = await author.dropManuscript(bytes, name);
  expect(file).toMatchObject({ name, state: "counted" });
  expect(file.receipt!.words).toBeGreaterThan(150);
  const stored = outside.s3.objects.get(`${BUCKET}/${file.id}`);
  expect(stored?.body.equals(bytes), "the object is the manuscript, byte for byte").toBe(true);
  expect(outside.s3.openUploads()).toBe(0);
  const back = await author.get(`/api/files/${file.id}/download`);
  expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true);

  await author.saveChoices(orderId);
  const checkout = await author.place(orderId);
  expect(new URL(checkout).origin, "the provider's own page").toBe(outside.cards.url);
  expect(await author.payAt(checkout, DECLINED_CARD)).toBe("declined");
  expect(await author.payAt(checkout)).toBe("paid");
  await author.waitUntilPaid(orderId);

  const payments = await (await author.get("/my-payments")).text();
  const invoice = /\/api\/invoices\/doc_\w+\/pdf/.exec(payments)?.[0];
  expect(invoice, "an invoice is on the page of payments").toBeTruthy();
  const pdf = await author.get(invoice!);
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  await until(
    "the email about the payment",
    () => Promise.resolve(outside.smtp.mails.some((mail) => mail.to.includes(email) && !/Verify/.test(mail.subject))),
    20_000,
  );
  const paid = outside.smtp.mails.find((mail) => mail.to.includes(email) && !/Verify/.test(mail.subject))!;
  expect(headerOf(letter.raw, "List-Unsubscribe"), "an email about the account has no unsubscribe link").toBeNull();
  expect(headerOf(paid.raw, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  const end = headerOf(paid.raw, "List-Unsubscribe")!.replaceAll(/[<>\s]/g, "");
  const oneClick = await fetch(end, {
    method: "POST",
    body: "List-Unsubscribe=One-Click",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" },
  });
  expect(oneClick.status, "as a mail client does it: cross-site, without a session").toBe(200);
  expect(await (await fetch(end)).text()).toContain("You&#39;re not subscribed");
});

test("a letter that the mail server refuses for now is sent again", async () => {
  outside.smtp.failNext(2);
  await new Client(product.url).signUp("Omar Said", "omar@example.org", "a long enough phrase 7");
  expect((await outside.smtp.mailTo("omar@example.org", 45_000)).subject).toMatch(/^Verify/);
});

test("a busy object store does not lose an upload", async () => {
  const visitor = new Client(product.url);
  const { name, bytes } = manuscript("busy", "soil");
  const { orderId } = await visitor.openDraft();
  outside.s3.failNext(2);
  expect((await visitor.upload(orderId, name, bytes)).state).toBe("counted");
});

test("only signed events of the provider are heard", async () => {
  const event = JSON.stringify({
    id: "evt_forged",
    object: "event",
    type: "checkout.session.completed",
    data: { object: {} },
  });
  const post = (headers: Record<string, string>) =>
    fetch(`${product.url}/api/webhooks/stripe`, {
      method: "POST",
      body: event,
      headers: { "content-type": "application/json", ...headers },
    });
  expect([400, 422]).toContain((await post({})).status);
  expect([400, 422]).toContain(
    (await post({ "stripe-signature": `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}` })).status,
  );
});

test("each process tells Prometheus what it does, on a port of its own", async () => {
  const visitor = new Client(product.url);
  expect((await visitor.get("/order/ord_00000000000000000000000000")).status).not.toBe(200);
  expect(await (await visitor.get("/readyz")).json()).toEqual({ ok: true, database: true, live: true, jobs: true });
  expect((await visitor.get("/metrics")).status, "not where visitors are").toBe(404);
  /** The series that aren't zero. */
  const figures = async (port: number): Promise<string[]> =>
    (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
      .split("\n")
      .filter((line) => /^stet_[a-z_]+(?<!_bucket|_sum)\{/.test(line) && !line.endsWith(" 0"))
      .map((line) => line.replace(/ \S+$/, ""));
  const [web, worker] = await Promise.all([figures(metricsPort), figures(metricsPort + 1)]);
  expect(web).toEqual(
    expect.arrayContaining([
      'stet_http_request_seconds_count{method="GET",route="/my-payments",status="200"}',
      expect.stringMatching(
        /^stet_http_request_seconds_count\{method="GET",route="\/order\/:orderId",status="[34]\d\d"\}$/,
      ),
      'stet_engine_seconds_count{task="inspect"}',
    ]),
  );
  expect(worker).toEqual(
    expect.arrayContaining(['stet_emails_total{result="sent"}', 'stet_emails_total{result="failed"}']),
  );
  expect([...web, ...worker].join("\n"), "no names, no ids").not.toMatch(/leila|omar|ord_/);
});

test("a proxy's id for a request is kept, and anything else gets a new one", async () => {
  const idOf = async (given: string) =>
    (await fetch(`${product.url}/healthz`, { headers: { "x-request-id": given } })).headers.get("x-request-id");
  expect(await idOf("proxy-chose-this-1")).toBe("proxy-chose-this-1");
  expect(await idOf('"><script>alert(1)</script>')).toMatch(/^[0-9a-f]{12}$/);
  expect(await idOf("x")).toMatch(/^[0-9a-f]{12}$/);
});
