/** The way to an organization's identity provider and back. */
import { randomBytes } from "node:crypto";
import { APIError } from "better-auth/api";
import { redirect } from "react-router";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { formText } from "#app/platform/rules/text/form-text.ts";
import { log } from "#app/platform/server/core/log.ts";
import { cookieLine } from "#app/platform/server/requests/our-cookies.ts";
import { readForm } from "#app/platform/server/requests/read-body.ts";
import { cameFrom } from "#app/features/accounts/rules/came-from.ts";
import { ssoPageOf, ssoPath } from "#app/features/accounts/rules/sign-in/organization.ts";
import { SignInProblem } from "#app/features/accounts/rules/sign-in/sign-in-problem.ts";
import { cookieOf } from "#app/features/accounts/server/sign-in/cookies.ts";
import { countAttempt, networkOf } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { SSO_COOKIE, browserHashOf } from "#app/features/accounts/server/sign-in/organization-sign-in.ts";
import { can } from "../../rules/organization.ts";
import { type Proven, SSO_AWAY_MS, type SsoEnd, isOffered } from "../../rules/single-sign-on.ts";
import { findOrganization } from "../find-organization.ts";
import { arrive, noteFailure } from "./arrive.ts";
import {
  type Answer,
  type Attempt,
  answerOf,
  findAttempt,
  finishAttempt,
  keepAnswer,
  startAttempt,
} from "./attempts.ts";
import { type SignIn, findSignIn } from "./find-sign-in.ts";
import { oidcRequest, readCode } from "./oidc.ts";
import { BadResponse, readResponse, samlMetadata, samlRequest } from "./saml.ts";
import { keepTest } from "./set-up-sign-in.ts";

type Args = { actor: Actor; params: Record<string, string> };

/** Continues at a page of ours. */
function go(to: string, headers = new Headers()): Response {
  headers.set("cache-control", "no-store");
  headers.set("location", to);
  return new Response(null, { status: 303, headers });
}

/** @throws not-found */
async function signInOf(id: string | undefined): Promise<SignIn> {
  const it = await findSignIn(id);
  if (!it) throw notFound("address");
  return it;
}

/** Why something at the provider failed. What it said may name people, so only its kind is kept. */
function endOf(error: unknown): SsoEnd {
  if (error instanceof APIError && (error.body as { code?: string } | undefined)?.code === "network-request-failed")
    return "unreachable";
  if (error instanceof Error && error.message.startsWith("SAML provider returned")) return "refused";
  return "untrusted";
}

const tooMany = (error: unknown): SsoEnd => {
  if (error instanceof SignInProblem && error.signInCode === "too-many-requests") return "too-many";
  throw error;
};

/** The browser's own secret: the one it has, so that two tabs don't get in each other's way, or a new one. */
function browserOf(request: Request): string {
  const known = cookieOf(request, SSO_COOKIE);
  return known !== null && /^[\w-]{32}$/.test(known) ? known : randomBytes(24).toString("base64url");
}

/** `GET .../start`: sends the browser to the provider. With `test=1`, an owner only sees what it says about them. */
export async function startSignIn(request: Request, { actor, params }: Args): Promise<Response> {
  const it = await signInOf(params.id);
  const { organizationId } = it;
  const url = new URL(request.url);
  const isTest = url.searchParams.has("test");
  const from = cameFrom(url.searchParams.get("from"));
  // Another site's page may send people to our page, but no further.
  if (request.headers.get("sec-fetch-site") === "cross-site") return redirect(ssoPageOf(organizationId, from), 303);
  if (isTest && !can.own(actor, await findOrganization(actor, organizationId)))
    throw refused("Only an organization's owners can test its single sign-on.");
  if (!isTest && !isOffered(it.state)) return go(ssoPageOf(organizationId, from, "off"));
  const browser = browserOf(request);
  let end: SsoEnd;
  try {
    await countAttempt("/sign-in/social", null, networkOf(request.headers));
    const uid = isTest ? uidOf(actor) : null;
    const id = await startAttempt(it, { purpose: isTest ? "test" : "sign-in", uid, browser, from });
    const attempt = (await findAttempt(organizationId, id))!;
    try {
      const to = await (it.protocol === "oidc" ? oidcRequest : samlRequest)(it, id);
      const headers = new Headers({ "set-cookie": cookieLine(SSO_COOKIE, browser, SSO_AWAY_MS / 1_000) });
      return go(to, headers);
    } catch (error) {
      log.error("single sign-on: start", error, { organizationId });
      await keepAnswer(id, { end: "unreachable" });
      if (isTest) return go(testPage(attempt));
      end = "unreachable";
      await noteFailure(it, end);
    }
  } catch (error) {
    end = tooMany(error);
  }
  return go(
    isTest ? `/organizations/${organizationId}/settings/sign-in?problem=${end}` : ssoPageOf(organizationId, from, end),
  );
}

const testPage = ({ organizationId, id }: Attempt): string =>
  `/organizations/${organizationId}/settings/sign-in?test=${id}`;

/** The attempt that this browser started, or null if it's over or another browser's. */
async function ownAttempt(request: Request, it: SignIn, id: string | null): Promise<Attempt | null> {
  const browser = cookieOf(request, SSO_COOKIE);
  const attempt = id === null || browser === null ? null : await findAttempt(it.organizationId, id);
  return attempt !== null && attempt.browserHash === browserHashOf(browser!) ? attempt : null;
}

/** What a provider said, or why that doesn't count. */
async function hear(it: SignIn, read: () => Promise<Proven>): Promise<Answer> {
  try {
    return { proven: await read() };
  } catch (error) {
    const end = endOf(error);
    // Messages of the XML library can repeat what was sent.
    const kept = error instanceof APIError || error instanceof BadResponse ? error : new Error((error as Error).name);
    log.error("single sign-on: answer refused", kept, { organizationId: it.organizationId });
    return { end };
  }
}

/** `GET .../callback`: the browser returns from a provider that speaks OpenID Connect. */
export async function returnFromOidc(request: Request, { actor, params }: Args): Promise<Response> {
  const it = await signInOf(params.id);
  const { searchParams } = new URL(request.url);
  const attempt = await ownAttempt(request, it, searchParams.get("state"));
  if (!attempt || it.protocol !== "oidc")
    return go(ssoPageOf(it.organizationId, null, searchParams.get("state") ? "expired" : "unasked"));
  const [code, error] = [searchParams.get("code"), searchParams.get("error")];
  const answer: Answer =
    attempt.answeredAt !== null
      ? { end: "expired" }
      : error !== null || code === null
        ? { end: error === "access_denied" ? "canceled" : "refused" }
        : await hear(it, () => readCode(it, attempt.id, code));
  return finish(request, it, attempt, actor, (await keepAnswer(attempt.id, answer)) ? answer : { end: "expired" });
}

/**
 * `POST .../saml`: the provider's page posts its response. A browser sends no cookies with another site's form, so it's
 * checked and kept here, and the browser goes on to where its cookies count. Nothing that wasn't asked for is accepted.
 */
export async function receiveSaml(request: Request, { params }: Args): Promise<Response> {
  const it = await signInOf(params.id);
  const { organizationId } = it;
  try {
    await countAttempt("/sign-in/social", null, networkOf(request.headers));
  } catch (error) {
    return go(ssoPageOf(organizationId, null, tooMany(error)));
  }
  const form = await readForm(request);
  const attempt = await findAttempt(organizationId, formText(form, "RelayState").slice(0, 100));
  if (!attempt || it.protocol !== "saml") return go(ssoPageOf(organizationId, null, "unasked"));
  // One that's refused leaves the attempt open, so that nobody can end somebody else's.
  const answer = await hear(it, () => readResponse(it, attempt.id, formText(form, "SAMLResponse")));
  if ("proven" in answer || attempt.purpose === "test" || answer.end === "refused") {
    if (!(await keepAnswer(attempt.id, answer))) return go(ssoPageOf(organizationId, null, "expired"));
    return go(ssoPath("finish", organizationId, { attempt: attempt.id }));
  }
  await noteFailure(it, answer.end);
  return go(ssoPageOf(organizationId, attempt.from, answer.end));
}

/** `GET .../finish`: the browser goes on after the provider's response. */
export async function finishSaml(request: Request, { actor, params }: Args): Promise<Response> {
  const it = await signInOf(params.id);
  const attempt = await ownAttempt(request, it, new URL(request.url).searchParams.get("attempt"));
  const answer = attempt && attempt.finishedAt === null ? answerOf(attempt) : null;
  if (!attempt || !answer) return go(ssoPageOf(it.organizationId, null, "expired"));
  return finish(request, it, attempt, actor, answer);
}

async function finish(request: Request, it: SignIn, attempt: Attempt, actor: Actor, answer: Answer): Promise<Response> {
  const { organizationId, from } = attempt;
  if (attempt.purpose === "test") {
    await finishAttempt(attempt, null);
    if ("proven" in answer && uidOf(actor) === attempt.uid)
      await keepTest(actor, { organizationId, attemptId: attempt.id });
    return go(testPage(attempt));
  }
  // It may have been turned off, or changed, while somebody was away.
  if (!isOffered(it.state)) return go(ssoPageOf(organizationId, from, "off"));
  if (attempt.revision !== it.revision) return go(ssoPageOf(organizationId, from, "expired"));
  if ("end" in answer) {
    await noteFailure(it, answer.end);
    return go(ssoPageOf(organizationId, from, answer.end));
  }
  const { headers, ...outcome } = await arrive(request, it, attempt, answer.proven);
  return go("to" in outcome ? outcome.to : ssoPageOf(organizationId, from, outcome.end), headers);
}

/** `GET .../metadata`: ours, for a provider that speaks SAML. It says nothing about the organization. */
export async function getSamlMetadata(_request: Request, { params }: Args): Promise<Response> {
  const id = params.id ?? "";
  if (!/^org_[\w-]{1,60}$/.test(id)) throw notFound("address");
  return new Response(samlMetadata(id), {
    headers: {
      "content-type": "application/samlmetadata+xml",
      "content-disposition": 'attachment; filename="metadata.xml"',
    },
  });
}
