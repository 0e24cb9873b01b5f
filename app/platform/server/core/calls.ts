import type { Actor } from "../../rules/core/actor.ts";
import { Problem, invalid, notFound } from "../../rules/core/errors.ts";
import { CALL_LIMIT_MS, TOO_LATE } from "../../rules/core/call.ts";
import { config } from "./config.ts";
import { requireIntegrity } from "../files/integrity.ts";
import { readJsonBody } from "../requests/read-body.ts";

/** A function that pages call by name. It parses its input and checks permissions, as every write does. */
export type Call = (actor: Actor, data: unknown, headers: Headers) => Promise<unknown>;

const tooLate = () => new Problem("busy", TOO_LATE.code, TOO_LATE.message, TOO_LATE.advice);

/**
 * `POST /api/call/{name}` with `{data}`, answered by `{result}`, or by `{error}` with the problem's code and words.
 * @param limitMs for tests
 */
export function answerCalls(calls: Readonly<Record<string, Call>>, limitMs: number = CALL_LIMIT_MS) {
  return async (
    request: Request,
    { actor, params }: { actor: Actor; params: Record<string, string> },
  ): Promise<Response> => {
    const name = params["name"] ?? "";
    const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (!call) throw notFound("function");
    requireIntegrity(request);
    const body = await readJsonBody(request, {
      message: "This request is too large.",
      advice: "Send less at once.",
    });
    if (body === null || typeof body !== "object")
      throw invalid("call", "We couldn't read this request.", 'Send JSON: {"data": ...}.');
    const { data } = body as { data?: unknown };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(tooLate()), limitMs);
    });
    try {
      const result = await Promise.race([call(actor, data ?? null, request.headers), limit]);
      return Response.json({ result: result ?? null }, { headers: { "x-region": config().region } });
    } finally {
      clearTimeout(timer);
    }
  };
}
