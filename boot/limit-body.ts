/** Limits the size and duration of request bodies, before anything else reads them. */
import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";

/** What one address accepts. */
export type BodyLimit = {
  bytes: number;
  /** The whole body must arrive within this time, in milliseconds. */
  ms: number;
  /** Written to storage as it arrives, so it takes no memory. */
  streamed?: boolean;
};
export type Refusal = { headers: Record<string, string>; body: string };
/** The response: 413 too large, 408 too slow, 503 too many at once. */
export type Refuse = (status: 413 | 408 | 503, url: string) => Promise<Refusal>;

/** A client that sends nothing for this long is disconnected. */
const SILENCE_MS = 30_000;
/** After a refusal, the rest is discarded for a moment, because closing at once could lose the response. */
const LINGER_MS = 1_500;
/** The maximum total size of large bodies in memory at once. */
const MOST_HELD = 128 * 1024 * 1024;
/** Bodies up to this size don't count toward it. */
const SMALL = 1024 * 1024;

let held = 0;

/**
 * Counts a request's bytes as they arrive. Beyond the limit, the caller is told, the connection closes, and the
 * application's later response is discarded.
 * @param arrived called once the request can be answered: its body is complete, or no more of it comes before somebody
 * reads it. Never called for one that's refused by its headers.
 */
export function limitBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: BodyLimit,
  refuse: Refuse,
  arrived: () => void,
): void {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared === 0 && request.headers["transfer-encoding"] === undefined) {
    arrived();
    return;
  }

  let bytes = 0;
  let mine = 0;
  let refused = false;
  let hasArrived = false;
  // Node's parser calls it otherwise, in no request's context: traces would lose what was done for it.
  const inContext = AsyncResource.bind(arrived);
  let watching = true;
  const counted = !limit.streamed && limit.bytes > SMALL;
  const push = request.push.bind(request);
  const { socket } = request;

  const end = (status: 413 | 408 | 503): void => {
    if (refused) return;
    refused = true;
    stopWatch();
    const linger = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once("close", () => clearTimeout(linger));
    // A response that has already started is left alone.
    if (!response.headersSent) void answer(response, status, refuse(status, request.url ?? "/"));
  };

  const silence = setTimeout(() => {
    // Bytes that the application hasn't read yet aren't the client's delay.
    if (request.readableLength >= request.readableHighWaterMark) silence.refresh();
    else end(408);
  }, SILENCE_MS);
  const whole = setTimeout(() => end(408), limit.ms);
  const stopWatch = (): void => {
    watching = false;
    clearTimeout(silence);
    clearTimeout(whole);
  };
  response.once("close", () => {
    stopWatch();
    held -= mine;
    mine = 0;
  });

  const arrive = (): void => {
    if (hasArrived) return;
    hasArrived = true;
    inContext();
  };

  request.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
    if (chunk === null) {
      stopWatch();
      if (!refused) {
        const more = push(null);
        arrive();
        return more;
      }
      socket.destroySoon();
      return false;
    }
    if (refused) return true;
    bytes += chunk.length;
    // Once answered, the rest is only discarded.
    if (watching) silence.refresh();
    if (watching && counted) {
      mine += chunk.length;
      held += chunk.length;
    }
    if (bytes > limit.bytes) end(413);
    else if (counted && bytes > SMALL && held > MOST_HELD) end(503);
    else {
      const more = push(chunk, encoding);
      if (!more) arrive();
      return more;
    }
    return true;
  };

  if (declared <= limit.bytes) return;
  end(413);
  request.resume();
}

/** Sends the refusal without ending the response, which keeps the connection open while the rest is discarded. */
async function answer(response: ServerResponse, status: number, refusal: Promise<Refusal>): Promise<void> {
  const write = response.write.bind(response);
  const writeHead = response.writeHead.bind(response);
  response.writeHead = () => response;
  response.write = () => true;
  response.end = () => response;
  response.flushHeaders = () => {};
  const { headers, body } = await refusal;
  if (response.destroyed) return;
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  writeHead(status, {
    ...headers,
    ...(status === 503 ? { "retry-after": "10" } : {}),
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  });
  write(body);
}
