import { Button } from "@mantine/core";
import { Suspense, lazy } from "react";
import { Link, useSearchParams } from "react-router";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { NotedPages } from "#app/features/documents/ui/notes/noted-pages.tsx";
import { SourceChanges } from "#app/features/documents/ui/source/source-changes.tsx";
import { PlainChanges } from "#app/features/documents/ui/explorer/plain-changes.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import type { ChangesView } from "../../server/work/get-changes-view.ts";

// A separate chunk: most visits to an order don't open it.
const Explorer = lazy(() => import("#app/features/documents/ui/explorer/explorer.tsx"));

/** Every change in one edited copy, on its order's page. */
export function ChangesPage({
  changes,
  order,
}: {
  changes: ChangesView;
  order: { title: string; number: string; to: string };
}) {
  const hydrated = useHydrated();
  const [query] = useSearchParams();
  const start = Number(query.get("change"));
  const plain = changes.summary ? <PlainChanges summary={changes.summary} roles={changes.roles} /> : null;
  return (
    <Page width="full">
      <PageTitle
        title={changes.name}
        back={{ label: `${order.number} ${order.title}`, to: order.to }}
        actions={
          <a href={changes.downloadHref} download>
            {changes.other ? "Download edited copy" : "Download tracked changes"}
          </a>
        }
      />
      {changes.problem ? (
        <Notice tone="late" title={changes.problem.message}>
          {changes.problem.advice} You can still download the copy.
        </Notice>
      ) : changes.other?.kind === "source" ? (
        <SourceChanges changes={changes.other.changes} name={changes.name} />
      ) : changes.other ? (
        <NotedPages
          pages={changes.other.pages}
          pictureOf={(page) => `/api/files/${changes.fileId}/changes?page=${page}`}
        />
      ) : hydrated ? (
        <Suspense fallback={plain}>
          <Explorer
            key={changes.fileId}
            fileId={changes.fileId}
            mayDecide={changes.mayDecide}
            start={start > 0 ? start : null}
            roles={changes.roles}
            waiting={plain}
          />
        </Suspense>
      ) : (
        plain
      )}
    </Page>
  );
}

/** Whether the changes of an edited copy can be seen one by one. @param name its file's name */
export const hasChanges = (name: string): boolean => /\.(?:docx|tex|ltx|zip|pdf)$/i.test(name);

/** The changes of an edited copy, from its order's page. @param change the number of the one to begin with */
export const changesHref = (fileId: string, change?: number): string =>
  `?view=changes&file=${fileId}${change === undefined ? "" : `&change=${change}`}`;

/**
 * Links to the changes of an edited copy. Relative, so each role stays on its own order page.
 * @param main as the page's main button
 */
export const ChangesLink = ({ fileId, name, main = false }: { fileId: string; name: string; main?: boolean }) => {
  if (!hasChanges(name)) return null;
  const to = changesHref(fileId);
  const label = /\.pdf$/i.test(name) ? "See annotations" : "See every change";
  return main ? (
    <Button component={Link} to={to}>
      {label}
    </Button>
  ) : (
    <Link to={to}>{label}</Link>
  );
};
