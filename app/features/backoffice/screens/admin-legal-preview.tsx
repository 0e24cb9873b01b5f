import { Link, href } from "react-router";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { renderMarkdown } from "#app/platform/rules/public-pages/markdown.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { LegalPage } from "#app/features/marketing/ui/legal-page.tsx";
import { previewLegalDraft } from "../server/legal/read-legal-page.ts";
import type { Route } from "./+types/admin-legal-preview";

export const handle = { readOnly: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(matches, "Legal text preview"),
  { name: "robots", content: "noindex, nofollow" },
];

export const loader = pageLoader(async ({ actor, params: { draftId } }: PageRequest<Route.LoaderArgs>) => {
  const { body, ...draft } = await previewLegalDraft(actor, draftId);
  const { html, headings } = renderMarkdown(body);
  return { ...draft, html, headings, draftId };
});

/** A draft of a legal text, as readers would see it. */
export default function AdminLegalPreview({ loaderData }: Route.ComponentProps) {
  const { title, summary, effectiveAt, html, headings, draftId } = loaderData;
  return (
    <LegalPage
      title={title}
      html={html}
      headings={headings}
      line={
        <>
          {effectiveAt ? `Version of ${formatLongDay(effectiveAt.slice(0, 10))}` : "New version"}
          {summary ? `. ${summary}` : ""}
        </>
      }
      note={
        <>
          Preview of the saved draft.{" "}
          <Link to={href("/admin/policy/legal/drafts/:draftId", { draftId })}>Back to the draft</Link>.
        </>
      }
    />
  );
}
