import { Checkbox, Textarea } from "@mantine/core";
import { useRef } from "react";
import { Form, Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useSavedFields } from "#app/platform/browser/core/saved-fields.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { ACCOUNTS_ANCHOR } from "#app/features/accounts/rules/sign-in/federated.ts";
import { orcidAddress } from "#app/features/accounts/rules/sign-in/orcid.ts";
import { findOrcid, findProvider } from "#app/features/accounts/server/sign-in/connected-accounts.ts";
import { MAX_SAMPLE, SAMPLE_WORDS, missingForPublic } from "../rules/public-page.ts";
import { findEditor } from "../server/find-editor.ts";
import { previewPublicEditor } from "../server/public-page/find-public-editor.ts";
import { savePhoto } from "../server/public-page/save-photo.ts";
import { listFreeDates } from "#app/features/orders/server/editor-record/list-free-dates.ts";
import { savePublicPage } from "#app/features/orders/server/editor-record/save-public-page.ts";
import { EditorTabs } from "../ui/editor-tabs.tsx";
import { PhotoField } from "../ui/photo-field.tsx";
import { EditorPhoto, EditorPublicPage } from "../ui/public-editor.tsx";
import styles from "../ui/editor.module.css";
import pageStyles from "../ui/public-editor.module.css";
import type { Route } from "./+types/editor-public-page";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Public page");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  const uid = uidOf(actor) ?? "";
  const editor = await findEditor(uid);
  const preview = await previewPublicEditor(uid);
  if (!editor || !preview) return null;
  return {
    uid,
    preview,
    free: (await listFreeDates([uid], now())).get(uid) ?? null,
    orcid: await findOrcid(uid),
    canConnectOrcid: findProvider("orcid") !== undefined,
    shown: editor.publicAt !== null,
    missing: missingForPublic({
      ...editor,
      identityApproved: editor.identityApprovedAt !== null,
      agreementSigned: editor.agreementSignedAt !== null,
    }),
  };
});

export const action = pageAction<Route.ActionArgs>({
  intents: {
    page: intent({
      command: savePublicPage,
      input: ({ actor, form, text }) => ({
        editorId: uidOf(actor) ?? "",
        shown: form.has("shown"),
        mayShow: form.has("mayShow"),
        showOrcid: form.has("showOrcid"),
        sampleBefore: text("sampleBefore"),
        sampleAfter: text("sampleAfter"),
      }),
      done: ({ shown }) => (shown ? "Saved. Your page is public." : "Saved. Your page isn't public."),
    }),
    photo: intent({
      command: savePhoto,
      input: async ({ actor, form }) => {
        const file = form.get("photo");
        return {
          editorId: uidOf(actor) ?? "",
          bytes: file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array(),
        };
      },
      done: "Photo saved.",
    }),
    "remove-photo": intent({
      command: savePhoto,
      input: ({ actor }) => ({ editorId: uidOf(actor) ?? "", bytes: null }),
      done: "Photo removed.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** The form's fields as they're saved. */
const savedFieldsOf = (saved: Route.ComponentProps["loaderData"]) => ({
  sampleBefore: saved?.preview.sample?.before,
  sampleAfter: saved?.preview.sample?.after,
  mayShow: saved?.preview.sample ? ["on"] : [],
  showOrcid: saved?.preview.orcid ? ["on"] : [],
  shown: saved?.shown ? ["on"] : [],
});

/** An editor's public page settings, with a preview. */
export default function EditorPublicPageSettings({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const page = useRef<HTMLFormElement>(null);
  useSavedFields(page, savedFieldsOf(loaderData), answer);
  if (!loaderData)
    return (
      <Page>
        <PageTitle title="Public page" />
        <EmptyState
          title="Public pages are for editors"
          mark="stet"
          action={<Link to="/admin/editors">View editors</Link>}
        >
          This account isn't an editor account, so it has no public page.
        </EmptyState>
      </Page>
    );
  const { uid, preview, free, orcid, canConnectOrcid, shown, missing } = loaderData;
  const problem = answer?.error;
  const typed = answer?.form === "page" ? answer.typed : undefined;
  return (
    <Page width="reading">
      <PageTitle
        title="Public page"
        lede={
          <p>
            A page that introduces you to authors. It shows your profile, your record here, and a sample you choose.
            Your email address and your orders are never shown.
          </p>
        }
      />
      <EditorTabs editorId={uid} />
      <ErrorNote problem={problem} byField />
      {answer?.done ? (
        <div role="status" style={{ marginBottom: "1.5rem" }}>
          <Notice
            tone="good"
            action={shown ? <a href={href("/editors/:editorId", { editorId: uid })}>View page</a> : undefined}
          >
            {answer.done}
          </Notice>
        </div>
      ) : null}
      {missing.length > 0 ? (
        <div style={{ marginBottom: "1.5rem" }}>
          <Notice
            tone="attention"
            title="Complete your profile first"
            action={<Link to={href("/edit-profile/:editorId", { editorId: uid })}>Edit profile</Link>}
          >
            Still missing: {missing.join(", ")}.
          </Notice>
        </div>
      ) : null}
      <div className={styles.stack}>
        <Sheet title="Photo">
          <Form method="post" encType="multipart/form-data" className={styles.part}>
            <div className={pageStyles.crop}>
              <EditorPhoto editor={preview} size="small" />
              <PhotoField error={fieldError(problem, "photo")} />
            </div>
            <div className={styles.buttons}>
              <SubmitButton name="intent" value="photo" variant="default" pending="Uploading">
                Save photo
              </SubmitButton>
              {preview.photo ? (
                <SubmitButton name="intent" value="remove-photo" variant="subtle" pending="Removing">
                  Remove photo
                </SubmitButton>
              ) : null}
            </div>
          </Form>
        </Sheet>
        <Sheet title="Page">
          <Form method="post" className={styles.part} ref={page}>
            <Textarea
              id="sampleBefore"
              name="sampleBefore"
              label="Sample: before"
              description={`Up to ${SAMPLE_WORDS} words as they were. Leave both empty for no sample.`}
              autosize
              minRows={3}
              maxLength={MAX_SAMPLE}
              defaultValue={typed?.sampleBefore ?? preview.sample?.before ?? ""}
              error={fieldError(problem, "sampleBefore")}
            />
            <Textarea
              id="sampleAfter"
              name="sampleAfter"
              label="Sample: after"
              description="The same text as you edited it. We show the changes."
              autosize
              minRows={3}
              maxLength={MAX_SAMPLE}
              defaultValue={typed?.sampleAfter ?? preview.sample?.after ?? ""}
              error={fieldError(problem, "sampleAfter")}
            />
            <Checkbox
              id="mayShow"
              name="mayShow"
              label="I may show this sample: I wrote the text myself, or its author agreed"
              defaultChecked={typed ? "mayShow" in typed : preview.sample !== null}
              error={fieldError(problem, "mayShow")}
            />
            <OrcidChoice
              orcid={orcid}
              canConnect={canConnectOrcid}
              shown={typed ? "showOrcid" in typed : preview.orcid !== null}
            />
            <Checkbox
              id="shown"
              name="shown"
              label="Show my page to everybody"
              description="Authors can find you, prefer you, and block you from there. You can hide it again at any time."
              defaultChecked={typed ? "shown" in typed : shown}
              error={fieldError(problem, "shown")}
            />
            <div className={styles.buttons}>
              <SubmitButton name="intent" value="page" pending="Saving">
                Save page
              </SubmitButton>
            </div>
          </Form>
        </Sheet>
        <Sheet
          title="Preview"
          aside={
            shown ? (
              <a href={href("/editors/:editorId", { editorId: uid })}>View page</a>
            ) : (
              <span className="soft">Only you see this</span>
            )
          }
        >
          <EditorPublicPage editor={preview} free={free} heading="h2" />
        </Sheet>
      </div>
    </Page>
  );
}

/** Whether the page shows the editor's ORCID iD, or how to connect it. */
function OrcidChoice({ orcid, canConnect, shown }: { orcid: string | null; canConnect: boolean; shown: boolean }) {
  if (orcid)
    return (
      <Checkbox
        id="showOrcid"
        name="showOrcid"
        label="Show my ORCID iD"
        description={`${orcidAddress(orcid)}, marked as verified`}
        defaultChecked={shown}
      />
    );
  return canConnect ? (
    <p className="small soft">
      Have an ORCID iD? <Link to={`/editor/settings#${ACCOUNTS_ANCHOR}`}>Connect ORCID</Link> to show it here, marked as
      verified.
    </p>
  ) : null;
}
