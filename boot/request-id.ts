import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setHeader } from "./caller-address.ts";

const HEADER = "x-request-id";
/** A valid id from a proxy: long enough to be unique, and safe in log lines and pages. */
const GIVEN = /^[\w.-]{8,64}$/;

/**
 * Gives a request its id, for logs and for the person who gets the answer. A proxy's id is kept, to match its log with
 * ours. One that a visitor sends isn't.
 * @param behindProxy whether your own proxies are in front and their headers trusted
 */
export function stampRequest(request: IncomingMessage, response: ServerResponse, behindProxy: boolean): void {
  const given = request.headers[HEADER];
  const id = behindProxy && typeof given === "string" && GIVEN.test(given) ? given : randomBytes(6).toString("hex");
  setHeader(request, HEADER, id);
  response.setHeader(HEADER, id);
}
