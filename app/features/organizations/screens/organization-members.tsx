import { headOf } from "#app/features/payments/server/balance/read-organization.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ActionForm } from "#app/ui/action-form.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextInput } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { DoneNote, ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Page, Section } from "#app/ui/page.tsx";
import { ORGANIZATION_ROLE_WORDS, can } from "../rules/organization.ts";
import { type Member, findOrganization, membersOf } from "../server/find-organization.ts";
import { changeMember, inviteMember, openInvitations, removeMember, revokeInvitation } from "../server/members.ts";
import { LimitFields } from "../ui/limit-fields.tsx";
import { OrganizationTop } from "../ui/organization-tabs.tsx";
import styles from "../ui/organization.module.css";
import type { Route } from "./+types/organization-members";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Members");

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => {
  const it = await findOrganization(actor, params.id);
  if (!can.seeCosts(actor, it)) throw refused("Only an organization's owners and managers see its members.");
  return {
    head: headOf(actor, it),
    own: uidOf(actor),
    members: await membersOf(it.id),
    invitations: await openInvitations(it.id, now()),
  };
});

export const action = pageAction<Route.ActionArgs>({
  intents: {
    invite: intent({
      command: inviteMember,
      input: ({ params, text }) => ({
        organizationId: params.id,
        email: text("email").trim(),
        role: text("role"),
        month: text("month"),
        order: text("order"),
      }),
      done: ({ email }) => `Invitation sent to ${email}.`,
    }),
    revoke: intent({
      command: revokeInvitation,
      input: ({ params, text }) => ({ organizationId: params.id, invitationId: text("invitationId") }),
      done: "Invitation revoked.",
    }),
    change: intent({
      command: changeMember,
      input: ({ params, text }) => ({
        organizationId: params.id,
        uid: text("uid"),
        role: text("role"),
        month: text("month"),
        order: text("order"),
      }),
      done: "Saved.",
    }),
    remove: intent({
      command: removeMember,
      input: ({ params, text }) => ({ organizationId: params.id, uid: text("uid") }),
      done: "Removed.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const limitWords = ({ monthMinor, orderMinor }: Pick<Member, "monthMinor" | "orderMinor">, currency: string): string =>
  [
    monthMinor === null ? null : `${formatMoney(monthMinor, currency)} a month`,
    orderMinor === null ? null : `${formatMoney(orderMinor, currency)} an order`,
  ]
    .filter((words) => words !== null)
    .join(", ") || "No limit";

/** Who may order on an organization's balance, and for how much. */
export default function OrganizationMembers({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("organization."));
  const answer = useLastAnswer(actionData);
  const { head, own, members, invitations } = loaderData;
  type Invitation = (typeof invitations)[number];
  return (
    <Page>
      <OrganizationTop head={head} />
      <DoneNote answer={answer} />
      {answer?.form === "invite" || answer?.form === "change" ? null : <ErrorNote problem={answer?.error} />}
      {head.mayManage ? (
        <ActionForm intent="invite" label="Invite somebody" submit="Send invitation" pending="Sending" answer={answer}>
          {({ problem, typed }) => (
            <div className={styles.fields}>
              <TextInput
                id="email"
                name="email"
                type="email"
                label="Email address"
                description="Only the account with this address can accept, within 14 days"
                required
                maxLength={254}
                defaultValue={typed["email"] ?? ""}
                error={fieldError(problem, "email")}
              />
              <LimitFields
                id="invite"
                currency={head.currency}
                now={{ role: "member", monthMinor: null, orderMinor: null }}
                typed={typed}
                problem={problem}
                mayOwn={head.mayOwn}
              />
            </div>
          )}
        </ActionForm>
      ) : null}
      <Section title="Members">
        <DataTable<Member>
          caption="Members"
          rows={members}
          rowKey={(r) => r.uid}
          columns={[
            {
              key: "name",
              header: "Name",
              narrow: "title",
              cell: (r) => (
                <>
                  {r.displayName}
                  <span className={styles.under}>{r.email}</span>
                </>
              ),
            },
            { key: "role", header: "Role", cell: (r) => ORGANIZATION_ROLE_WORDS[r.role].label },
            { key: "limits", header: "Limits", cell: (r) => limitWords(r, head.currency) },
            { key: "since", header: "Since", cell: (r) => <Instant at={r.joinedAt} show="day" /> },
            {
              key: "change",
              header: "Change",
              cell: (r) =>
                head.mayOwn || (head.mayManage && (r.role === "member" || r.role === "program")) ? (
                  <>
                    <ActionForm
                      intent="change"
                      label="Role and limits"
                      submit="Save"
                      pending="Saving"
                      fields={{ uid: r.uid }}
                      answer={answer?.error && answer.typed?.["uid"] !== r.uid ? undefined : answer}
                    >
                      {({ problem, typed }) => (
                        <LimitFields
                          id={r.uid}
                          currency={head.currency}
                          now={r}
                          typed={typed}
                          problem={problem}
                          mayOwn={head.mayOwn}
                        />
                      )}
                    </ActionForm>
                    {r.uid === own || r.role === "program" ? null : (
                      <ConfirmButton
                        stops
                        variant="default"
                        size="compact-sm"
                        title={`Remove ${r.displayName}?`}
                        confirm="Remove"
                        fields={{ intent: "remove", uid: r.uid }}
                        body={<p>{head.name} can't pay for their new orders. Orders under way go on as paid.</p>}
                      >
                        Remove
                      </ConfirmButton>
                    )}
                  </>
                ) : null,
            },
          ]}
          empty={null}
        />
      </Section>
      <Section title="Open invitations">
        <DataTable<Invitation>
          caption="Open invitations"
          rows={invitations}
          rowKey={(r) => r.id}
          columns={[
            { key: "email", header: "Email address", narrow: "title", cell: (r) => r.email },
            { key: "role", header: "Role", cell: (r) => ORGANIZATION_ROLE_WORDS[r.role].label },
            { key: "limits", header: "Limits", cell: (r) => limitWords(r, head.currency) },
            { key: "until", header: "Until", cell: (r) => <Instant at={r.expiresAt} show="day" /> },
            {
              key: "revoke",
              header: "Revoke",
              cell: (r) =>
                head.mayManage ? (
                  <ConfirmButton
                    stops
                    variant="default"
                    size="compact-sm"
                    title={`Revoke the invitation of ${r.email}?`}
                    confirm="Revoke"
                    fields={{ intent: "revoke", invitationId: r.id }}
                    body={<p>Its link stops working. You can invite them again.</p>}
                  >
                    Revoke
                  </ConfirmButton>
                ) : null,
            },
          ]}
          empty={
            <EmptyState title="No open invitations" mark="caret">
              People you invite appear here until they accept.
            </EmptyState>
          }
        />
      </Section>
    </Page>
  );
}
