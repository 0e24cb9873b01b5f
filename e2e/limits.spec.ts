/**
 * What the product's edge withstands: forged addresses, endless bodies. Over real sockets, on a separate installation.
 */
import { readFileSync } from "node:fs";
import { type IncomingMessage, createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { type Outside, startOutside } from "./outside.ts";
import { type Product, startProduct } from "./product.ts";

const MB = 1024 * 1024;
/** Only this address is one of our proxies. On Linux, all of 127.0.0.0/8 is this machine. */
const PROXY = "127.0.0.3";
const JSON_TYPE = { "content-type": "application/json" };

let outside: Outside;
let product: Product;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  outside = await startOutside();
  product = await startProduct({
    port: outside.port,
    env: { ...outside.env, TRUSTED_PROXIES: PROXY, HUMAN_CHECK: "off" },
  });
});
test.afterAll(async () => {
  await product?.stop();
  await outside?.stop();
});

type Sent = { from?: string; port?: number; headers?: Record<string, string>; body?: string; method?: string };

/** One request on a new connection, from an address of this machine. @returns its status */
function send(path: string, { from = "127.0.0.1", port = outside.port, headers = {}, body, method }: Sent = {}) {
  return new Promise<number>((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        localAddress: from,
        path,
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: { host: `localhost:${outside.port}`, connection: "close", ...headers },
      },
      (answer) => {
        answer.resume();
        answer.once("end", () => resolve(answer.statusCode!));
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });
}

let nth = 0;
/** Requests a password reset for an unknown address. */
const askReset = (sent: Sent = {}) =>
  send("/api/auth/request-password-reset", {
    ...sent,
    headers: { ...JSON_TYPE, ...sent.headers },
    body: JSON.stringify({ email: `nobody${(nth += 1)}@example.org`, redirectTo: "/signin/reset" }),
  });

/** How many of a hundred are accepted. Each response is slow on purpose, so ten are sent at once. */
async function letThrough(sent: (n: number) => Sent): Promise<number> {
  let through = 0;
  for (let n = 0; n < 100; n += 10) {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => askReset(sent(n + i))));
    const refused = answers.filter((status) => status === 429).length;
    through += answers.length - refused;
    if (refused > 0) break;
  }
  return through;
}

test("tries are counted by the connection's address, whatever X-Forwarded-For says", async () => {
  expect(await letThrough((n) => ({ headers: { "x-forwarded-for": `198.51.100.${n}, 203.0.113.${n}` } }))).toBe(30);
  expect(await askReset(), "without the header it is the same visitor").toBe(429);
  expect(await askReset({ from: "127.0.0.2" }), "another visitor").toBe(200);
  expect(await askReset({ from: "127.0.0.2", headers: { "x-forwarded-for": "127.0.0.1" } })).toBe(200);
});

test("behind a trusted proxy, tries are counted by the address that the proxy saw", async () => {
  // The proxy's client address. The test sends it in a header.
  const proxy = createServer((incoming, outgoing) => {
    const before = incoming.headers["x-forwarded-for"];
    const seen = String(incoming.headers["x-test-peer"]);
    const passed = request(
      {
        host: "127.0.0.1",
        port: outside.port,
        localAddress: PROXY,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, "x-forwarded-for": before ? `${String(before)}, ${seen}` : seen },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  try {
    const from = (peer: string, before?: string): Sent => ({
      port,
      headers: { "x-test-peer": peer, ...(before ? { "x-forwarded-for": before } : {}) },
    });
    expect(await letThrough((n) => from("192.0.2.1", `198.51.100.${n}`))).toBe(30);
    expect(await askReset(from("192.0.2.1"))).toBe(429);
    expect(await askReset(from("192.0.2.2"))).toBe(200);
    expect(await letThrough((n) => from(`2001:db8:5:5::${n + 1}`))).toBe(30);
    expect(await askReset(from("2001:db8:5:6::1"))).toBe(200);
  } finally {
    proxy.close();
  }
});

/** Resident memory of the web process, in MB. */
const memory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.pids().web[0]}/status`, "utf8"))![1]) / 1024;

/** Streams this many bytes in chunks, without a declared length. @returns the response's status */
function stream(path: string, bytes: number, headers: Record<string, string>): Promise<{ status: number }> {
  return new Promise((resolve) => {
    const part = Buffer.alloc(64 * 1024, "a");
    let sent = 0;
    let status = 0;
    const out = request({
      host: "127.0.0.1",
      port: outside.port,
      path,
      method: "POST",
      headers: { host: `localhost:${outside.port}`, "transfer-encoding": "chunked", ...headers },
    });
    out.once("response", (answer: IncomingMessage) => {
      status = answer.statusCode!;
      answer.resume();
    });
    const done = () => resolve({ status });
    out.once("close", done);
    out.on("error", () => {});
    const more = () => {
      while (!out.destroyed && sent < bytes) {
        sent += part.length;
        if (!out.write(part)) return void out.once("drain", more);
      }
      if (!out.destroyed) out.end();
    };
    more();
  });
}

const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };
const FILES = { "content-type": "multipart/form-data; boundary=x" };
const OPEN: [path: string, headers: Record<string, string>][] = [
  ["/contact", FORM_TYPE],
  ["/contact.data", FORM_TYPE],
  ["/signin", FORM_TYPE],
  ["/signup", FORM_TYPE],
  ["/order/new", FILES],
  ["/api/webhooks/stripe", JSON_TYPE],
  ["/api/chat", JSON_TYPE],
  ["/api/call/quote", JSON_TYPE],
  ["/api/auth/sign-in/email", JSON_TYPE],
];
/** Answered without reading the body. */
const UNREAD = [
  "/no-such-page",
  "/healthz",
  "/order/some-order",
  "/api/files/some-file",
  "/api/attachments",
  "/api/drafts",
];

test("150 MB streamed to any open URL is answered with 413, takes little memory, and others are still served", async () => {
  test.setTimeout(180_000);
  // Memory for the code's first use doesn't count as the body's.
  for (const [path, headers] of OPEN) await send(path, { headers, body: "{}" });
  for (const [path, headers] of OPEN) await stream(path, 8 * MB, headers);
  for (const path of UNREAD) await stream(path, 8 * MB, FORM_TYPE);
  const before = memory();
  let most = before;
  let served = 0;
  let over = false;
  const watch = (async () => {
    while (!over) {
      expect(await send("/healthz")).toBe(200);
      served += 1;
      most = Math.max(most, memory());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const answers: Record<string, number> = {};
  for (const [path, headers] of OPEN) answers[path] = (await stream(path, 150 * MB, headers)).status;
  for (const path of UNREAD) expect((await stream(path, 150 * MB, FORM_TYPE)).status, path).toBeLessThan(500);
  over = true;
  await watch;
  expect(answers).toEqual(Object.fromEntries(OPEN.map(([path]) => [path, 413])));
  expect(Math.round(most - before), "MB of memory").toBeLessThan(60);
  expect(served, "answers to others").toBeGreaterThan(OPEN.length);
});

test("a declared size above the limit is refused before anything is sent", async () => {
  for (const path of ["/contact", "/api/webhooks/stripe", "/order/new"]) {
    const socket = connect(outside.port, "127.0.0.1");
    let text = "";
    socket.on("data", (data) => (text += String(data)));
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: localhost:${outside.port}\r\ncontent-type: text/plain\r\ncontent-length: ${150 * MB}\r\n\r\n`,
    );
    await closed;
    expect(text, path).toMatch(/^HTTP\/1\.1 413 /);
    expect(text, path).toContain("more than the");
  }
});

test("visitors of one network can start a limited number of drafts and uploads", async () => {
  test.setTimeout(180_000);
  const from = "127.0.0.9";
  const origin = `http://localhost:${outside.port}`;
  const post = (path: string, headers: Record<string, string>) =>
    new Promise<{ status: number; cookie: string; text: string }>((resolve, reject) => {
      const sent = request(
        {
          host: "127.0.0.1",
          port: outside.port,
          localAddress: from,
          path,
          method: "POST",
          headers: {
            host: `localhost:${outside.port}`,
            connection: "close",
            origin,
            "content-length": "0",
            ...headers,
          },
        },
        (answer) => {
          let text = "";
          answer.on("data", (data) => (text += String(data)));
          answer.once("end", () =>
            resolve({
              status: answer.statusCode!,
              cookie: (answer.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; "),
              text,
            }),
          );
        },
      );
      sent.once("error", reject);
      sent.end();
    });

  const database = new pg.Client(product.databaseUrl);
  await database.connect();
  await database.query(
    `insert into shop (id, "openedAt", "changedAt") values (1, now(), now()) on conflict (id) do update set "openedAt" = now()`,
  );
  await database.end();
  const drafts: { cookie: string; orderId: string }[] = [];
  const refused: number[] = [];
  for (let n = 0; n < 60; n += 1) {
    const { status, cookie, text } = await post("/api/drafts", { "x-forwarded-for": `198.51.100.${n}` });
    if (status === 200) drafts.push({ cookie, ...(JSON.parse(text) as { orderId: string }) });
    else refused.push(status);
  }
  expect(drafts).toHaveLength(30);
  expect(new Set(refused)).toEqual(new Set([429]));

  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const answers: Record<number, number> = {};
  for (let n = 0; n < 90; n += 1) {
    const { cookie, orderId } = drafts[n % 30]!;
    const { status } = await post("/api/files", {
      cookie,
      "tus-resumable": "1.0.0",
      "upload-length": String(100 * MB),
      "upload-metadata": `orderId ${base64(orderId)},purpose ${base64("source")},filename ${base64("a.docx")}`,
    });
    answers[status] = (answers[status] ?? 0) + 1;
  }
  expect(answers).toEqual({ 201: 20, 413: 70 });
});

test("a request with two Host headers is refused, whichever comes first", async () => {
  const ours = `localhost:${outside.port}`;
  for (const [hosts, status] of [
    [[ours], 200],
    [[ours, "evil.example"], 400],
    [["evil.example", ours], 400],
    [[ours, ours], 400],
  ] as const) {
    const socket = connect(outside.port, "127.0.0.1");
    let text = "";
    socket.on("data", (data) => (text += String(data)));
    socket.write(
      `GET /healthz HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join("")}Connection: close\r\n\r\n`,
    );
    await new Promise<void>((resolve) => socket.once("close", () => resolve()));
    expect([hosts, text.split("\r\n")[0]]).toEqual([hosts, expect.stringContaining(`HTTP/1.1 ${status} `)]);
  }
});
