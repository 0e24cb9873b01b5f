import { PasswordInput, TextInput, Textarea } from "@mantine/core";
import { Form, Link, useSearchParams, href } from "react-router";
import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { CLAIM_ROLES, type ClaimRole } from "#app/platform/rules/core/actor.ts";
import { ROLE_WORDS, rolesInWords } from "#app/features/accounts/rules/role-claims.ts";
import { LookAlikes } from "#app/features/payouts/ui/look-alikes.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CopyId } from "#app/ui/content/copy-id.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Columns, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Timeline } from "#app/ui/content/timeline.tsx";
import type { AccountFile } from "../server/people/list-accounts.ts";
import styles from "./people.module.css";
import type { AccountRow } from "#app/features/backoffice/rules/lists/account-list.ts";
import { ACCOUNT_LIST } from "../rules/lists/account-list.ts";

function State({ account: a }: { account: AccountRow }) {
  if (a.disabledAt) return <StatusBadge tone="stopped">blocked</StatusBadge>;
  return a.verified ? (
    <StatusBadge tone="done">verified</StatusBadge>
  ) : (
    <StatusBadge tone="waiting">not verified</StatusBadge>
  );
}

/** Every account; a row opens its panel above. */
export function AccountTable({ list }: { list: ListPage<AccountRow> }) {
  const [asked] = useSearchParams();
  const open = (uid: string) => {
    const next = new URLSearchParams(asked);
    next.set("person", uid);
    return `?${next}`;
  };
  return (
    <ListTable
      list={ACCOUNT_LIST}
      page={list}
      cells={{
        name: true,
        email: true,
        roles: (r) => rolesInWords(r.roles),
        state: (r) => <State account={r} />,
        factor: (r) => (r.secondFactor ? "on" : <span className="soft">off</span>),
        sessions: (r) => <span className="figures">{r.sessions}</span>,
        since: (r) => <Instant at={r.since} show="day" />,
      }}
      rowKey={(r) => r.uid}
      rowTo={(r) => open(r.uid)}
      empty={
        <EmptyState title="No accounts yet" mark="caret">
          Accounts appear here when people sign up.
        </EmptyState>
      }
    />
  );
}

/** One account: details, roles and closing. @param own the reader's own account, which they can't close */
export function AccountPanel({
  account: a,
  own,
  answer,
}: {
  account: AccountFile;
  own: boolean;
  answer: { error?: ShownProblem & { code?: string }; typed?: Record<string, string> } | undefined;
}) {
  const kept = (role: ClaimRole): boolean => (answer?.error ? answer.typed?.[role] !== undefined : a.roles[role]);
  return (
    <section className={styles.panel} aria-labelledby="account">
      <div className={styles.panelHead}>
        <h2 id="account">{a.name}</h2>
        <State account={a} />
      </div>
      <LookAlikes others={a.alike} />
      <Columns
        main={
          <Sheet title="Roles">
            <Form method="post" className={styles.form}>
              <input type="hidden" name="uid" value={a.uid} />
              <fieldset className={styles.checks}>
                <legend>Permissions</legend>
                {CLAIM_ROLES.map((role) => (
                  <label key={role}>
                    <input type="checkbox" name={role} defaultChecked={kept(role)} />
                    {ROLE_WORDS[role].label} <span className="soft small">({ROLE_WORDS[role].opens})</span>
                  </label>
                ))}
              </fieldset>
              <p className="soft small">
                Without any role, this person is a client. Changes apply from their next request.
                {a.roles.editor && !a.hasEditorProfile
                  ? " They have no editor profile. Approving an application creates one."
                  : ""}
              </p>
              <TextInput
                name="reason"
                label="Reason"
                description="Stored in the account's history."
                required
                maxLength={500}
                defaultValue={answer?.typed?.reason ?? ""}
                error={fieldError(answer?.error, "reason")}
              />
              <ErrorNote problem={answer?.error} />
              {answer?.error?.code === "requires-recent-login" || answer?.error?.code === "wrong-password" ? (
                <PasswordInput
                  name="current-password"
                  label="Your password"
                  autoComplete="current-password"
                  required
                  error={answer.error.code === "wrong-password" ? answer.error.message : undefined}
                />
              ) : null}
              <SubmitButton name="intent" value="roles" pending="Changing">
                Change roles
              </SubmitButton>
            </Form>
          </Sheet>
        }
        side={
          <>
            <Sheet title="Account">
              <div className={styles.stack}>
                <KeyValue
                  items={[
                    { label: "Email", value: a.email },
                    { label: "Claims", value: CLAIM_ROLES.filter((role) => a.claims[role]).join(", ") || "none" },
                    { label: "Profile role", value: a.profileRole ?? "no profile yet" },
                    { label: "Sessions", value: String(a.sessions) },
                    { label: "Two-factor authentication", value: a.secondFactor ? "on" : "off" },
                    { label: "Member since", value: <Instant at={a.since} show="day" /> },
                    a.disabledAt
                      ? {
                          label: "Blocked",
                          value: (
                            <>
                              <Instant at={a.disabledAt} />
                              {a.disabledReason ? `: ${a.disabledReason}` : ""}
                            </>
                          ),
                        }
                      : null,
                    a.hasEditorProfile
                      ? {
                          label: "Editor",
                          value: <Link to={href("/admin/editors/:id", { id: a.uid })}>Editor profile</Link>,
                        }
                      : null,
                    { label: "ID", value: <CopyId id={a.uid} label="account ID" /> },
                  ]}
                />
                {a.disabledAt ? (
                  <ConfirmButton
                    fullWidth
                    title={`Unblock ${a.name}'s account?`}
                    confirm="Unblock account"
                    fields={{ intent: "enable", uid: a.uid }}
                    body={
                      <>
                        <p>They'll be able to sign in again.</p>
                        <Textarea name="reason" label="Reason" required maxLength={500} autosize minRows={2} />
                      </>
                    }
                  >
                    Unblock account
                  </ConfirmButton>
                ) : own ? (
                  <p className="soft small">This is your own account. Only another admin can block it.</p>
                ) : (
                  <ConfirmButton
                    fullWidth
                    stops
                    title={`Block ${a.name}'s account?`}
                    confirm="Block account"
                    fields={{ intent: "disable", uid: a.uid }}
                    body={
                      <>
                        <p>
                          They'll be signed out everywhere and can't sign in. Nothing in the account is deleted. We'll
                          tell them why.
                        </p>
                        <Textarea
                          name="reason"
                          label="Reason (shown to them)"
                          required
                          maxLength={500}
                          autosize
                          minRows={2}
                        />
                      </>
                    }
                  >
                    Block account
                  </ConfirmButton>
                )}
              </div>
            </Sheet>
            {a.trail.length > 0 ? (
              <Sheet title="History">
                <Timeline
                  entries={a.trail.map((f) => ({
                    id: f.id,
                    at: f.at,
                    title: f.title,
                    who: f.who,
                    detail: f.detail || undefined,
                  }))}
                />
              </Sheet>
            ) : null}
          </>
        }
      />
    </section>
  );
}
