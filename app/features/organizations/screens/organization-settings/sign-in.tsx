import { Link, href } from "react-router";
import { Section } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SSO_STATE_WORDS, type SsoState, isOffered } from "../../rules/single-sign-on.ts";

/** Whether an organization has single sign-on, and the link to its page for those who may open it. */
export function SignInSection({
  head,
  signIn,
  decidesDomains,
}: {
  head: { id: string; mayOwn: boolean };
  signIn: SsoState | null;
  /** Admins, who can turn it off. */
  decidesDomains: boolean;
}) {
  if (!head.mayOwn && !signIn) return null;
  return (
    <Section
      title="Single sign-on"
      aside={
        signIn ? (
          <StatusBadge tone={isOffered(signIn) ? "done" : "neutral"}>{SSO_STATE_WORDS[signIn]}</StatusBadge>
        ) : undefined
      }
    >
      <p>
        {head.mayOwn || decidesDomains ? (
          <Link to={href("/organizations/:id/settings/sign-in", { id: head.id })}>
            {signIn ? "Manage single sign-on" : "Set up single sign-on"}
          </Link>
        ) : (
          "Owners manage it."
        )}
      </p>
    </Section>
  );
}
