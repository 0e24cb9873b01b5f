import { Form, Link } from "react-router";
import { DecideDraft } from "#app/features/backoffice/ui/two-admins.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { TEMPLATE_LIMITS } from "#app/platform/rules/mail/email-template.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import {
  type FormRequest,
  type PageRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { TextInput, Textarea } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { DoneNote, ErrorNote, Notice, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { PageTabs } from "#app/ui/frame/page-tabs.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { templatePath } from "../rules/template-name.ts";
import { approveTemplate, proposeTemplate, saveBrand, saveTemplate } from "../server/templates/change-templates.ts";
import { readTemplate } from "../server/templates/read-templates.ts";
import { declineTemplate, discardTemplate, takeBackTemplate } from "../server/templates/template-versions.ts";
import styles from "../ui/emails.module.css";
import type { Route } from "./+types/admin-email-template";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Email");

const languageIn = (search: URLSearchParams): string => search.get("language") ?? "en";

export const loader = pageLoader(({ actor, params, search }: PageRequest<Route.LoaderArgs>) =>
  readTemplate(actor, params.email, languageIn(search)),
);

type Asked = FormRequest<Route.ActionArgs>;
const seen = ({ text }: Asked) => ({ draftId: text("draftId"), revision: text("revision") });
const own = ({ text }: Asked) => ({ draftId: text("draftId") });

async function logoIn({ form }: Asked): Promise<Buffer | null | undefined> {
  if (form.get("removeLogo") === "yes") return null;
  const file = form.get("logo");
  return file instanceof File && file.size > 0 ? Buffer.from(await file.arrayBuffer()) : undefined;
}

export const action = pageAction<Route.ActionArgs>({
  takesFiles: true,
  intents: {
    save: intent({
      command: saveTemplate,
      input: ({ params, search, text }: Asked) => ({
        email: params.email,
        language: languageIn(search),
        revision: text("revision"),
        subject: text("subject"),
        body: text("body"),
        button: text("button"),
        footer: text("footer"),
      }),
      done: "Draft saved. Look at it below, then propose it.",
    }),
    "save-brand": async (asked) => {
      const { text } = asked;
      await saveBrand(asked.actor, {
        revision: text("revision"),
        logoHeight: text("logoHeight") || "0",
        language: text("language"),
        languageName: text("languageName"),
        unsubscribe: text("unsubscribe"),
        logo: await logoIn(asked),
      } as never);
      return { done: "Draft saved. Look at it below, then propose it." };
    },
    propose: intent({
      command: proposeTemplate,
      input: (asked: Asked) => ({ ...seen(asked), reason: asked.text("reason") }),
      done: "Proposed. An admin other than you has to approve it.",
    }),
    "take-back": intent({ command: takeBackTemplate, input: own, done: "Proposal taken back." }),
    discard: intent({ command: discardTemplate, input: own, done: "Draft discarded." }),
    approve: intent({ command: approveTemplate, input: seen, done: "Approved. It's used within a few seconds." }),
    decline: intent({
      command: declineTemplate,
      input: (asked: Asked) => ({ ...seen(asked), note: asked.text("note") }),
      done: "Declined. Its drafter is told.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** An email's words: what's in use, a draft of others with its preview, and the decision about it. */
export default function AdminEmailTemplate({ loaderData: it, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("email_template."));
  const answer = useLastAnswer(actionData);
  const { draft } = it;
  const editable = draft === null || (draft.own && draft.state === "draft");
  const typed = answer?.error ? answer.typed : undefined;
  return (
    <Page>
      <PageTitle
        title={it.brand ? "Logo and languages" : it.subject}
        crumbs={[{ label: "Emails", to: "/admin/email/templates" }]}
        lede={`${it.brand ? "" : `The email ${it.email}. `}${it.inUse === 0 ? "We send our own words." : `Version ${it.inUse} of your words is in use.`}`}
      />
      {it.languages.length > 1 ? (
        <PageTabs
          label="Languages"
          tabs={it.languages.map((language) => ({
            label: language === "en" ? "English" : language,
            to: templatePath({ email: it.email, language }),
          }))}
        />
      ) : null}
      <DoneNote answer={answer} />
      <ErrorNote problem={answer?.error} />
      {draft?.note && draft.state === "draft" ? (
        <Notice tone="info" title="Declined">
          {draft.note}
        </Notice>
      ) : null}
      {editable ? (
        <Section title={it.brand ? "What all emails share" : "Words"}>
          <Form
            method="post"
            encType="multipart/form-data"
            className={styles.words}
            key={`${it.email}${it.language}${draft?.revision ?? 0}`}
            noValidate
            preventScrollReset
          >
            <input type="hidden" name="revision" value={draft?.revision ?? 0} />
            {it.content ? <Words it={it} content={it.content} typed={typed} problem={answer?.error} /> : null}
            {it.brand ? <Brand brand={it.brand} typed={typed} problem={answer?.error} /> : null}
            <div>
              <SubmitButton name="intent" value={it.brand ? "save-brand" : "save"} pending="Saving" variant="default">
                Save draft
              </SubmitButton>
            </div>
          </Form>
        </Section>
      ) : null}
      <Section title={draft ? "Preview of the draft" : "Preview"}>
        <div className={styles.previews}>
          {it.previews.map((one) => (
            <div key={one.key}>
              <p>
                <b>{one.subject}</b>, to {one.to}
              </p>
              <iframe title={`Preview: ${one.subject}`} sandbox="" srcDoc={one.html} />
            </div>
          ))}
        </div>
      </Section>
      {draft ? (
        <DecideDraft
          draft={draft}
          fields={{ draftId: draft.id }}
          answer={answer}
          noun="text"
          proposing={{ title: "Propose it", button: "Propose text" }}
          lost="Your draft is deleted. What's in use stays."
          keeps="Look at the preview. Emails that were sent already stay as they are."
        />
      ) : null}
      {it.history.length > 0 ? (
        <Section title="Versions">
          <ul>
            {it.history.map((one) => (
              <li key={one.version}>
                Version {one.version}, {one.decidedAt ? <Instant at={one.decidedAt} show="day" /> : null}: {one.reason}{" "}
                <span className="soft">
                  By {one.by ?? "somebody"}, approved by {one.approvedBy ?? "somebody"}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <p>
        <Link to="/admin/email/templates">All emails</Link>
      </p>
    </Page>
  );
}

type It = Route.ComponentProps["loaderData"];
type Typed = Readonly<Record<string, string>> | undefined;

function Words({
  it,
  content,
  typed,
  problem,
}: {
  it: It;
  content: NonNullable<It["content"]>;
  typed: Typed;
  problem: ShownProblem | undefined;
}) {
  const field = (name: keyof typeof content) => ({
    name,
    defaultValue: typed?.[name] ?? content[name],
    maxLength: TEMPLATE_LIMITS[name],
    error: fieldError(problem, name),
  });
  return (
    <>
      <TextInput label="Subject" description="Leave empty to use ours" {...field("subject")} />
      <Textarea
        label="Body"
        description="Paragraphs are separated by empty lines. A paragraph whose placeholder has nothing to say is left out. To send our words again, empty every field."
        rows={14}
        {...field("body")}
      />
      <TextInput label="Button" description="Leave empty to use ours" {...field("button")} />
      <TextInput
        label="Why they get it"
        description="Below the email. Leave empty to use our sentence, in English"
        {...field("footer")}
      />
      <div>
        <p>
          Placeholders: <code>{"{text}"}</code>, <code>{"{quote}"}</code>, <code>{"{list}"}</code>, and{" "}
          <code>{"{button}"}</code> have a line of their own and place our words, what somebody wrote, the list, and the
          button. This email needs {it.needs.length === 0 ? "none of them" : it.needs.map((n) => `{${n}}`).join(", ")}.
          Others stand for a value:
        </p>
        <ul className={styles.placeholders}>
          {it.placeholders.map((name) => (
            <li key={name}>
              <code>{`{${name}}`}</code>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function Brand({
  brand,
  typed,
  problem,
}: {
  brand: NonNullable<It["brand"]>;
  typed: Typed;
  problem: ShownProblem | undefined;
}) {
  const field = (name: "language" | "languageName" | "unsubscribe" | "logoHeight") => ({
    name,
    defaultValue: typed?.[name] ?? String(brand[name]),
    error: fieldError(problem, name),
  });
  return (
    <>
      <TextInput
        label="Logo"
        description="A PNG of up to 100 KB, in place of the site's name. Twice as high as it's shown looks sharp everywhere"
        type="file"
        name="logo"
        accept="image/png"
        error={fieldError(problem, "logo")}
      />
      {brand.hasLogo ? (
        <label>
          <input type="checkbox" name="removeLogo" value="yes" /> Remove the logo
        </label>
      ) : null}
      <TextInput
        label="Height of the logo"
        description="In pixels, up to 120"
        inputMode="numeric"
        {...field("logoHeight")}
      />
      <TextInput
        label="Second language"
        description="Its code, such as de. Empty for none. People choose it in their profile"
        maxLength={10}
        {...field("language")}
      />
      <TextInput label="What it's called" description="Such as Deutsch" maxLength={40} {...field("languageName")} />
      <TextInput
        label="Unsubscribe link in that language"
        description="Such as Abbestellen"
        maxLength={80}
        {...field("unsubscribe")}
      />
    </>
  );
}
