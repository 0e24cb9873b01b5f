import { data } from "react-router";
import { actorContext } from "#app/context.ts";
import { keepTyped } from "#app/platform/browser/core/keep-typed.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { isAdmin } from "#app/platform/rules/core/actor.ts";
import { Problem, refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/core/problem.ts";
import { changeRoles } from "#app/features/accounts/server/change-roles.ts";
import { reauthenticate, requireRecentSignIn } from "#app/features/accounts/server/recent-sign-in.ts";
import { disableAccount, enableAccount } from "#app/features/accounts/server/disable-account.ts";
import { formText, formTexts } from "#app/platform/rules/core/form-text.ts";
import { readPageForm } from "#app/platform/server/core/read-body.ts";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { ACCOUNT_LIST, findAccount, listAccounts } from "../server/list-accounts.ts";
import { checkLedger, describeSettings, readJobs, readMail, retryJob } from "../server/operate.ts";
import { AccountPanel, AccountTable } from "../ui/accounts.tsx";
import { Jobs, LedgerCheck, Outbox, type ToolsAnswer } from "../ui/operations.tsx";
import styles from "../ui/people.module.css";
import { Tabs } from "../ui/tabs.tsx";
import type { Route } from "./+types/admin-tools";

const TABS = [
  { key: "people", label: "People and roles" },
  { key: "jobs", label: "Jobs" },
  { key: "mail", label: "Email" },
  { key: "ledger", label: "Ledger check" },
  { key: "settings", label: "Settings" },
] as const;
type Tab = (typeof TABS)[number]["key"];
const HERE = "/admin/admin-tools";
const addressOf = (tab: Tab): string => (tab === "people" ? HERE : `${HERE}?show=${tab}`);

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Admin tools · ${loaderData?.siteName ?? ""}` }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (!isAdmin(actor)) return problemResponse(refused("Only an admin can use these tools."));
  const search = new URL(request.url).searchParams;
  const shown: Tab = TABS.find((t) => t.key === search.get("show"))?.key ?? "people";
  const person = search.get("person");
  try {
    return {
      shown,
      reader: actor.uid,
      siteName: config().siteName,
      accounts: shown === "people" ? await listAccounts(actor, readListQuery(search, ACCOUNT_LIST)) : null,
      account: shown === "people" && person ? await findAccount(actor, person) : null,
      jobs: shown === "jobs" ? await readJobs(actor) : null,
      mail: shown === "mail" ? await readMail(actor) : null,
      settings: shown === "settings" ? describeSettings(actor) : null,
    };
  } catch (error) {
    return problemResponse(error);
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const form = await readPageForm(request);
  const intent = formText(form, "intent");
  const about = { uid: formText(form, "uid"), reason: formText(form, "reason") };
  try {
    switch (intent) {
      case "roles": {
        // Granting admin rights requires a fresh sign-in or password, not just an open browser.
        const password = formText(form, "current-password");
        if (password) await reauthenticate(request, password);
        await requireRecentSignIn(request);
        await changeRoles(actor, {
          ...about,
          claims: { admin: form.has("admin"), editor: form.has("editor"), support: form.has("support") },
        });
        return data<ToolsAnswer>({ form: intent, done: "Roles changed." });
      }
      case "disable":
        await disableAccount(actor, about);
        return data<ToolsAnswer>({
          form: intent,
          done: "Account closed. Its sessions were ended, and we’ve told the owner why.",
        });
      case "enable":
        await enableAccount(actor, about);
        return data<ToolsAnswer>({ form: intent, done: "Account reopened." });
      case "retry":
        await retryJob(actor, formText(form, "job"));
        return data<ToolsAnswer>({ form: intent, done: "The job is back in its queue and will run again." });
      case "ledger":
        return data<ToolsAnswer>({ form: intent, ledger: await checkLedger(actor) });
      default:
        return data<ToolsAnswer>(
          { form: intent, error: { message: "Unknown action.", advice: "Reload the page and try again." } },
          { status: 422 },
        );
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { "current-password": _password, ...typed } = formTexts(form);
    return data<ToolsAnswer>({ form: intent, error: error.toJSON(), typed }, { status: error.status });
  }
}

export const clientAction = ({ serverAction, request }: Route.ClientActionArgs) => keepTyped(serverAction, request);

/** The operator's tools: roles, failed jobs, unsent emails, ledger reconciliation and configuration. */
export default function AdminTools({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, reader, accounts, account, jobs, mail, settings } = loaderData;
  useLive((event) => event.kind.startsWith("account.") || (shown === "mail" && event.kind === "mail"));
  const answer = useLastAnswer(actionData as ToolsAnswer | undefined);
  const inPlace = answer?.form === "roles" && account;
  return (
    <Page width="full">
      <PageTitle title="Admin tools" />
      <Tabs
        label="Tools"
        shown={shown}
        tabs={TABS.map((t) => ({ key: t.key, label: t.label, to: addressOf(t.key) }))}
      />
      {answer?.done && !answer.error ? (
        <div className={styles.notice} aria-live="polite">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      {answer?.error && !inPlace ? (
        <div className={styles.notice}>
          <ErrorNote problem={answer.error} />
        </div>
      ) : null}
      {account ? (
        <AccountPanel
          key={`${account.uid}${account.roles.admin}${account.roles.editor}${account.roles.support}`}
          account={account}
          own={account.uid === reader}
          answer={inPlace ? answer : undefined}
        />
      ) : null}
      {accounts ? <AccountTable list={accounts} /> : null}
      {jobs ? <Jobs jobs={jobs} /> : null}
      {mail ? <Outbox mail={mail} /> : null}
      {shown === "ledger" ? <LedgerCheck result={answer?.ledger} /> : null}
      {settings ? (
        <Sheet title="Configuration">
          <KeyValue items={settings} />
          <p className="soft small">
            Secrets and bank accounts are hidden. Settings are read from the environment at startup.
          </p>
        </Sheet>
      ) : null}
    </Page>
  );
}
