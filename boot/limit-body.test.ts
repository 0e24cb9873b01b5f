import { type RequestListener, createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { afterEach, expect, test } from "vitest";
import { type BodyLimit, limitBody } from "./limit-body.ts";

const servers: { close(): void; closeAllConnections(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** An application behind the limit, which records what it read. @returns its port and the record */
async function serve(
  limit: BodyLimit,
  fetch?: (request: Request) => Promise<Response>,
): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = [];
  const answer = getRequestListener(
    fetch ??
      (async (request) => {
        const text = await request.text().catch(() => "cut short");
        heard.push(text);
        return new Response(`read ${text.length}`, { headers: { "x-application": "1" } });
      }),
    { overrideGlobalObjects: false },
  ) as RequestListener;
  const server = createServer((request, response) => {
    const refuse = async (status: number) => ({ headers: {}, body: `refused ${status}` });
    limitBody(request, response, limit, refuse, () => answer(request, response));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, heard };
}

/** Writes parts to a socket and reads until the other side closes. @returns the response, and when it closed */
async function converse(port: number, parts: string[], pauseMs = 0): Promise<{ text: string; ms: number }> {
  const socket = connect(port, "127.0.0.1");
  const began = Date.now();
  let text = "";
  socket.on("data", (data) => (text += String(data)));
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  for (const part of parts) {
    if (socket.destroyed) break;
    socket.write(part);
    await sleep(pauseMs);
  }
  await closed;
  return { text, ms: Date.now() - began };
}

const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`;
const CHUNKED = "POST /a HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n";
const declared = (bytes: number, more = "") => `POST /a HTTP/1.1\r\nhost: a\r\n${more}content-length: ${bytes}\r\n\r\n`;

test("bodies within the limit arrive complete, several on one connection", async () => {
  const { port } = await serve({ bytes: 10, ms: 5_000 });
  const { text } = await converse(port, [
    `${declared(10)}${"x".repeat(10)}`,
    `${CHUNKED}${chunk(4)}${chunk(6)}0\r\n\r\n`,
    `${declared(3, "connection: close\r\n")}abc`,
  ]);
  expect(text.match(/read \d+/g)).toEqual(["read 10", "read 10", "read 3"]);
});

test("refuses a declared size above the limit before the body is sent, and closes the connection", async () => {
  const { port, heard } = await serve({ bytes: 10, ms: 60_000 });
  const { text, ms } = await converse(port, [declared(11)]);
  expect(text).toMatch(/^HTTP\/1\.1 413 /);
  expect(text.toLowerCase()).toContain("connection: close");
  expect(text).toMatch(/refused 413$/);
  expect(heard).toEqual([]);
  expect(ms, "not at the limit of time").toBeLessThan(50_000);
});

test("the application is asked when a small body is complete, or when a large one waits to be read", async () => {
  let asked = 0;
  const { port } = await serve({ bytes: 1_000_000, ms: 30_000 }, async (request) => {
    asked += 1;
    return new Response(`read ${(await request.arrayBuffer()).byteLength}`);
  });
  const small = connect(port, "127.0.0.1");
  small.write(`${declared(4)}abc`);
  await sleep(300);
  expect(asked).toBe(0);
  small.write("d");
  await expect.poll(() => asked).toBe(1);
  small.destroy();
  const { text } = await converse(port, [declared(300_000, "connection: close\r\n"), "x".repeat(300_000)]);
  expect(text).toMatch(/read 300000$/);
  const large = connect(port, "127.0.0.1");
  large.write(declared(300_000) + "x".repeat(200_000));
  await expect.poll(() => asked).toBe(3);
  large.destroy();
});

test("refuses an undeclared body at the first byte over the limit, whatever the application answers later", async () => {
  const { port, heard } = await serve({ bytes: 100_000, ms: 5_000 });
  const { text } = await converse(port, [CHUNKED, chunk(90_000), chunk(9_000), chunk(9_000)], 20);
  expect(text).toMatch(/^HTTP\/1\.1 413 /);
  expect(text).toMatch(/refused 413$/);
  expect(text).not.toContain("x-application");
  await expect.poll(() => heard).toEqual(["cut short"]);
});

test("a client that's still sending gets the answer before the connection closes", async () => {
  const { port } = await serve({ bytes: 10, ms: 5_000 });
  const { text } = await converse(port, [CHUNKED, ...Array.from({ length: 50 }, () => chunk(100_000))], 5);
  expect(text).toMatch(/refused 413$/);
});

test("cuts off a body that trickles in, without asking the application", async () => {
  const { port, heard } = await serve({ bytes: 1_000, ms: 300 });
  const { text } = await converse(port, [declared(100), ...Array.from({ length: 60 }, () => "x")], 50);
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(heard).toEqual([]);
});

test("closes the connection even if the application ignores the abort and never answers", async () => {
  const { port } = await serve({ bytes: 100_000, ms: 60_000 }, async (request) => {
    await request.text().catch(() => "");
    return new Promise<Response>(() => {});
  });
  const { text, ms } = await converse(port, [CHUNKED, chunk(90_000), chunk(11_000)], 20);
  expect(text).toMatch(/^HTTP\/1\.1 413 /);
  expect(ms, "not at the limit of time").toBeLessThan(50_000);
});
