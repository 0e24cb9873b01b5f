import { Button } from "@mantine/core";
import { Link, data, redirect } from "react-router";
import { actorContext } from "#app/context.ts";
import { keepTyped } from "#app/platform/browser/core/keep-typed.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemData, problemResponse } from "#app/platform/server/core/problem.ts";
import { readPageForm } from "#app/platform/server/core/read-body.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { ANNOUNCEMENT_STATUS_WORDS, announcementFlow } from "../rules/announcement-flow.ts";
import { readAnnouncementForm, typedAnnouncement } from "../rules/announcement-form.ts";
import { ANNOUNCEMENT_LIST, READER_LIST } from "../rules/announcement-list.ts";
import { AUDIENCE_WORDS, SEVERITY_WORDS } from "../rules/announcement.ts";
import { AUDIENCES } from "../rules/feeds.ts";
import { findAnnouncement } from "../server/find-announcement.ts";
import { type AnnouncementRow, listAnnouncements } from "../server/list-announcements.ts";
import { publishAnnouncement } from "../server/publish-announcement.ts";
import { removeAnnouncement } from "../server/remove-announcement.ts";
import { saveAnnouncement } from "../server/save-announcement.ts";
import { withdrawAnnouncement } from "../server/withdraw-announcement.ts";
import { AnnouncementComposer, AnnouncementStatusBadge } from "../ui/announcement-composer.tsx";
import { PublishedAnnouncement } from "../ui/published-announcement.tsx";
import styles from "../ui/announcement.module.css";
import type { Route } from "./+types/admin-announcements";

const HERE = "/admin/announcements";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `${loaderData?.view === "one" ? `${loaderData.announcement.title} · ` : loaderData?.view === "new" ? "New announcement · " : ""}Announcements · ${loaderData?.siteName ?? ""}`,
  },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const search = new URL(request.url).searchParams;
  const { siteName } = config();
  const id = search.get("id");
  try {
    if (id)
      return {
        view: "one" as const,
        announcement: await findAnnouncement(actor, id, readListQuery(search, READER_LIST).page),
        siteName,
      };
    const list = await listAnnouncements(actor, readListQuery(search, ANNOUNCEMENT_LIST));
    if (!search.has("new")) return { view: "list" as const, list, siteName };
    const like = search.get("like");
    return {
      view: "new" as const,
      freshId: newId("announcement"),
      like: like ? await findAnnouncement(actor, like) : null,
      siteName,
    };
  } catch (error) {
    return problemResponse(error);
  }
}

/** Saves, schedules, publishes, withdraws or deletes one announcement. */
export async function action({ context, request }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const form = await readPageForm(request);
  const intent = String(form.get("intent") ?? "");
  const typed = typedAnnouncement(form);
  const isNew = new URL(request.url).searchParams.has("new");
  const there = `${HERE}?id=${encodeURIComponent(typed.id)}`;
  const done = (words: string, saved?: number) =>
    isNew ? redirect(there) : data({ done: words, saved, error: undefined, typed: undefined });
  try {
    if (intent === "withdraw") {
      const { changed } = await withdrawAnnouncement(actor, { id: typed.id });
      return done(changed ? "Announcement withdrawn" : "This announcement was already withdrawn.");
    }
    if (intent === "remove") {
      await removeAnnouncement(actor, { id: typed.id });
      return redirect(HERE);
    }
    if (intent === "publish") {
      // Saves and publishes in one step, so that what was reviewed is what gets published.
      const { changed, version } = await transact(actor, async (ctx) => {
        const saved = await saveAnnouncement.inside(ctx, {
          ...readAnnouncementForm(typed),
          startsAt: null,
          as: "draft",
        });
        return { ...saved, ...(await publishAnnouncement.inside(ctx, saved)) };
      });
      return done(changed ? "Announcement published" : "This announcement was already published.", version + 1);
    }
    if (intent === "draft" || intent === "schedule" || intent === "over") {
      // Overwriting another version requires naming it.
      const over = intent === "over" ? { version: Number(form.get("overVersion")) || 0 } : {};
      const as =
        intent === "schedule" || (intent === "over" && form.get("overStatus") === "scheduled") ? "scheduled" : "draft";
      const { version } = await saveAnnouncement(actor, { ...readAnnouncementForm(typed), ...over, as });
      return done(
        as === "scheduled" ? "Announcement scheduled. It will be published automatically." : "Draft saved",
        version,
      );
    }
    throw invalid("nothing-asked", "Unknown action.", "Reload the page and try again.");
  } catch (error) {
    return problemData(error, intent === "withdraw" || intent === "remove" ? undefined : typed);
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepTyped(serverAction);

/** The list of announcements, one announcement with its readers, or the form for a new one. */
export default function AdminAnnouncements({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("announcement"));
  const answer = useLastAnswer(actionData);
  if (loaderData.view === "list") return <List list={loaderData.list} />;
  if (loaderData.view === "new")
    return (
      <AnnouncementComposer announcement={null} like={loaderData.like} freshId={loaderData.freshId} answer={answer} />
    );
  const { announcement } = loaderData;
  return (
    <AnnouncementComposer announcement={announcement} answer={answer}>
      <PublishedAnnouncement announcement={announcement} answer={answer} />
    </AnnouncementComposer>
  );
}

/** The date that matters: published, scheduled, or created. */
const when = (r: AnnouncementRow) =>
  r.publishedAt ? (
    <Instant at={r.publishedAt} />
  ) : r.startsAt && r.status === "scheduled" ? (
    <>
      scheduled for <Instant at={r.startsAt} />
    </>
  ) : (
    <span className="soft">
      created <Instant at={r.createdAt} show="day" />
    </span>
  );

function List({ list }: { list: Awaited<ReturnType<typeof listAnnouncements>> }) {
  const narrowed = useIsFiltered("status", "audience");
  const make = (
    <Button component={Link} to={`${HERE}?new`}>
      New announcement
    </Button>
  );
  return (
    <Page width="full">
      <PageTitle title="Announcements" actions={make} />
      <DataTable
        caption="Announcements"
        rows={list.rows}
        rowKey={(r) => r.id}
        rowTo={(r) => `${HERE}?id=${r.id}`}
        defaultSort={ANNOUNCEMENT_LIST.defaultSort}
        toolbar={
          <FilterBar
            placeholder="Search title or text"
            filters={[
              {
                name: "status",
                label: "Status",
                choices: [
                  ["", "Any"],
                  ...announcementFlow.states.map((s) => [s, ANNOUNCEMENT_STATUS_WORDS[s]] as const),
                ],
              },
              {
                name: "audience",
                label: "For",
                choices: [["", "Anyone"], ...AUDIENCES.map((a) => [a, AUDIENCE_WORDS[a]] as const)],
              },
            ]}
          />
        }
        columns={[
          { key: "title", header: "Title", sortable: true, cell: (r) => r.title },
          {
            key: "severity",
            header: "Audience and severity",
            sortable: true,
            cell: (r) => (
              <>
                {AUDIENCE_WORDS[r.audience]}
                <span className={`${styles.under} ${styles.nowrap}`}>
                  {SEVERITY_WORDS[r.severity]?.label}, {SEVERITY_WORDS[r.severity]?.name}
                </span>
              </>
            ),
          },
          {
            key: "status",
            header: "Status",
            cell: (r) => (
              <>
                <AnnouncementStatusBadge status={r.status} />
                {r.by ? <span className={styles.under}>{r.by}</span> : null}
              </>
            ),
          },
          { key: "published", header: "Published", width: "20%", cell: when },
          {
            key: "ends",
            header: "Ends",
            width: "20%",
            cell: (r) =>
              r.endedAt ? (
                <Instant at={r.endedAt} />
              ) : r.expiresAt ? (
                <Instant at={r.expiresAt} />
              ) : (
                <span className="soft">No end date</span>
              ),
          },
          {
            key: "readers",
            header: "Read by",
            align: "end",
            cell: (r) => (r.publishedAt ? <span className="figures">{r.readers.toLocaleString("en-US")}</span> : ""),
          },
        ]}
        empty={
          narrowed ? (
            <EmptyState
              title="No announcements match"
              mark="stet"
              action={<Link to={HERE}>Show all announcements</Link>}
            >
              Try removing a filter or changing your search.
            </EmptyState>
          ) : (
            <EmptyState
              title="No announcements yet"
              mark="caret"
              action={<Link to={`${HERE}?new`}>Create announcement</Link>}
            >
              Announcements appear in the notification bell of everyone or of one role.
            </EmptyState>
          )
        }
        footer={<Pager {...list} noun="announcement" />}
      />
    </Page>
  );
}
