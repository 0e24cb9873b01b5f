import { Button } from "@mantine/core";
import { Link, redirect } from "react-router";
import { actorContext } from "#app/context.ts";
import { carrying } from "#app/features/accounts/rules/came-from.ts";
import { askSignInService } from "#app/features/accounts/server/ask-sign-in-service.ts";
import { contactAddress } from "#app/features/accounts/server/contact-address.ts";
import { currentVersion } from "#app/features/accounts/server/legal-documents.ts";
import { textOf } from "#app/features/accounts/server/onward.ts";
import { keepTyped } from "#app/platform/browser/core/keep-typed.ts";
import { useSession } from "#app/platform/browser/core/session.ts";
import { Problem, invalid } from "#app/platform/rules/core/errors.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemData } from "#app/platform/server/core/problem.ts";
import { readPageForm } from "#app/platform/server/core/read-body.ts";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { EMPTY_ANSWERS, answersFromForm } from "../rules/application.ts";
import { APPLICATION_STATUS_LABELS, APPLICATION_STATUS_TONES } from "../rules/application-flow.ts";
import { findOwnApplication } from "../server/find-application.ts";
import { saveApplication, submitApplication } from "../server/save-application.ts";
import { ApplicationForm } from "../ui/application-form.tsx";
import { ApplicationSent } from "../ui/application-sent.tsx";
import { EditingHere, OpenEditorAccount } from "../ui/editing-here.tsx";
import type { Route } from "./+types/editor-signup";

const HERE = "/editor-signup";

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: "Work as an editor",
        description: "Edit manuscripts in your own field. See what the work involves, what it pays, and how to apply.",
        path: HERE,
        origin: loaderData.origin,
        siteName: loaderData.siteName,
      })
    : [];

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { siteName, origins, password } = config();
  const application = actor.kind === "person" ? await findOwnApplication(actor.uid) : null;
  return {
    siteName,
    origin: origins.public,
    policy: password,
    writeTo: contactAddress(),
    agreement: currentVersion("editor-agreement"),
    application,
  };
}

/** An application's field errors without the command's input prefix. */
function ownFields(error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([name, message]) => [
      name.replace(/^answers\./, "").replace(/\.\d+$/, ""),
      message,
    ]),
  );
  return new Problem(error.kind, error.code, error.message, error.advice, fields);
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readPageForm(request);
  const intent = form.get("intent");
  if (intent === "sign-up") {
    const typed = { name: textOf(form, "name"), email: textOf(form, "email").trim() };
    let cookies: Headers;
    try {
      if (!typed.name.trim())
        throw invalid("input", "Enter your name.", "Authors see it, and it appears on invoices.", {
          name: "Enter your name.",
        });
      const timeZone = textOf(form, "timeZone");
      cookies = await askSignInService(
        request,
        "/sign-up/email",
        {
          ...typed,
          password: textOf(form, "password"),
          humanCheck: textOf(form, "humanCheck"),
          ...(timeZone ? { timeZone } : {}),
        },
        HERE,
      );
    } catch (error) {
      return problemData(error, { account: typed });
    }
    throw redirect(carrying("/signup", HERE), { headers: cookies });
  }
  const actor = context.get(actorContext);
  const answers = answersFromForm(form);
  try {
    await saveApplication(actor, { answers });
    if (intent !== "send") return { error: undefined, typed: undefined, saved: true };
    const agreement = form.get("agreement");
    await submitApplication(actor, { agreement: typeof agreement === "string" ? agreement : null });
  } catch (error) {
    return problemData(ownFields(error), {
      answers: { ...answers, years: Number.isNaN(answers.years) ? null : answers.years },
      agreed: form.get("agreement") !== null,
    });
  }
  throw redirect("/thanks?for=editor");
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepTyped(serverAction);

export default function EditorSignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { application, policy, writeTo, agreement } = loaderData;
  const session = useSession();
  const problem = actionData?.error;
  const typed = actionData?.typed;
  if (!session) {
    return (
      <Page>
        <PageTitle
          title="Work as an editor"
          lede="Edit manuscripts in your own field, on your own schedule. You see your pay before you accept."
        />
        <Columns
          main={<EditingHere />}
          side={
            <OpenEditorAccount
              policy={policy}
              writeTo={writeTo}
              problem={problem}
              typed={typed && "account" in typed ? typed.account : undefined}
              here={HERE}
            />
          }
        />
      </Page>
    );
  }
  if (session.isEditor) {
    return (
      <Page width="reading">
        <PageTitle title="Work as an editor" />
        <Notice
          tone="good"
          title="You’re already an editor."
          action={
            <Button component={Link} to="/editor">
              Go to dashboard
            </Button>
          }
        >
          {application?.status === "approved"
            ? application.note || "Your application was approved."
            : "You don’t need to apply again."}
        </Notice>
      </Page>
    );
  }
  if (application && application.status !== "draft") {
    return (
      <Page width="reading">
        <PageTitle
          title="Your application"
          status={
            <StatusBadge tone={APPLICATION_STATUS_TONES[application.status]}>
              {APPLICATION_STATUS_LABELS[application.status]}
            </StatusBadge>
          }
          lede={
            application.submittedAt ? (
              <>
                Sent on <Instant at={application.submittedAt} show="day" />.{" "}
                {application.status === "submitted" ? "We’ll review it and email you our decision." : ""}
              </>
            ) : undefined
          }
        />
        <ApplicationSent application={application} />
      </Page>
    );
  }
  const answers = (typed && "answers" in typed ? typed.answers : undefined) ?? application?.answers ?? EMPTY_ANSWERS;
  return (
    <Page>
      <PageTitle
        title="Apply to work as an editor"
        lede="You can save and come back anytime. We’ll review your application once you send it."
      />
      <Columns
        main={
          <ApplicationForm
            answers={answers}
            agreed={typed && "agreed" in typed ? typed.agreed : false}
            agreement={agreement}
            problem={problem}
            saved={actionData && "saved" in actionData ? actionData.saved : false}
            savedAt={application?.updatedAt ?? null}
          />
        }
        side={
          <Sheet title="What happens next">
            <EditingHere brief />
          </Sheet>
        }
      />
    </Page>
  );
}
