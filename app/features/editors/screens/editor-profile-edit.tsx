import { Button, NativeSelect, TextInput, Textarea } from "@mantine/core";
import { useRef } from "react";
import { Form, Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useSavedFields } from "#app/platform/browser/core/saved-fields.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import {
  type PageRequest,
  type FormRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { timeZoneGroups } from "#app/platform/server/core/time-zones.ts";
import { ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { can } from "../rules/can.ts";
import {
  PROFILE_TEXTS,
  PROFILE_TEXT_NAMES,
  type ProfileText,
  type ProfileTexts,
  eachText,
} from "../rules/profile-texts.ts";
import { LANGUAGE_CODES, languageName } from "../rules/languages.ts";
import { findEditor } from "../server/find-editor.ts";
import { profileForm, profileVersion, saveEditorProfile } from "../server/save-editor-profile.ts";
import { Choice } from "../ui/choice.tsx";
import { FieldChoices } from "../ui/field-choices.tsx";
import styles from "../ui/editor.module.css";
import type { Route } from "./+types/editor-profile-edit";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Edit profile");

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => {
  if (!can.editProfile(actor, params.editorId)) throw notFound("editor");
  const editor = await findEditor(params.editorId);
  if (!editor) throw notFound("editor");
  return {
    uid: editor.uid,
    displayName: editor.displayName,
    own: actor.kind === "person" && actor.uid === editor.uid,
    form: profileForm(editor),
    seen: profileVersion(editor),
    zones: timeZoneGroups(editor.timeZone),
  };
});

type Typed = ProfileTexts & { timeZone: string; fields: string[]; languages: string[] };
/** `seen`: the current version after a conflict, so saving again overwrites it on purpose. */
type Extra = { seen: string };

const typedIn = ({ text, texts }: FormRequest<Route.ActionArgs>): Typed => ({
  ...eachText((name) => text(name)),
  timeZone: text("timeZone"),
  fields: texts("fields"),
  languages: texts("languages"),
});

export const action = pageAction<Route.ActionArgs, Extra, Typed>({
  only: intent({
    command: saveEditorProfile,
    input: (asked) => ({ editorId: asked.params.editorId, ...typedIn(asked), seen: asked.text("seen") }),
    goTo: (_saved, { params }) => `${href("/editor/profile/:editorId", { editorId: params.editorId })}?saved`,
  }),
  typed: typedIn,
  refused: async ({ kind }, { params }) => {
    const current = kind === "conflict" ? await findEditor(params.editorId) : null;
    return current ? { seen: profileVersion(current) } : {};
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** An editor, or an admin for them, edits the editor's profile. */
export default function EditorProfileEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { uid, displayName, own, form, seen, zones } = loaderData;
  const answer = useLastAnswer(actionData);
  const problem = answer?.error;
  const shown: Typed = answer?.typed ?? form;
  const profile = useRef<HTMLFormElement>(null);
  const version = useSavedFields(profile, form, answer, seen);
  return (
    <Page width="reading">
      <PageTitle
        title={own ? "Edit my profile" : `Edit ${displayName}'s profile`}
        back={{ label: displayName, to: href("/editor/profile/:editorId", { editorId: uid }) }}
        lede={own ? undefined : <p>You're editing someone else's profile. Your change is recorded in the history.</p>}
      />
      <Form method="post" className={styles.stack} ref={profile}>
        <input type="hidden" name="seen" value={answer?.seen ?? version} />
        <ErrorNote problem={problem} />
        <Sheet>
          <div className={styles.part}>
            {PROFILE_TEXT_NAMES.map((name) => (
              <TextField key={name} name={name} value={shown[name]} error={fieldError(problem, name)} />
            ))}
            <NativeSelect
              id="timeZone"
              name="timeZone"
              label="Time zone"
              defaultValue={shown.timeZone}
              data={zones}
              error={fieldError(problem, "timeZone")}
            />
          </div>
        </Sheet>
        <Sheet>
          <fieldset className={styles.part} id="fields">
            <legend>Fields</legend>
            <p className={styles.note}>We match orders by your fields. Choose at least one to get invites.</p>
            {fieldError(problem, "fields") ? <p className={styles.wrong}>{fieldError(problem, "fields")}</p> : null}
            <FieldChoices name="fields" chosen={shown.fields} />
          </fieldset>
        </Sheet>
        <Sheet>
          <fieldset className={styles.part} id="languages">
            <legend>Languages besides English</legend>
            <p className={styles.note}>
              Languages you read well enough to understand an author who thinks in them. Authors can choose editors by
              them.
            </p>
            {fieldError(problem, "languages") ? (
              <p className={styles.wrong}>{fieldError(problem, "languages")}</p>
            ) : null}
            <div className={styles.fields}>
              <details open={shown.languages.length > 0}>
                <summary>
                  <span>Languages</span>
                  {shown.languages.length > 0 ? (
                    <small className="figures">{shown.languages.length} chosen</small>
                  ) : null}
                </summary>
                <div className={styles.choices}>
                  {LANGUAGE_CODES.map((code) => (
                    <Choice key={code} name="languages" value={code} checked={shown.languages.includes(code)}>
                      {languageName(code)}
                    </Choice>
                  ))}
                </div>
              </details>
            </div>
          </fieldset>
        </Sheet>
        <div className={styles.buttons}>
          <SubmitButton pending="Saving">Save profile</SubmitButton>
          <Button component={Link} to={href("/editor/profile/:editorId", { editorId: uid })} variant="subtle">
            Cancel
          </Button>
        </div>
      </Form>
    </Page>
  );
}

/** One of the texts that editors write about themselves. */
function TextField({ name, value, error }: { name: ProfileText; value: string; error: string | undefined }) {
  const { label, limit, ...field } = PROFILE_TEXTS[name];
  const shared = { id: name, name, label, maxLength: limit, defaultValue: value, error };
  return "lines" in field ? (
    <Textarea {...shared} {...("hint" in field ? { description: field.hint } : {})} autosize minRows={field.lines} />
  ) : (
    <TextInput {...shared} description={field.hint} />
  );
}
