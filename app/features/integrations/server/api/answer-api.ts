import { createHash } from "node:crypto";
import { countWithin } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { type ProblemKind, Problem, notFound, unreadable } from "#app/platform/rules/core/errors.ts";
import { MINUTE, SECOND } from "#app/platform/rules/core/time.ts";
import { apiErrorOf, snake } from "#app/platform/rules/requests/api-error.ts";
import { isOnApp } from "#app/platform/rules/requests/origins.ts";
import { config } from "#app/platform/server/core/config.ts";
import { log } from "#app/platform/server/core/log.ts";
import { readCleanJson } from "#app/platform/server/requests/read-body.ts";
import { API_VERSION, API_VERSIONS, RATE } from "../../rules/api-terms.ts";
import { type Caller, callerOfKey } from "../keys/find-key.ts";
import type { Scope } from "../../rules/scopes.ts";
import type { ApiRoute, FromAbove } from "./api-route.ts";
import { answerOnce, fingerprintOf, idempotencyKeyOf, tooManyRequests } from "./remember-answer.ts";

/** A problem with a status that pages don't have. */
class ApiProblem extends Problem {
  readonly #status: number;
  constructor(status: number, kind: ProblemKind, code: string, message: string, advice: string) {
    super(kind, code, message, advice);
    this.#status = status;
  }
  override get status(): number {
    return this.#status;
  }
}

const unauthorized = (code: string, message: string) =>
  new ApiProblem(401, "refused", code, message, "Send a valid key: `Authorization: Bearer stet_…`.");

type Handle = (request: Request, args: { params: Record<string, string> }) => Promise<Response>;
type Keyed = (caller: Caller, request: Request, params: Record<string, string>) => Promise<Response>;

/** An answer under /api/v1 that needs no key. */
export const openApi =
  (answer: (request: Request, params: Record<string, string>) => Promise<Response>): Handle =>
  async (request, { params }) => {
    try {
      refuseOtherHosts(request);
      return withHeaders(await answer(request, params), {});
    } catch (error) {
      return failure(error);
    }
  };

/** An answer that needs a key with this scope. Sessions are ignored. */
export const keyedApi = (scope: Scope | null, answer: Keyed): Handle => {
  return async (request, { params }) => {
    let limits: Record<string, string> = {};
    try {
      refuseOtherHosts(request);
      const caller = await authenticate(request);
      limits = await countRequest(caller);
      refuseOtherVersions(request);
      if (scope !== null && !caller.scopes.includes(scope))
        throw new ApiProblem(
          403,
          "refused",
          "missing_scope",
          `This key doesn't have the scope ${scope}.`,
          "Create a key that has it.",
        );
      return withHeaders(await answer(caller, request, params), limits);
    } catch (error) {
      return withHeaders(failure(error), error instanceof Limited ? error.headers : limits);
    }
  };
};

/** The answer of an endpoint in the table. */
export const answerRoute = (route: ApiRoute, above: FromAbove): Handle =>
  keyedApi(route.scope, async (caller, request, params) => {
    const query = route.query ? parse(route.query, Object.fromEntries(new URL(request.url).searchParams)) : undefined;
    const text = request.method === "GET" || request.method === "HEAD" ? "" : await request.text();
    const asked = { actor: caller.actor, caller, params, query, request, above };
    if (route.method === "GET") {
      const answer = await route.handle({ ...asked, body: undefined as never, query: query as never, writeId: "" });
      return answer instanceof Response ? answer : json(route.status, answer);
    }
    const body = route.body ? parse(route.body, readJson(request, text)) : undefined;
    const key = idempotencyKeyOf(request);
    const writeId = createHash("sha256").update(`${caller.owner.ownerId} ${key}`).digest("hex");
    const answered = await answerOnce(caller.owner, key, fingerprintOf(request, text), async () => {
      try {
        return {
          status: route.status,
          body: await route.handle({ ...asked, body: body as never, query: query as never, writeId }),
        };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return { status: error.status, body: apiErrorOf(error, config().origins.public) };
      }
    });
    const response = json(answered.status, answered.body);
    if (answered.again) response.headers.set("idempotent-replayed", "true");
    return response;
  });

/** What's answered at an address that no endpoint has. */
export const answerUnknown: Handle = keyedApi(null, () => {
  throw notFound("endpoint");
});

const json = (status: number, body: unknown): Response =>
  status === 204 ? new Response(null, { status }) : Response.json(body ?? null, { status });

/** The API answers at its own address, and at the application's. */
function refuseOtherHosts(request: Request): void {
  const { origins } = config();
  const host = request.headers.get("host");
  if (isOnApp(origins, host) || host?.toLowerCase() === new URL(origins.api).host) return;
  throw new Problem("refused", "wrong_origin", `The API answers at ${origins.api}.`, "Send your requests there.");
}

async function authenticate(request: Request): Promise<Caller> {
  const given = /^bearer\s+(\S+)$/i.exec(request.headers.get("authorization")?.trim() ?? "")?.[1];
  if (!given) throw unauthorized("no_key", "This request has no API key.");
  const caller = await callerOfKey(given);
  if (!caller) throw unauthorized("invalid_key", "This API key is unknown, expired, or revoked.");
  return caller;
}

class Limited extends ApiProblem {
  readonly headers: Record<string, string>;
  constructor(seconds: number, headers: Record<string, string>) {
    const { kind, code, message, advice } = tooManyRequests(seconds);
    super(429, kind, code, message, advice);
    this.headers = { ...headers, "retry-after": String(seconds) };
  }
}

/** Counts a request of an owner, whichever key it uses. @returns what its headers say @throws Limited */
async function countRequest({ owner: { ownerKind, ownerId } }: Caller): Promise<Record<string, string>> {
  const { count, endsAt } = await countWithin(`api of ${ownerKind} ${ownerId}`, RATE.windowMs);
  const seconds = Math.max(1, Math.ceil((endsAt - Date.now()) / SECOND));
  const headers = {
    "ratelimit-limit": String(RATE.requests),
    "ratelimit-remaining": String(Math.max(0, RATE.requests - count)),
    "ratelimit-reset": String(seconds),
    "ratelimit-policy": `${RATE.requests};w=${RATE.windowMs / (MINUTE / 60)}`,
  };
  if (count > RATE.requests) throw new Limited(seconds, headers);
  return headers;
}

function refuseOtherVersions(request: Request): void {
  const asked = request.headers.get("api-version");
  if (asked === null || (API_VERSIONS as readonly string[]).includes(asked)) return;
  throw unreadable(
    "unknown_version",
    `There's no version ${asked.slice(0, 20)}.`,
    `Send API-Version: ${API_VERSION}, or leave it out.`,
  );
}

function readJson(request: Request, text: string): unknown {
  const type = request.headers.get("content-type") ?? "";
  if (text === "") return {};
  const value = /^application\/json\s*(?:;|$)/i.test(type) ? readCleanJson(text) : null;
  if (value !== null && typeof value === "object") return value;
  throw unreadable(
    "unreadable_body",
    "We couldn't read this body as JSON.",
    "Send a JSON object, and the header Content-Type: application/json.",
  );
}

/** @throws invalid, which names the first wrong parameter */
function parse(
  schema: { safeParse(value: unknown): { success: boolean; data?: unknown; error?: { issues: readonly Issue[] } } },
  value: unknown,
): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error!.issues[0]!;
  const param = [...issue.path, ...(issue.code === "unrecognized_keys" ? [issue.keys?.[0] ?? ""] : [])].join(".");
  throw new Problem(
    "invalid",
    issue.code === "unrecognized_keys" ? "unknown_parameter" : "invalid_parameter",
    param ? `${param}: ${issue.message}` : issue.message,
    "",
    { [param || "form"]: issue.message },
  );
}
type Issue = { path: readonly PropertyKey[]; message: string; code?: string | undefined; keys?: readonly string[] };

function failure(error: unknown): Response {
  if (error instanceof Problem) {
    const response = Response.json(apiErrorOf(error, config().origins.public), { status: error.status });
    if (error.status === 401) response.headers.set("www-authenticate", "Bearer");
    if (error.status === 503) response.headers.set("retry-after", "10");
    return response;
  }
  log.error("api endpoint failed", error);
  const problem = new ApiProblem(
    500,
    "busy",
    "internal",
    "Something went wrong on our side.",
    "Repeat the request with the same Idempotency-Key.",
  );
  return Response.json(apiErrorOf(problem, config().origins.public), { status: 500 });
}

function withHeaders(response: Response, limits: Record<string, string>): Response {
  const headers = { "api-version": API_VERSION, ...limits };
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** An object with the API's names: "styleGuide" is "style_guide". One level, and below it plain objects. */
export const snakeNames = (value: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      snake(name),
      one !== null && typeof one === "object" && !Array.isArray(one) && !(one instanceof Date)
        ? snakeNames(one as Record<string, unknown>)
        : one,
    ]),
  );
