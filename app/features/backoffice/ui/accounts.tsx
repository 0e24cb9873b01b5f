import { PasswordInput, TextInput, Textarea } from "@mantine/core";
import { Form, Link, useSearchParams } from "react-router";
import type { ListPage } from "#app/platform/rules/list-query.ts";
import { rolesInWords } from "#app/features/accounts/rules/role-claims.ts";
import { LookAlikes } from "#app/features/payouts/ui/look-alikes.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CopyId } from "#app/ui/copy-id.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Columns, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import type { AccountFile, AccountRow } from "../server/list-accounts.ts";
import styles from "./people.module.css";

function State({ account: a }: { account: AccountRow }) {
  if (a.disabledAt) return <StatusBadge tone="stopped">closed</StatusBadge>;
  return a.verified ? (
    <StatusBadge tone="done">verified</StatusBadge>
  ) : (
    <StatusBadge tone="waiting">not verified</StatusBadge>
  );
}

/** Every account; a row opens its panel above. */
export function AccountTable({ list }: { list: ListPage<AccountRow> }) {
  const [asked] = useSearchParams();
  const csvHref = useCsvHref("/api/csv/accounts");
  const narrowed = useIsFiltered("role", "state");
  const open = (uid: string) => {
    const next = new URLSearchParams(asked);
    next.set("person", uid);
    return `?${next}`;
  };
  return (
    <DataTable
      caption="Accounts"
      rows={list.rows}
      rowKey={(r) => r.uid}
      rowTo={(r) => open(r.uid)}
      defaultSort="-since"
      csvHref={csvHref}
      toolbar={
        <FilterBar
          placeholder="E-mail or name"
          filters={[
            {
              name: "role",
              label: "Role",
              choices: [
                ["", "Any"],
                ["admin", "Admin"],
                ["support", "Support"],
                ["editor", "Editor"],
                ["client", "Client"],
              ],
            },
            {
              name: "state",
              label: "Account",
              choices: [
                ["", "Any"],
                ["verified", "Verified"],
                ["unverified", "Not verified"],
                ["disabled", "Closed"],
              ],
            },
          ]}
        />
      }
      columns={[
        { key: "name", header: "Name", sortable: true, cell: (r) => r.name },
        { key: "email", header: "E-mail", sortable: true, cell: (r) => r.email },
        { key: "roles", header: "Roles", cell: (r) => rolesInWords(r.roles) },
        { key: "state", header: "Account", cell: (r) => <State account={r} /> },
        {
          key: "factor",
          header: "Second factor",
          cell: (r) => (r.secondFactor ? "on" : <span className="soft">off</span>),
        },
        {
          key: "sessions",
          header: "Sessions",
          align: "end",
          cell: (r) => <span className="figures">{r.sessions}</span>,
        },
        { key: "since", header: "Since", sortable: true, cell: (r) => <Instant at={r.since} show="day" /> },
      ]}
      empty={
        narrowed ? (
          <EmptyState
            title="No account fits this search"
            mark="stet"
            action={<Link to="/admin/admin-tools">Show all accounts</Link>}
          >
            Take a filter away, or search for less.
          </EmptyState>
        ) : (
          <EmptyState title="There are no accounts" mark="caret">
            Whoever signs up stands here.
          </EmptyState>
        )
      }
      footer={<Pager {...list} noun="account" />}
    />
  );
}

const ROLES = [
  ["admin", "Admin", "everything"],
  ["support", "Support", "the support desk"],
  ["editor", "Editor", "the editor’s side"],
] as const;
const claims = (c: AccountFile["claims"]): string =>
  ROLES.filter(([role]) => c[role])
    .map(([role]) => role)
    .join(", ") || "none";

/** One account: what it is, the roles it has, and closing it. @param own the reader's own account cannot be closed by them */
export function AccountPanel({
  account: a,
  own,
  answer,
}: {
  account: AccountFile;
  own: boolean;
  answer: { error?: ShownProblem & { code?: string }; typed?: Record<string, string> } | undefined;
}) {
  const kept = (role: "admin" | "editor" | "support"): boolean =>
    answer?.error ? answer.typed?.[role] !== undefined : a.roles[role];
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
                <legend>What this person may do</legend>
                {ROLES.map(([role, label, what]) => (
                  <label key={role}>
                    <input type="checkbox" name={role} defaultChecked={kept(role)} />
                    {label} <span className="soft small">({what})</span>
                  </label>
                ))}
              </fieldset>
              <p className="soft small">
                With none of them they are a client. It counts from their next request.
                {a.roles.editor && !a.hasEditorProfile
                  ? " They have no editor profile: an application that is approved makes one."
                  : ""}
              </p>
              <TextInput
                name="reason"
                label="Reason"
                description="It is kept."
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
                Change the roles
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
                    { label: "E-mail", value: a.email },
                    { label: "Claims", value: claims(a.claims) },
                    { label: "Profile role", value: a.profileRole ?? "no profile yet" },
                    { label: "Sessions", value: String(a.sessions) },
                    { label: "Second factor", value: a.secondFactor ? "on" : "off" },
                    { label: "Since", value: <Instant at={a.since} show="day" /> },
                    a.disabledAt
                      ? {
                          label: "Closed",
                          value: (
                            <>
                              <Instant at={a.disabledAt} />
                              {a.disabledReason ? `: ${a.disabledReason}` : ""}
                            </>
                          ),
                        }
                      : null,
                    a.hasEditorProfile
                      ? { label: "Editor", value: <Link to={`/admin/editors/${a.uid}`}>The editor’s file</Link> }
                      : null,
                    { label: "Id", value: <CopyId id={a.uid} label="account id" /> },
                  ]}
                />
                {a.disabledAt ? (
                  <ConfirmButton
                    fullWidth
                    title={`Open the account of ${a.name} again?`}
                    confirm="Open it again"
                    fields={{ intent: "enable", uid: a.uid }}
                    body={
                      <>
                        <p>They can sign in again.</p>
                        <Textarea name="reason" label="Reason" required maxLength={500} autosize minRows={2} />
                      </>
                    }
                  >
                    Open the account again
                  </ConfirmButton>
                ) : own ? (
                  <p className="soft small">Your own account: another admin would have to close it.</p>
                ) : (
                  <ConfirmButton
                    fullWidth
                    stops
                    title={`Close the account of ${a.name}?`}
                    confirm="Close the account"
                    fields={{ intent: "disable", uid: a.uid }}
                    body={
                      <>
                        <p>
                          They are signed out everywhere at once and cannot sign in. Nothing in the account is lost.
                          They are told why.
                        </p>
                        <Textarea
                          name="reason"
                          label="Reason, as they read it"
                          required
                          maxLength={500}
                          autosize
                          minRows={2}
                        />
                      </>
                    }
                  >
                    Close the account
                  </ConfirmButton>
                )}
              </div>
            </Sheet>
            {a.trail.length > 0 ? (
              <Sheet title="What has happened">
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
