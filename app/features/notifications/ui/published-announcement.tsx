import { Button } from "@mantine/core";
import { Link } from "react-router";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Pager } from "#app/ui/list-controls.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { AUDIENCE_WORDS, SEVERITY_WORDS } from "../rules/announcement.ts";
import type { AnnouncementEvent, AnnouncementView } from "../server/find-announcement.ts";
import { type AnnouncementAnswer, AnnouncementPreview, AnnouncementStatusBadge } from "./announcement-composer.tsx";
import styles from "./announcement.module.css";

const EVENTS: Record<AnnouncementEvent["kind"], { title: string; mark: "caret" | "stet" | "check" | "dele" }> = {
  "announcement.saved": { title: "Saved", mark: "caret" },
  "announcement.published": { title: "Published", mark: "check" },
  "announcement.withdrawn": { title: "Withdrawn", mark: "dele" },
  "announcement.expired": { title: "Ended", mark: "stet" },
};

/** An announcement that people have seen: how it looks, who has read it, and the button that takes it back. */
export function PublishedAnnouncement({
  announcement: it,
  answer,
}: {
  announcement: AnnouncementView;
  answer: AnnouncementAnswer | undefined;
}) {
  const severity = SEVERITY_WORDS[it.severity] ?? SEVERITY_WORDS[2];
  return (
    <Page width="full">
      <PageTitle
        title={it.title}
        crumbs={[{ label: "Announcements", to: "/admin/announcements" }]}
        status={<AnnouncementStatusBadge status={it.status} />}
        actions={
          <>
            <Button component={Link} to={`/admin/announcements?new&like=${it.id}`} variant="default">
              Write another like it
            </Button>
            {it.status === "published" ? (
              <ConfirmButton
                title="Withdraw it?"
                body={
                  <p>
                    It disappears from every bell and list at once, also for those who have not read it. It cannot be
                    published again; another like it can.
                  </p>
                }
                confirm="Withdraw it"
                pending="Withdrawing"
                stops
                fields={{ intent: "withdraw", id: it.id }}
              >
                Withdraw
              </ConfirmButton>
            ) : null}
          </>
        }
      />
      <div className={styles.stack}>
        <ErrorNote problem={answer?.error} />
        {answer?.done ? (
          <div role="status">
            <Notice tone="good">{answer.done}</Notice>
          </div>
        ) : null}
        <div className={styles.sides}>
          <Readers announcement={it} />
          <div className={styles.stack}>
            <Sheet title={it.status === "published" ? "As people see it" : "As people saw it"}>
              <AnnouncementPreview {...it} at={it.publishedAt} />
            </Sheet>
            <Sheet title="Facts">
              <KeyValue
                items={[
                  { label: "For", value: AUDIENCE_WORDS[it.audience] },
                  { label: "Severity", value: `${severity.label}, ${severity.name}` },
                  { label: "Published", value: it.publishedAt ? <Instant at={it.publishedAt} /> : "Never" },
                  {
                    label: it.endedAt ? "Ended" : "Ends",
                    value: (it.endedAt ?? it.expiresAt) ? <Instant at={(it.endedAt ?? it.expiresAt)!} /> : "No end",
                  },
                  { label: "Leads to", value: it.link ?? "Nowhere" },
                ]}
              />
            </Sheet>
            <Sheet title="What was done">
              <Timeline
                entries={it.events.map((e) => ({
                  id: e.id,
                  at: e.at,
                  title: EVENTS[e.kind].title,
                  mark: EVENTS[e.kind].mark,
                  who: e.who ?? "By itself",
                }))}
              />
            </Sheet>
          </div>
        </div>
      </div>
    </Page>
  );
}

function Readers({ announcement: { readers, audience } }: { announcement: AnnouncementView }) {
  if (!readers)
    return (
      <Sheet title="Who has read it">
        <p className="soft">It ended before it was published: nobody has.</p>
      </Sheet>
    );
  const share = readers.of > 0 ? Math.round((readers.total / readers.of) * 100) : 0;
  return (
    <Sheet
      title="Who has read it"
      aside={
        <span className="figures soft">
          {readers.total.toLocaleString("en-US")} of {readers.of.toLocaleString("en-US")}, {share} %
        </span>
      }
    >
      <progress
        className={styles.share}
        value={readers.total}
        max={Math.max(1, readers.of)}
        aria-label="Share of those who can hear it that has read it"
      />
      <DataTable
        caption="Who has read it"
        rows={readers.rows}
        rowKey={(r) => r.uid}
        columns={[
          { key: "name", header: "Name", cell: (r) => r.name },
          { key: "email", header: "E-mail", cell: (r) => <span className={styles.address}>{r.email}</span> },
          { key: "readAt", header: "Read", cell: (r) => <Instant at={r.readAt} /> },
        ]}
        empty={
          <EmptyState title="Nobody has read it yet" mark="caret">
            {AUDIENCE_WORDS[audience]} stand here once they have clicked on it.
          </EmptyState>
        }
        footer={<Pager {...readers} noun="reader" />}
      />
    </Sheet>
  );
}
