import { Link, href } from "react-router";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { absoluteUrl, pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/requests/problem.ts";
import { Button } from "#app/ui/button.tsx";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { listFreeDates } from "#app/features/orders/server/editor-record/list-free-dates.ts";
import { findPublicEditor } from "../server/public-page/find-public-editor.ts";
import { EditorPublicPage } from "../ui/public-editor.tsx";
import styles from "../ui/public-editor.module.css";
import type { Route } from "./+types/public-editor";

export const handle = { readOnly: true } satisfies PageHandle;

export async function loader({ params: { editorId } }: Route.LoaderArgs) {
  const editor = await findPublicEditor(editorId);
  if (!editor) throw problemResponse(notFound("editor"));
  const { siteName, origins } = config();
  const free = (await listFreeDates([editorId], now())).get(editorId) ?? null;
  return { editor, free, siteName, origin: origins.site };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: loaderData.editor.name,
        description: loaderData.editor.headline,
        path: `/editors/${loaderData.editor.editorId}`,
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        type: "profile",
      })
    : [{ title: "Not found" }];

/** An editor's public page. */
export default function PublicEditorPage({ loaderData }: Route.ComponentProps) {
  const { editor, free, origin, siteName } = loaderData;
  const path = `/editors/${editor.editorId}`;
  const choose = href("/profile/editors/:editorId", { editorId: editor.editorId });
  return (
    <div className={styles.outer}>
      <p>
        <Link to="/editors">← Our editors</Link>
      </p>
      <EditorPublicPage
        editor={editor}
        free={free}
        actions={
          <>
            <Button component={Link} to={`${choose}?prefer`}>
              Order with {editor.name}
            </Button>
            <Link to="/order/new">Get a quote for your manuscript</Link>
            <Link to={choose}>Block this editor</Link>
          </>
        }
      />
      <StructuredData
        data={[
          {
            "@type": "Person",
            name: editor.name,
            url: absoluteUrl(origin, path),
            ...(editor.headline ? { description: editor.headline } : {}),
          },
          breadcrumbs(origin, [
            { name: siteName, path: "/" },
            { name: "Our editors", path: "/editors" },
            { name: editor.name, path },
          ]),
        ]}
      />
    </div>
  );
}
