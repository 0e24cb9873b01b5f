import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setHeader } from "./caller-address.ts";

const HEADER = "x-request-id";
/** What a proxy may have chosen: long enough to be unique, and nothing that could break a log line or a page. */
const GIVEN = /^[\w.-]{8,64}$/;

/**
 * Gives a request its id, for every later reader of it and for the person who gets the answer. A proxy's own id is kept, so that its log and
 * ours agree; one that a visitor sends isn't.
 * @param behindProxy whether your own proxies are in front, whose headers are believed
 */
export function stampRequest(request: IncomingMessage, response: ServerResponse, behindProxy: boolean): void {
  const given = request.headers[HEADER];
  const id = behindProxy && typeof given === "string" && GIVEN.test(given) ? given : randomBytes(6).toString("hex");
  setHeader(request, HEADER, id);
  response.setHeader(HEADER, id);
}
