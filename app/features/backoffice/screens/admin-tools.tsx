import { count } from "#app/platform/rules/core/count.ts";
import { redirect } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { CLAIM_ROLES } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { changeRoles } from "#app/features/accounts/server/people/change-roles.ts";
import { reauthenticate, requireRecentSignIn } from "#app/features/accounts/server/sign-in/recent-sign-in.ts";
import { disableAccount, enableAccount } from "#app/features/accounts/server/people/disable-account.ts";
import { formTexts } from "#app/platform/rules/text/form-text.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import {
  type PageRequest,
  type FormRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { PageTabs } from "#app/ui/frame/page-tabs.tsx";
import { findAccount, listAccounts } from "../server/people/list-accounts.ts";
import { checkMailDns } from "../server/setup/check-mail-dns.ts";
import { closeShop } from "../server/setup/close-shop.ts";
import { confirmSetupStep } from "../server/setup/confirm-setup-step.ts";
import { confirmTestEmail } from "../server/setup/confirm-test-email.ts";
import { inviteEditors } from "../server/people/invite-editors.ts";
import { openShop } from "../server/setup/open-shop.ts";
import { readSetup } from "../server/setup/read-setup.ts";
import { sendTestEmail } from "../server/setup/send-test-email.ts";
import { saveCompany } from "#app/features/company/server/save-company.ts";
import { startTestPayment } from "#app/features/payments/server/checkout/start-test-payment.ts";
import { SetupChecklist } from "../ui/setup/setup-checklist.tsx";
import { checkLedger, describeSettings, readJobs, readMail } from "../server/jobs/job-admin.ts";
import { discardJob } from "../server/jobs/discard-job.ts";
import { retryJob } from "../server/jobs/retry-job.ts";
import { retryJobs } from "../server/jobs/retry-jobs.ts";
import { AccountPanel, AccountTable } from "../ui/accounts.tsx";
import { Jobs, LedgerCheck, Outbox, type ToolsAnswer } from "../ui/operations.tsx";
import styles from "../ui/people.module.css";
import type { Route } from "./+types/admin-tools";
import { ACCOUNT_LIST } from "#app/features/backoffice/rules/lists/account-list.ts";

const TABS = [
  { key: "setup", label: "Setup" },
  { key: "people", label: "People and roles" },
  { key: "jobs", label: "Jobs" },
  { key: "mail", label: "Email" },
  { key: "ledger", label: "Ledger check" },
  { key: "settings", label: "Settings" },
] as const;
type Tab = (typeof TABS)[number]["key"];
const HERE = "/admin/admin-tools";
/** What changes the checklist. */
const SETUP_EVENTS = /^(?:shop|company|tax|setup|payment|mail|application|editor)\b/;
const addressOf = (tab: Tab): string => (tab === "people" ? HERE : `${HERE}?show=${tab}`);

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Admin tools");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (!may(actor, "operations")) throw refused("Only an admin can use these tools.");
  const shown: Tab = TABS.find((t) => t.key === search.get("show"))?.key ?? "people";
  const person = search.get("person");
  return {
    shown,
    reader: actor.uid,
    accounts: shown === "people" ? await listAccounts(actor, readListQuery(search, ACCOUNT_LIST)) : null,
    account: shown === "people" && person ? await findAccount(actor, person) : null,
    jobs: shown === "jobs" ? await readJobs(actor) : null,
    mail: shown === "mail" ? await readMail(actor) : null,
    setup: shown === "setup" ? await readSetup(actor) : null,
    arrived: shown === "setup" ? search.get("arrived") : null,
    settings: shown === "settings" ? await describeSettings(actor) : null,
  };
});

type Asked = FormRequest<Route.ActionArgs>;
const about = ({ text }: Asked) => ({ uid: text("uid"), reason: text("reason") });

export const action = pageAction<Route.ActionArgs, Pick<ToolsAnswer, "ledger">>({
  intents: {
    roles: async (asked) => {
      const { actor, request, form, text } = asked;
      // Granting admin rights requires a fresh sign-in or password, not just an open browser.
      const password = text("current-password");
      if (password) await reauthenticate(request, password);
      await requireRecentSignIn(request);
      await changeRoles(actor, {
        ...about(asked),
        claims: Object.fromEntries(CLAIM_ROLES.map((role) => [role, form.has(role)])),
      });
      return { done: "Roles changed." };
    },
    disable: intent({
      command: disableAccount,
      input: about,
      done: "Account blocked. Its sessions were ended, and we've told the owner why.",
    }),
    enable: intent({ command: enableAccount, input: about, done: "Account unblocked." }),
    retry: intent({
      command: retryJob,
      input: ({ text }) => ({ job: text("job") }),
      done: "The job is back in its queue and will run again.",
    }),
    "retry-kind": intent({
      command: retryJobs,
      input: ({ text }) => ({ kind: text("kind") }),
      done: ({ count: n }) => `${count(n, "job is back in its", "jobs are back in their")} queue and will run again.`,
    }),
    discard: intent({
      command: discardJob,
      input: ({ text }) => ({ job: text("job"), reason: text("reason") }),
      done: "Job discarded.",
    }),
    company: intent({
      command: saveCompany,
      input: ({ form }) => formTexts(form) as Parameters<typeof saveCompany>[1],
      done: "Company details saved.",
    }),
    confirm: intent({
      command: confirmSetupStep,
      input: ({ text }) => ({ step: text("step"), item: text("item"), version: text("version") }),
      reply: (_confirmed, { text }) => ({
        form: text("step"),
        done: text("step") === "prices" ? "Prices confirmed." : "Text approved.",
      }),
    }),
    "test-payment": async ({ actor }) => redirect(await startTestPayment(actor)),
    "test-email": intent({ command: sendTestEmail, input: () => ({}), done: ({ to }) => `Test email sent to ${to}.` }),
    "email-arrived": intent({
      command: confirmTestEmail,
      input: ({ text }) => ({ code: text("code") }),
      goTo: () => `${addressOf("setup")}#email`,
    }),
    dns: intent({
      command: checkMailDns,
      input: ({ text }) => ({ selector: text("selector") }),
      done: "DNS records checked.",
    }),
    "invite-editors": intent({
      command: inviteEditors,
      input: ({ text }) => ({ emails: text("emails") }),
      done: ({ sent, before }) =>
        `${count(sent, "invitation")} sent${before > 0 ? `, ${before} already invited` : ""}.`,
    }),
    "open-shop": intent({ command: openShop, input: () => ({}), done: "The shop is open." }),
    "close-shop": intent({
      command: closeShop,
      input: ({ text }) => ({ reason: text("reason") }),
      done: "The shop is closed. Orders in progress continue.",
    }),
    ledger: async ({ actor }) => ({ ledger: await checkLedger(actor) }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** The operator's tools: roles, failed jobs, unsent emails, ledger reconciliation and configuration. */
export default function AdminTools({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, reader, accounts, account, jobs, mail, settings, setup, arrived } = loaderData;
  useLive(
    (event) =>
      event.kind.startsWith("account.") ||
      (shown === "setup" && SETUP_EVENTS.test(event.kind)) ||
      (shown === "mail" && event.kind === "mail"),
  );
  const answer = useLastAnswer(actionData);
  const inPlace = (answer?.form === "roles" && account) || (setup !== null && answer?.form === "company");
  return (
    <Page width="full">
      <PageTitle title="Admin tools" />
      <PageTabs
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
          answer={answer?.form === "roles" ? answer : undefined}
        />
      ) : null}
      {setup ? <SetupChecklist setup={setup} arrived={arrived} answer={answer} /> : null}
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
