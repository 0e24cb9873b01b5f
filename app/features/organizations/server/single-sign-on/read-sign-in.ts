import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { SSO_PAGE } from "#app/features/accounts/rules/sign-in/organization.ts";
import { config } from "#app/platform/server/core/config.ts";
import { can, decidesFor } from "../../rules/organization.ts";
import { type Proven, type SsoEnd, isSsoEnd } from "../../rules/single-sign-on.ts";
import { findOrganization } from "../find-organization.ts";
import { findArrival } from "./arrive.ts";
import { answerOf, findAttempt } from "./attempts.ts";
import { type SignIn, findSignIn } from "./find-sign-in.ts";
import { oidcCallback } from "./oidc.ts";
import { certificateEnds, samlAddresses } from "./saml.ts";

/** What a test showed, to the person who did it: what the provider said, and why it wouldn't sign them in. */
export type TestShown = { proven: Proven | null; end: SsoEnd | null; isOver: boolean };

async function testOf(actor: Actor, it: SignIn | null, id: string | null): Promise<TestShown | null> {
  if (!it || id === null) return null;
  const attempt = await findAttempt(it.organizationId, id);
  const answer = attempt?.purpose === "test" && attempt.uid === uidOf(actor) ? answerOf(attempt) : null;
  if (!answer || attempt?.revision !== it.revision) return { proven: null, end: null, isOver: true };
  if ("end" in answer) return { proven: null, end: answer.end, isOver: false };
  const arrival = await findArrival(it, answer.proven);
  return { proven: answer.proven, end: "end" in arrival ? arrival.end : null, isOver: false };
}

/**
 * An organization's single sign-on, for its owners, and for admins who turn it off. The client secret stays here.
 * @throws refused
 */
export async function readSignIn(actor: Actor, id: string | undefined, search: URLSearchParams) {
  const organization = await findOrganization(actor, id);
  const decides = decidesFor(actor, organization, "people", "see an organization's single sign-on") === true;
  if (!can.own(actor, organization) && !decides) throw refused("Only an organization's owners see its single sign-on.");
  const it = await findSignIn(organization.id);
  const problem = search.get("problem");
  return {
    organization,
    now: it
      ? {
          protocol: it.protocol,
          state: it.state,
          issuer: it.issuer,
          clientId: it.clientId ?? "",
          signInUrl: it.signInUrl,
          certificatesEnd: it.certificates.map((one) => certificateEnds(one)),
          revision: it.revision,
          failedAt: it.failedAt,
          failure: it.failure,
          domains: it.domains,
        }
      : null,
    mayTurnOff: can.own(actor, organization) || (decides && !organization.isClosed),
    test: await testOf(actor, it, search.get("test")),
    problem: isSsoEnd(problem) ? problem : null,
    addresses: {
      callback: oidcCallback(organization.id),
      ...samlAddresses(organization.id),
      start: `${config().origins.app}${SSO_PAGE}?id=${organization.id}`,
    },
  };
}
