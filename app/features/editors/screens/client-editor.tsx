import { NativeSelect } from "@mantine/core";
import { Form, Link, href } from "react-router";
import { findListed } from "#app/features/orders/server/client-editors/find-listed.ts";
import { listFreeDates } from "#app/features/orders/server/editor-record/list-free-dates.ts";
import { listEditor } from "#app/features/orders/server/client-editors/list-editor.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { findPublicEditor } from "../server/public-page/find-public-editor.ts";
import { EditorPublicPage } from "../ui/public-editor.tsx";
import styles from "../ui/editor.module.css";
import type { Route } from "./+types/client-editor";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData?.editor.name ?? "Editor");

export const loader = pageLoader(async ({ actor, params, search }: PageRequest<Route.LoaderArgs>) => {
  const editor = await findPublicEditor(params.editorId);
  if (!editor || actor.kind !== "person") throw notFound("editor");
  return {
    editor,
    free: (await listFreeDates([params.editorId], now())).get(params.editorId) ?? null,
    kind: await findListed(actor.uid, params.editorId),
    prefers: search.has("prefer"),
  };
});

const DONE = {
  preferred: "Saved. We'll invite this editor first when they can take your order.",
  backup: "Saved. This editor is now a backup.",
  blocked: "Saved. We won't invite this editor to your orders.",
  off: "Saved. This editor isn't on your list.",
} as const;

export const action = pageAction<Route.ActionArgs>({
  only: intent({
    command: listEditor,
    input: ({ actor, params, text }) => ({
      userId: actor.kind === "person" ? actor.uid : "",
      editorId: params.editorId,
      kind: text("kind"),
    }),
    done: ({ kind }) => DONE[kind ?? "off"],
  }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const KINDS = [
  ["preferred", "Prefer: invited first"],
  ["backup", "Backup"],
  ["blocked", "Block: never invited, never sees your orders"],
  ["off", "No preference"],
] as const;

/** A client chooses how to work with an editor they read about. */
export default function ClientEditor({ loaderData, actionData }: Route.ComponentProps) {
  const { editor, free, kind, prefers } = loaderData;
  const shown = kind ?? (prefers ? "preferred" : "off");
  const answer = useLastAnswer(actionData);
  return (
    <Page width="reading">
      <PageTitle
        title={`Work with ${editor.name}`}
        back={{ label: editor.name, to: href("/editors/:editorId", { editorId: editor.editorId }) }}
      />
      <ErrorNote problem={answer?.error} />
      {answer?.done ? (
        <div role="status" style={{ marginBottom: "1.5rem" }}>
          <Notice tone="good" action={<Link to="/order/new">Place an order</Link>}>
            {answer.done}
          </Notice>
        </div>
      ) : null}
      <div className={styles.stack}>
        <Sheet>
          <Form method="post" className={styles.part} key={shown}>
            <NativeSelect
              name="kind"
              label="Your preference"
              defaultValue={shown}
              data={KINDS.map(([value, label]) => ({ value, label }))}
            />
            <div className={styles.buttons}>
              <SubmitButton pending="Saving">Save preference</SubmitButton>
              <Link to="/profile#editors">All my editors</Link>
            </div>
          </Form>
        </Sheet>
        <Sheet>
          <EditorPublicPage editor={editor} free={free} heading="h2" />
        </Sheet>
      </div>
    </Page>
  );
}
