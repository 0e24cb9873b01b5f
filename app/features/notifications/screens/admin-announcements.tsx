import { Button } from "@mantine/core";
import { Link, redirect } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { transact } from "#app/platform/server/core/command.ts";
import {
  type PageRequest,
  type FormRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { type TypedAnnouncement, readAnnouncementForm, typedAnnouncement } from "../rules/announcement-form.ts";
import { ANNOUNCEMENT_LIST, type AnnouncementRow, READER_LIST } from "../rules/announcement-list.ts";
import { AUDIENCE_WORDS, SEVERITY_WORDS } from "../rules/announcement.ts";
import { archiveAnnouncement } from "../server/announcements/archive-announcement.ts";
import { findAnnouncement } from "../server/announcements/find-announcement.ts";
import { listAnnouncements } from "../server/announcements/list-announcements.ts";
import { publishAnnouncement } from "../server/announcements/publish-announcement.ts";
import { removeAnnouncement } from "../server/announcements/remove-announcement.ts";
import { saveAnnouncement } from "../server/announcements/save-announcement.ts";
import { withdrawAnnouncement } from "../server/announcements/withdraw-announcement.ts";
import { AnnouncementComposer } from "../ui/announcement-composer.tsx";
import { AnnouncementStatusBadge } from "../ui/announcement-status.tsx";
import { PublishedAnnouncement } from "../ui/published-announcement.tsx";
import styles from "../ui/announcement.module.css";
import type { Route } from "./+types/admin-announcements";

const HERE = "/admin/announcements";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(
    matches,
    `${loaderData?.view === "one" ? `${loaderData.announcement.title} · ` : loaderData?.view === "new" ? "New announcement · " : ""}Announcements`,
  );

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const id = search.get("id");
  if (id)
    return {
      view: "one" as const,
      announcement: await findAnnouncement(actor, id, readListQuery(search, READER_LIST)),
    };
  const list = await listAnnouncements(actor, readListQuery(search, ANNOUNCEMENT_LIST));
  if (!search.has("new")) return { view: "list" as const, list };
  const like = search.get("like");
  return {
    view: "new" as const,
    freshId: newId("announcement"),
    like: like ? await findAnnouncement(actor, like) : null,
  };
});

/** Buttons that send nothing typed. */
const NO_FORM = new Set(["withdraw", "remove", "archive", "restore"]);

type Asked = FormRequest<Route.ActionArgs>;
/** A new announcement is opened at its own address; an open one says what was done. */
const done = ({ search, form }: Asked, words: string, saved?: number) =>
  search.has("new")
    ? redirect(`${HERE}?id=${encodeURIComponent(typedAnnouncement(form).id)}`)
    : { done: words, ...(saved === undefined ? {} : { saved }) };

const idOf = ({ form }: Asked) => ({ id: typedAnnouncement(form).id });

async function save(asked: Asked, as: "draft" | "scheduled", over: { version?: number }) {
  const { version } = await saveAnnouncement(asked.actor, {
    ...readAnnouncementForm(typedAnnouncement(asked.form)),
    ...over,
    as,
  });
  return done(
    asked,
    as === "scheduled" ? "Announcement scheduled. It will be published automatically." : "Draft saved",
    version,
  );
}

const archive = (archived: boolean) => async (asked: Asked) => {
  await archiveAnnouncement(asked.actor, { ...idOf(asked), archived });
  return done(
    asked,
    archived
      ? "Announcement archived. It's no longer in the list unless you filter by Archived."
      : "Announcement restored. It's in the list again.",
  );
};

/** Saves, schedules, publishes, withdraws, archives or deletes one announcement. */
export const action = pageAction<Route.ActionArgs, { saved: number }, TypedAnnouncement>({
  intents: {
    withdraw: async (asked) => {
      const { changed } = await withdrawAnnouncement(asked.actor, idOf(asked));
      return done(asked, changed ? "Announcement withdrawn" : "This announcement was already withdrawn.");
    },
    archive: archive(true),
    restore: archive(false),
    remove: intent({ command: removeAnnouncement, input: idOf, goTo: () => HERE }),
    // Saves and publishes in one step, so that what was reviewed is what gets published.
    publish: async (asked) => {
      const { changed, version } = await transact(asked.actor, async (ctx) => {
        const saved = await saveAnnouncement.inside(ctx, {
          ...readAnnouncementForm(typedAnnouncement(asked.form)),
          startsAt: null,
          as: "draft",
        });
        return { ...saved, ...(await publishAnnouncement.inside(ctx, saved)) };
      });
      return done(asked, changed ? "Announcement published" : "This announcement was already published.", version + 1);
    },
    draft: (asked) => save(asked, "draft", {}),
    schedule: (asked) => save(asked, "scheduled", {}),
    // Overwriting another version requires naming it.
    over: (asked) =>
      save(asked, asked.text("overStatus") === "scheduled" ? "scheduled" : "draft", {
        version: Number(asked.text("overVersion")) || 0,
      }),
  },
  typed: ({ intent: name, form }) => (NO_FORM.has(name) ? undefined : typedAnnouncement(form)),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

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
  const make = (
    <Button component={Link} to={`${HERE}?new`}>
      New announcement
    </Button>
  );
  return (
    <Page width="full">
      <PageTitle title="Announcements" actions={make} />
      <ListTable
        list={ANNOUNCEMENT_LIST}
        page={list}
        rowKey={(r) => r.id}
        rowTo={(r) => `${HERE}?id=${r.id}`}
        cells={{
          title: (r) => r.title,
          severity: (r) => (
            <>
              {AUDIENCE_WORDS[r.audience]}
              <span className={`${styles.under} ${styles.nowrap}`}>
                {SEVERITY_WORDS[r.severity]?.label}, {SEVERITY_WORDS[r.severity]?.name}
              </span>
            </>
          ),
          status: (r) => (
            <>
              <AnnouncementStatusBadge status={r.status} />
              {r.by ? <span className={styles.under}>{r.by}</span> : null}
            </>
          ),
          published: when,
          ends: (r) => {
            const at = r.endedAt ?? r.expiresAt;
            return at ? <Instant at={at} /> : <span className="soft">No end date</span>;
          },
          readers: (r) => (r.publishedAt ? <span className="figures">{r.readers.toLocaleString("en-US")}</span> : ""),
        }}
        empty={
          <EmptyState
            title="No announcements yet"
            mark="caret"
            action={<Link to={`${HERE}?new`}>Create announcement</Link>}
          >
            Announcements appear in the notification bell of everyone or of one role.
          </EmptyState>
        }
      />
    </Page>
  );
}
