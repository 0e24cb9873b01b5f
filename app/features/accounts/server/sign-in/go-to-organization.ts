import { redirect } from "react-router";
import { ssoPageOf } from "../../rules/sign-in/organization.ts";
import { countAttempt, networkOf } from "./count-attempt.ts";
import { fromOf } from "./onward.ts";
import { organizationsOfSignIn } from "./organization-sign-in.ts";

/**
 * Sends somebody whose organization has single sign-on to its page, and others nowhere. Not straight to the provider:
 * without scripts, `form-action` covers where a form redirects. @throws the redirect; SignInProblem too-many-requests
 */
export async function goToOrganization(
  { request, url, form }: { request: Request; url: URL; form: FormData },
  email: string,
): Promise<void> {
  await countAttempt("/sign-in/social", null, networkOf(request.headers));
  const organization = await organizationsOfSignIn().ofAddress(email);
  if (organization) throw redirect(ssoPageOf(organization.id, fromOf(url, form)));
}
