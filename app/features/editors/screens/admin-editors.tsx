import { useLive } from "#app/platform/browser/live/live.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { listApplications } from "#app/features/editors/server/application/find-application.ts";
import { REVIEW_LIST } from "#app/features/orders/rules/review/review-lists.ts";
import { countReviews, listAllReviews, sumReviews } from "#app/features/orders/server/review/list-all-reviews.ts";
import { ReviewTable } from "#app/features/orders/ui/review/review-table.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { PageTabs } from "#app/ui/frame/page-tabs.tsx";
import { listEditors } from "#app/features/backoffice/server/people/list-editors.ts";
import type { Route } from "./+types/admin-editors";
import { Editors } from "./admin-editors/editors.tsx";
import { Applications } from "./admin-editors/applications.tsx";
import { EDITOR_LIST } from "#app/features/backoffice/rules/lists/editor-list.ts";
import { APPLICATION_LIST } from "#app/features/editors/rules/lists/application-list.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData?.reviews ? "Reviews" : loaderData?.applications ? "Applications" : "Editors");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (!may(actor, "people")) throw refused("Only an admin can see all editors.");
  const waiting = (await listApplications(readListQuery(new URLSearchParams("status=submitted"), APPLICATION_LIST)))
    .total;
  const at = now();
  const { waiting: openReviews } = await countReviews(actor, at);
  if (search.get("show") === "reviews")
    return {
      waiting,
      openReviews,
      editors: null,
      applications: null,
      reviews: {
        list: await listAllReviews(actor, readListQuery(search, REVIEW_LIST), at),
        editors: await sumReviews(actor, "editor", at),
        reviewers: await sumReviews(actor, "reviewer", at),
      },
    };
  if (search.get("show") === "applications")
    return {
      waiting,
      openReviews,
      reviews: null,
      editors: null,
      applications: await listApplications(readListQuery(search, APPLICATION_LIST)),
    };
  return {
    waiting,
    openReviews,
    reviews: null,
    editors: await listEditors(actor, readListQuery(search, EDITOR_LIST), at),
    applications: null,
  };
});

/** All editors with their performance and amounts owed, and all applicants. */
export default function AdminEditors({ loaderData }: Route.ComponentProps) {
  const { editors, applications, reviews, waiting, openReviews } = loaderData;
  useLive(
    (event) =>
      event.kind.startsWith("application.") ||
      event.kind.startsWith("review.") ||
      event.kind === "order.assigned" ||
      event.kind === "order.delivered",
  );
  return (
    <Page width="full">
      <PageTitle title="Editors" />
      <PageTabs
        label="Editors, applications, and reviews"
        shown={reviews ? "reviews" : applications ? "applications" : "editors"}
        tabs={[
          { key: "editors", label: "Editors", to: "/admin/editors" },
          { key: "applications", label: "Applications", to: "/admin/editors?show=applications", count: waiting },
          { key: "reviews", label: "Reviews", to: "/admin/editors?show=reviews", count: openReviews },
        ]}
      />
      {editors ? (
        <Editors list={editors} />
      ) : applications ? (
        <Applications list={applications} />
      ) : reviews ? (
        <ReviewTable {...reviews} />
      ) : null}
    </Page>
  );
}
