/**
 * A process with many listeners on one server: plain sockets, so a listener costs as little as possible and the same
 * for every server. Reports when each of them has received an announcement.
 */
import { randomBytes } from "node:crypto";
import { type Socket, connect } from "node:net";

/** How to listen: an event stream, or a subscription to Parse's LiveQuery over a WebSocket. */
export type Protocol = "events" | "parse";
export type Order =
  | { open: { port: number; protocol: Protocol; count: number } }
  | { listen: { title: string } }
  | { close: true };

/** A WebSocket text frame as clients send it: masked. */
function frame(text: string): Buffer {
  const body = Buffer.from(text);
  if (body.length > 65_535) throw new Error("The frame is too long.");
  const head =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length])
      : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255]);
  const mask = randomBytes(4);
  for (let i = 0; i < body.length; i++) body[i]! ^= mask[i & 3]!;
  return Buffer.concat([head, mask, body]);
}

const PING = 0x89;

/** Resolves when the listener is subscribed. @param hear receives every chunk after that */
function open(port: number, protocol: Protocol, n: number, hear: (chunk: Buffer) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(
        protocol === "events"
          ? `GET /?uid=usr_${n} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n`
          : `GET / HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
      );
    });
    socket.setNoDelay(true);
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("The server closed a listener's connection.")));
    let subscribed = false;
    socket.on("data", (chunk: Buffer) => {
      if (subscribed) {
        // An empty ping asks for an empty pong.
        if (protocol === "parse" && chunk[0] === PING) socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));
        hear(chunk);
        return;
      }
      if (protocol === "events" || chunk.includes('"op":"subscribed"')) {
        subscribed = true;
        resolve(socket);
      } else if (chunk.includes("101 Switching Protocols"))
        socket.write(frame(JSON.stringify({ op: "connect", applicationId: "peers" })));
      else if (chunk.includes('"op":"connected"'))
        socket.write(
          frame(
            JSON.stringify({
              op: "subscribe",
              requestId: 1,
              query: { className: "Announcement", where: { audience: "global" } },
            }),
          ),
        );
      else if (chunk.includes('"op":"error"')) reject(new Error(`The subscription was refused: ${chunk.toString()}`));
    });
  });
}

const sockets: Socket[] = [];
let title = "";
let arrived: number[] = [];

function hear(chunk: Buffer): void {
  if (title === "" || !chunk.includes(title)) return;
  arrived.push(performance.timeOrigin + performance.now());
  if (arrived.length === sockets.length) process.send!({ arrived });
}

async function obey(order: Order): Promise<void> {
  if ("open" in order) {
    const { port, protocol, count } = order.open;
    for (let n = 0; n < count; n += 50)
      sockets.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(50, count - n) }, (_, i) => open(port, protocol, n + i, hear)),
        )),
      );
    process.send!({ opened: sockets.length });
  } else if ("listen" in order) {
    arrived = [];
    ({ title } = order.listen);
    process.send!({ listening: title });
  } else {
    for (const socket of sockets.splice(0)) socket.destroy();
    process.send!({ closed: true });
  }
}

if (import.meta.main) {
  // The parent process is gone, so nothing else would stop this one.
  process.once("disconnect", () => process.exit(0));
  process.on("message", (order: Order) => {
    obey(order).catch((error: unknown) => process.send!({ failed: String(error) }));
  });
}
