import { Button } from "@mantine/core";
import { Form, Link } from "react-router";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Pager } from "#app/ui/lists/list-controls.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Timeline } from "#app/ui/content/timeline.tsx";
import { isOver } from "../rules/announcement-flow.ts";
import { AUDIENCE_WORDS, SEVERITY_WORDS } from "../rules/announcement.ts";
import type { AnnouncementEvent, AnnouncementView } from "../server/announcements/find-announcement.ts";
import { type AnnouncementAnswer } from "./announcement-composer.tsx";
import { AnnouncementPreview } from "./announcement-preview.tsx";
import { AnnouncementStatusBadge } from "./announcement-status.tsx";
import styles from "./announcement.module.css";

const EVENTS: Record<AnnouncementEvent["kind"], { title: string; mark: "caret" | "stet" | "check" | "dele" }> = {
  "announcement.saved": { title: "Saved", mark: "caret" },
  "announcement.published": { title: "Published", mark: "check" },
  "announcement.withdrawn": { title: "Withdrawn", mark: "dele" },
  "announcement.expired": { title: "Ended", mark: "stet" },
  "announcement.archived": { title: "Archived", mark: "stet" },
};

/** A published announcement: how it looks, who has read it, and the button to withdraw it. */
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
        status={
          <>
            <AnnouncementStatusBadge status={it.status} />
            {it.archivedAt ? <StatusBadge tone="done">Archived</StatusBadge> : null}
          </>
        }
        actions={
          <>
            <Button component={Link} to={`/admin/announcements?new&like=${it.id}`} variant="default">
              Duplicate
            </Button>
            {it.status === "published" ? (
              <ConfirmButton
                title="Withdraw this announcement?"
                body={
                  <p>
                    It disappears immediately from every bell and list, even for people who haven't read it. You can't
                    publish it again, but you can duplicate it.
                  </p>
                }
                confirm="Withdraw announcement"
                pending="Withdrawing"
                stops
                fields={{ intent: "withdraw", id: it.id }}
              >
                Withdraw
              </ConfirmButton>
            ) : null}
            {isOver(it.status) ? (
              <Form method="post">
                <input type="hidden" name="id" value={it.id} />
                <SubmitButton
                  name="intent"
                  value={it.archivedAt ? "restore" : "archive"}
                  variant="default"
                  pending={it.archivedAt ? "Restoring" : "Archiving"}
                >
                  {it.archivedAt ? "Restore" : "Archive"}
                </SubmitButton>
              </Form>
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
            <Sheet title="Preview">
              <AnnouncementPreview {...it} at={it.publishedAt} />
            </Sheet>
            <Sheet title="Details">
              <KeyValue
                items={[
                  { label: "Audience", value: AUDIENCE_WORDS[it.audience] },
                  { label: "Severity", value: `${severity.label}, ${severity.name}` },
                  { label: "Published", value: it.publishedAt ? <Instant at={it.publishedAt} /> : "Never" },
                  {
                    label: it.endedAt ? "Ended" : "Ends",
                    value:
                      (it.endedAt ?? it.expiresAt) ? <Instant at={(it.endedAt ?? it.expiresAt)!} /> : "No end date",
                  },
                  { label: "Link", value: it.link ?? "None" },
                ]}
              />
            </Sheet>
            <Sheet title="History">
              <Timeline
                entries={it.events.map((e) => ({
                  id: e.id,
                  at: e.at,
                  title: e.kind === "announcement.archived" && !e.archived ? "Restored" : EVENTS[e.kind].title,
                  mark: EVENTS[e.kind].mark,
                  who: e.who ?? "Automatic",
                }))}
              />
            </Sheet>
          </div>
        </div>
      </div>
    </Page>
  );
}

function Readers({ announcement: { readers } }: { announcement: AnnouncementView }) {
  if (!readers)
    return (
      <Sheet title="Readers">
        <p className="soft">It ended before it was published, so nobody read it.</p>
      </Sheet>
    );
  const share = readers.of > 0 ? Math.round((readers.total / readers.of) * 100) : 0;
  return (
    <Sheet
      title="Readers"
      aside={
        <span className="figures soft">
          {readers.total.toLocaleString("en-US")} of {readers.of.toLocaleString("en-US")}, {share}%
        </span>
      }
    >
      <progress
        className={styles.share}
        value={readers.total}
        max={Math.max(1, readers.of)}
        aria-label="Share of the audience that has read it"
      />
      <DataTable
        caption="Readers"
        rows={readers.rows}
        rowKey={(r) => r.uid}
        columns={[
          { key: "name", header: "Name", cell: (r) => r.name },
          { key: "email", header: "Email", cell: (r) => <span className={styles.address}>{r.email}</span> },
          { key: "readAt", header: "Read", cell: (r) => <Instant at={r.readAt} /> },
        ]}
        empty={
          <EmptyState title="No readers yet" mark="caret">
            People appear here once they open it.
          </EmptyState>
        }
        footer={<Pager {...readers} noun="reader" />}
      />
    </Sheet>
  );
}
