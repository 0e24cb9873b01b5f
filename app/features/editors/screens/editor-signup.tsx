import "#app/platform/browser/core/survive-translation.ts";
import { shownKeep } from "#app/features/policy/server/read-keep.ts";
import { Link, redirect } from "react-router";
import { carrying } from "#app/features/accounts/rules/came-from.ts";
import { askSignInService } from "#app/features/accounts/server/sign-in/ask-sign-in-service.ts";
import { contactAddress } from "#app/features/accounts/server/settings/contact-address.ts";
import { currentVersion } from "#app/features/accounts/server/legal/legal-documents.ts";
import { useSession } from "#app/platform/browser/core/session.ts";
import { Problem, invalid } from "#app/platform/rules/core/errors.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { config } from "#app/platform/server/core/config.ts";
import {
  type PageRequest,
  type FormRequest,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { Button } from "#app/ui/button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { EMPTY_ANSWERS, answersFromForm } from "../rules/application.ts";
import { APPLICATION_STATUS_LABELS, APPLICATION_STATUS_TONES } from "../rules/application-flow.ts";
import { findSample } from "../rules/samples.ts";
import {
  attachToApplication,
  listApplicationFiles,
  removeApplicationFile,
} from "../server/application/application-files.ts";
import { finishSample, startSample } from "../server/application/sample-edit.ts";
import { findOwnApplication } from "../server/application/find-application.ts";
import { saveApplication, submitApplication } from "../server/application/save-application.ts";
import { ApplicationForm } from "../ui/application-form.tsx";
import { ApplicationSent } from "../ui/application-sent.tsx";
import { EditingHere, OpenEditorAccount } from "../ui/editing-here.tsx";
import type { Route } from "./+types/editor-signup";
import { shownPricing } from "#app/features/pricing/server/read-pricing.ts";
import { shownLevels } from "../server/read-level-policy.ts";

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

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  const { siteName, origins, password } = config();
  const application = actor.kind === "person" ? await findOwnApplication(actor.uid) : null;
  return {
    siteName,
    origin: origins.public,
    policy: password,
    writeTo: contactAddress(),
    agreement: await currentVersion("editor-agreement"),
    pay: (await shownPricing()).pay,
    keptMs: (await shownKeep()).applicationMs,
    qaPassed: (await shownLevels()).standard.qaPassed,
    // The reviewer's points aren't for the applicant.
    application: application ? { ...application, rubric: null } : null,
    files: application ? await listApplicationFiles(application.uid) : [],
    sample: {
      startedAt: application?.sampleStartedAt ?? null,
      finishedAt: application?.sampleFinishedAt ?? null,
      title: application?.sampleStartedAt ? findSample(application.sampleId).title : null,
      text: application?.sampleStartedAt ? findSample(application.sampleId).text : null,
    },
  };
});

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

/** The files in the form, with the field they were chosen in. */
async function filesIn(form: FormData) {
  const chosen = (["cv", "degreeFile"] as const).flatMap((name) =>
    form
      .getAll(name)
      .filter((f): f is File => typeof f !== "string" && f.size > 0)
      .map((file) => ({ kind: name === "cv" ? ("cv" as const) : ("degree" as const), file })),
  );
  return Promise.all(chosen.map(async ({ kind, file }) => ({ kind, bytes: new Uint8Array(await file.arrayBuffer()) })));
}

type Asked = FormRequest<Route.ActionArgs>;
const accountIn = ({ text }: Asked) => ({ name: text("name"), email: text("email").trim() });

async function signUp(asked: Asked) {
  const { request, text } = asked;
  const account = accountIn(asked);
  if (!account.name.trim())
    throw invalid("input", "Enter your name.", "Authors see it, and it appears on invoices.", {
      name: "Enter your name.",
    });
  const timeZone = text("timeZone");
  const cookies = await askSignInService(
    request,
    "/sign-up/email",
    {
      ...account,
      password: text("password"),
      humanCheck: text("humanCheck"),
      ...(timeZone ? { timeZone } : {}),
    },
    HERE,
  );
  throw redirect(carrying("/signup", HERE), { headers: cookies });
}

type Typed = {
  account?: ReturnType<typeof accountIn>;
  answers?: Omit<ReturnType<typeof answersFromForm>, "years"> & { years: number | null };
  agreed?: boolean;
};

export const action = pageAction<Route.ActionArgs, { saved: true }, Typed>({
  intents: { "sign-up": signUp },
  only: async ({ actor, form, intent: name }) => {
    try {
      await saveApplication(actor, { answers: answersFromForm(form) });
      await attachToApplication(actor, await filesIn(form));
      if (name === "start-sample") await startSample(actor, {});
      if (name === "finish-sample") await finishSample(actor, {});
      if (name.startsWith("remove ")) await removeApplicationFile(actor, { fileId: name.slice("remove ".length) });
      if (name !== "send") return { saved: true };
      const agreement = form.get("agreement");
      await submitApplication(actor, { agreement: typeof agreement === "string" ? agreement : null });
    } catch (error) {
      throw ownFields(error);
    }
    throw redirect("/thanks?for=editor");
  },
  typed: (asked) => {
    if (asked.intent === "sign-up") return { account: accountIn(asked) };
    const answers = answersFromForm(asked.form);
    return {
      answers: { ...answers, years: Number.isNaN(answers.years) ? null : answers.years },
      agreed: asked.form.has("agreement"),
    };
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

export default function EditorSignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { application, policy, writeTo, agreement, sample, files } = loaderData;
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
          main={<EditingHere pay={loaderData.pay} qaPassed={loaderData.qaPassed} />}
          side={
            <OpenEditorAccount policy={policy} writeTo={writeTo} problem={problem} typed={typed?.account} here={HERE} />
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
          title="You're already an editor."
          action={
            <Button component={Link} to="/editor">
              Go to dashboard
            </Button>
          }
        >
          {application?.status === "approved"
            ? application.note || "Your application was approved."
            : "You don't need to apply again."}
        </Notice>
      </Page>
    );
  }
  if (application && application.status !== "draft" && application.status !== "needs_info") {
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
                {application.status === "submitted" ? "We'll review it and email you our decision." : ""}
              </>
            ) : undefined
          }
        />
        <ApplicationSent application={application} />
      </Page>
    );
  }
  const answers = typed?.answers ?? application?.answers ?? EMPTY_ANSWERS;
  return (
    <Page>
      <PageTitle
        title="Apply to work as an editor"
        lede="You can save and come back anytime. We'll review your application once you send it."
      />
      <Columns
        main={
          <ApplicationForm
            answers={answers}
            agreed={typed?.agreed ?? false}
            agreement={agreement}
            problem={problem}
            saved={actionData?.saved ?? false}
            savedAt={application?.updatedAt ?? null}
            sample={sample}
            files={files}
            keptMs={loaderData.keptMs}
            asked={application?.status === "needs_info" ? application.note : null}
          />
        }
        side={
          <Sheet title="What happens next">
            <EditingHere pay={null} qaPassed={loaderData.qaPassed} />
          </Sheet>
        }
      />
    </Page>
  );
}
