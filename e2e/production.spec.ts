/** The product as an operator runs it: database, mail, object store and card provider are external services. */
import { expect, test } from "@playwright/test";
import { checkLedgerNow } from "#app/features/payments/server/ledger/check-ledger.ts";
import { closeDatabase, useDatabase } from "#app/platform/server/core/database.ts";
import { type OtlpDouble, type ReceivedSpan, startOtlpDouble } from "#boot/testing/otlp-double.ts";
import { seedCast } from "#db/seed/seed-cast.ts";
import { Client, DECLINED_CARD, manuscript, until } from "./client.ts";
import { BUCKET, type Outside, startOutside } from "./outside.ts";
import { type Product, freePort, startProduct } from "./product.ts";

/** A message's decoded text. */
const readable = (raw: string): string =>
  raw
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** A header with folded lines joined; null if it's missing. */
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
let collector: OtlpDouble;
let metricsPort: number;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  [outside, collector] = await Promise.all([startOutside(), startOtlpDouble()]);
  metricsPort = await freePort(2);
  product = await startProduct({
    env: {
      ...outside.env,
      METRICS_PORT: String(metricsPort),
      TRUSTED_PROXIES: "1",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: "200",
      // The collector is in this process, which is busy at times. By default a batch is dropped after ten seconds.
      OTEL_EXPORTER_OTLP_TIMEOUT: "60000",
      OTEL_BSP_EXPORT_TIMEOUT: "60000",
      OTEL_BSP_MAX_QUEUE_SIZE: "20000",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    },
    port: outside.port,
  });
  // Somebody must be available to edit, or no date can be promised.
  await seedCast(useDatabase(product.databaseUrl, 2), new Date());
  await closeDatabase();
});
test.afterAll(async () => {
  await product?.stop();
  await outside?.stop();
  await collector?.stop();
});

test("from sign-up by email to a paid order with its manuscript in the object store", async () => {
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

test("resends an email after a temporary refusal", async () => {
  outside.smtp.failNext(2);
  await new Client(product.url).signUp("Omar Said", "omar@example.org", "a long enough phrase 7");
  expect((await outside.smtp.mailTo("omar@example.org", 45_000)).subject).toMatch(/^Verify/);
});

test("a busy object store doesn't lose an upload", async () => {
  const visitor = new Client(product.url);
  const { name, bytes } = manuscript("busy", "soil");
  const { orderId } = await visitor.openDraft();
  outside.s3.failNext(2);
  expect((await visitor.upload(orderId, name, bytes)).state).toBe("counted");
});

test("accepts only the provider's signed events", async () => {
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

test("each process reports metrics on its own port", async () => {
  const visitor = new Client(product.url);
  expect((await visitor.get("/order/ord_00000000000000000000000000")).status).not.toBe(200);
  expect(await (await visitor.get("/readyz")).json()).toEqual({
    ok: true,
    database: true,
    live: true,
    jobs: true,
    storage: true,
    mail: true,
  });
  expect((await visitor.get("/metrics")).status, "not where visitors can reach them").toBe(404);
  /** The nonzero series. */
  const figures = async (port: number): Promise<string[]> =>
    (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
      .split("\n")
      .filter((line) => /^stet_[a-z_]+(?<!_bucket|_sum)\{/.test(line) && !line.endsWith(" 0"))
      .map((line) => line.replace(/ \S+$/, ""));
  useDatabase(product.databaseUrl, 2);
  await checkLedgerNow();
  await closeDatabase();
  const [web, worker] = await Promise.all([figures(metricsPort), figures(metricsPort + 1)]);
  const all = await (await fetch(`http://127.0.0.1:${metricsPort + 1}/metrics`)).text();
  expect(all, "the ledger was reconciled").toMatch(/^stet_ledger_checked_timestamp_seconds 1\d{9}/m);
  expect(all).toMatch(/^stet_ledger_differences 0$/m);
  expect(all).toMatch(/^stet_ledger_sum_cents 0$/m);
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

test("keeps a proxy's request id, and replaces any other", async () => {
  const idOf = async (given: string) =>
    (await fetch(`${product.url}/healthz`, { headers: { "x-request-id": given } })).headers.get("x-request-id");
  expect(await idOf("proxy-chose-this-1")).toBe("proxy-chose-this-1");
  expect(await idOf('"><script>alert(1)</script>')).toMatch(/^[0-9a-f]{12}$/);
  expect(await idOf("x")).toMatch(/^[0-9a-f]{12}$/);
});

test("a request's trace connects its command, queries, jobs, and calls, without anything about a person", async () => {
  test.setTimeout(120_000);
  const { spans } = collector;
  /** Whether a span is nested anywhere inside another. */
  const isInside = (span: ReceivedSpan, outer: ReceivedSpan): boolean => {
    for (let it: ReceivedSpan | undefined = span; it;) {
      if (it === outer) return true;
      const { parentSpanId, traceId }: ReceivedSpan = it;
      it = spans.find((one) => one.spanId === parentSpanId && one.traceId === traceId);
    }
    return false;
  };
  const withinAll = (name: string | RegExp, outer: readonly ReceivedSpan[]): ReceivedSpan[] =>
    spans.filter(
      (span) =>
        (typeof name === "string" ? span.name === name : name.test(span.name)) &&
        outer.some((it) => it !== span && isInside(span, it)),
    );
  const port = (url: string): number => Number(new URL(url).port);
  const requests = (name: string) => spans.filter((span) => span.kind === 2 && span.name === name);

  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const answer = await fetch(`${product.url}/my-payments`, {
    redirect: "manual",
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  });
  await until("the proxy's trace goes on", () => Promise.resolve(spans.some((it) => it.traceId === traceId)), 10_000);
  expect(spans.find((it) => it.traceId === traceId && it.kind === 2)).toMatchObject({
    name: "GET /my-payments",
    parentSpanId: "00f067aa0ba902b7",
    attributes: { "http.route": "/my-payments", "stet.request_id": answer.headers.get("x-request-id") },
    resource: { "service.name": "stet", "stet.role": "web", "deployment.environment.name": "test" },
  });

  // Placing the order: request, command, query, and the call to the card provider.
  const placed = requests("POST /order/new/form");
  expect(placed.length).toBeGreaterThan(0);
  const commands = withinAll(/^command /, placed);
  expect(commands.map((it) => it.name)).toContain("command order.quoted");
  expect(withinAll("INSERT facts", commands)[0]).toMatchObject({ kind: 3, resource: { "stet.role": "web" } });
  expect(withinAll("POST 127.0.0.1", placed).map((it) => it.attributes["server.port"])).toContain(
    port(outside.cards.url),
  );
  // The upload: the engine, and the object store.
  const uploads = spans.filter((it) => it.kind === 2 && it.attributes["http.request.method"] === "PATCH");
  expect(withinAll("engine inspect", uploads).length).toBeGreaterThan(0);
  expect(withinAll(/^PUT /, uploads).map((it) => it.attributes["server.port"])).toContain(port(outside.s3.url));
  // The provider's event: a worker's job, its reactions, and the email.
  const jobs = () => withinAll("job provider-event", requests("POST /api/webhooks/stripe"));
  const mails = () => withinAll("SMTP send", withinAll("job mail", withinAll("job reaction", jobs())));
  // Each process sends its spans in batches of its own, and one whose connection was closed is sent again later.
  await expect
    .poll(
      () => ({
        "POST /api/webhooks/stripe": requests("POST /api/webhooks/stripe").length > 0,
        "its job": jobs().length > 0,
        "the event's payment": withinAll(/^command payment\./, jobs()).length > 0,
        "its email": mails().length > 0,
        // What a failure shows to tell a lost span from one in another trace.
        found: spans
          .filter((it) => /webhooks|provider-event|^command payment|^job reaction|^job mail|SMTP/.test(it.name))
          .map((it) => `${it.name} ${it.traceId.slice(0, 6)} ${it.spanId} in ${it.parentSpanId ?? "none"}`),
      }),
      { timeout: 60_000 },
    )
    .toEqual({
      "POST /api/webhooks/stripe": true,
      "its job": true,
      "the event's payment": true,
      "its email": true,
      found: expect.any(Array) as string[],
    });
  expect(jobs()[0]).toMatchObject({ kind: 5, resource: { "stet.role": "worker" } });
  expect(spans.filter((it) => it.name === "SMTP send" && it.failed).length, "including the ones refused for now").toBe(
    2,
  );

  expect(collector.refused).toEqual([]);
  for (const span of spans.filter((it) => it.kind === 2))
    expect(span.attributes["stet.request_id"]).toMatch(/^[\w.-]{8,64}$/);
  const keys = new Set(spans.flatMap((it) => Object.keys(it.attributes)));
  expect([...keys].filter((key) => !/^(?:http|server|db|error|stet)\./.test(key))).toEqual([]);
  const said = JSON.stringify(spans.map(({ name, attributes }) => [name, attributes]));
  expect(said, "no names, no addresses, no ids, no titles").not.toMatch(
    /leila|omar|@|(?:usr|ord|fil|eml|pay|doc)_|vaccination|production |phrase/i,
  );
});
