import { data, redirect } from "react-router";
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
import { checkMailDns } from "../server/check-mail-dns.ts";
import { closeShop } from "../server/close-shop.ts";
import { confirmSetupStep } from "../server/confirm-setup-step.ts";
import { confirmTestEmail } from "../server/confirm-test-email.ts";
import { inviteEditors } from "../server/invite-editors.ts";
import { openShop } from "../server/open-shop.ts";
import { readSetup } from "../server/read-setup.ts";
import { sendTestEmail } from "../server/send-test-email.ts";
import { saveCompany } from "#app/features/company/server/save-company.ts";
import { startTestPayment } from "#app/features/payments/server/start-test-payment.ts";
import { SetupChecklist } from "../ui/setup-checklist.tsx";
import { checkLedger, describeSettings, readJobs, readMail, retryJob } from "../server/operate.ts";
import { AccountPanel, AccountTable } from "../ui/accounts.tsx";
import { Jobs, LedgerCheck, Outbox, type ToolsAnswer } from "../ui/operations.tsx";
import styles from "../ui/people.module.css";
import { Tabs } from "../ui/tabs.tsx";
import type { Route } from "./+types/admin-tools";

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
const SETUP_EVENTS = /^(?:shop|company|setup|payment|mail|application|editor)\b/;
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
      setup: shown === "setup" ? await readSetup(actor) : null,
      arrived: shown === "setup" ? search.get("arrived") : null,
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
      case "company":
        await saveCompany(actor, formTexts(form) as Parameters<typeof saveCompany>[1]);
        return data<ToolsAnswer>({ form: intent, done: "Company details saved." });
      case "confirm": {
        const step = formText(form, "step") as "prices" | "legal";
        await confirmSetupStep(actor, { step, item: formText(form, "item"), version: formText(form, "version") });
        return data<ToolsAnswer>({ form: step, done: step === "prices" ? "Prices confirmed." : "Text approved." });
      }
      case "test-payment":
        return redirect(await startTestPayment(actor));
      case "test-email":
        return data<ToolsAnswer>({ form: intent, done: `Test email sent to ${(await sendTestEmail(actor, {})).to}.` });
      case "email-arrived":
        await confirmTestEmail(actor, { code: formText(form, "code") });
        return redirect(`${addressOf("setup")}#email`);
      case "dns":
        await checkMailDns(actor, { selector: formText(form, "selector") });
        return data<ToolsAnswer>({ form: intent, done: "DNS records checked." });
      case "invite-editors": {
        const { sent, before } = await inviteEditors(actor, { emails: formText(form, "emails") });
        return data<ToolsAnswer>({
          form: intent,
          done: `${sent === 1 ? "1 invitation" : `${sent} invitations`} sent${before > 0 ? `, ${before} already invited` : ""}.`,
        });
      }
      case "open-shop":
        await openShop(actor, {});
        return data<ToolsAnswer>({ form: intent, done: "The shop is open." });
      case "close-shop":
        await closeShop(actor, { reason: about.reason });
        return data<ToolsAnswer>({ form: intent, done: "The shop is closed. Orders in progress continue." });
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
  const { shown, reader, accounts, account, jobs, mail, settings, setup, arrived } = loaderData;
  useLive(
    (event) =>
      event.kind.startsWith("account.") ||
      (shown === "setup" && SETUP_EVENTS.test(event.kind)) ||
      (shown === "mail" && event.kind === "mail"),
  );
  const answer = useLastAnswer(actionData as ToolsAnswer | undefined);
  const inPlace = (answer?.form === "roles" && account) || (setup !== null && answer?.form === "company");
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
