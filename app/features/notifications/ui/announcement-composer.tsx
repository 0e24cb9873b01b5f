import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { Form, Link } from "react-router";
import { useNow, useTimeZone } from "#app/platform/browser/now.ts";
import { wallClock } from "#app/platform/rules/wall-clock.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { StatusBadge, type StatusTone } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type AnnouncementStatus, ANNOUNCEMENT_STATUS_WORDS, isUnseen } from "../rules/announcement-flow.ts";
import { type TypedAnnouncement, typedAnnouncement } from "../rules/announcement-form.ts";
import { ANNOUNCEMENT_LIMITS, AUDIENCE_WORDS, SEVERITY_WORDS } from "../rules/announcement.ts";
import { AUDIENCES, type Audience } from "../rules/feeds.ts";
import type { AnnouncementView } from "../server/find-announcement.ts";
import { NotificationRow } from "./notification-row.tsx";
import styles from "./announcement.module.css";

const TONES: Record<AnnouncementStatus, StatusTone> = {
  draft: "neutral",
  scheduled: "waiting",
  published: "active",
  expired: "done",
  withdrawn: "stopped",
};
export const AnnouncementStatusBadge = ({ status }: { status: AnnouncementStatus }) => (
  <StatusBadge tone={TONES[status]}>{ANNOUNCEMENT_STATUS_WORDS[status]}</StatusBadge>
);

export type AnnouncementAnswer = {
  error?: (ShownProblem & { code?: string }) | undefined;
  typed?: TypedAnnouncement | undefined;
  done?: string;
  /** The version it has by now. */ saved?: number | undefined;
};

type Props = {
  announcement: AnnouncementView | null;
  /** Another whose words the new one begins with. */
  like?: AnnouncementView | null;
  /** What the new one will be called, so that the same form sent twice makes one. */
  freshId?: string;
  answer: AnnouncementAnswer | undefined;
  /** What stands here once people have seen it. */
  children?: ReactNode;
};

/** One announcement: while nobody has seen it the form with its preview, afterwards what `children` shows. */
export function AnnouncementComposer(props: Props) {
  const zone = useTimeZone();
  return <Composer key={`${props.announcement?.id ?? `like ${props.like?.id}`} ${zone}`} zone={zone} {...props} />;
}

function filledWith({ announcement, like, freshId, answer }: Props, zone: string): TypedAnnouncement {
  if (answer?.typed) return answer.typed;
  const from = announcement ?? like;
  const wall = (at: string | null | undefined) => (at ? wallClock(new Date(at), zone) : "");
  return {
    id: announcement?.id ?? freshId ?? "",
    version: String(announcement?.version ?? 0),
    audience: from?.audience ?? "global",
    severity: String(from?.severity ?? 2),
    title: from?.title ?? "",
    body: from?.body ?? "",
    link: from?.link ?? "",
    startsAt: wall(announcement?.startsAt),
    expiresAt: wall(announcement?.expiresAt),
    zone,
  };
}

function Composer(props: Props & { zone: string }) {
  const { announcement, answer, zone, children } = props;
  // What the form began with and what stands in it belong to this visit: reading the page again, because something rang, changes neither.
  const [first, setFirst] = useState(() => filledWith(props, zone));
  const [typed, setTyped] = useState(first);
  const [heard, hear] = useState(answer);
  if (answer !== heard) {
    hear(answer);
    if (answer?.saved !== undefined) {
      const saved = { ...typed, version: String(answer.saved) };
      setFirst(saved);
      setTyped(saved);
    }
  }
  const dirty = JSON.stringify(typed) !== JSON.stringify(first) || Boolean(answer?.typed);
  const status = announcement?.status ?? "draft";
  if (!isUnseen(status) && !dirty) return children;
  const note = (event: FormEvent<HTMLFormElement>) => {
    setTyped(typedAnnouncement(new FormData(event.currentTarget)));
  };
  const error = answer?.error;
  const changed = announcement !== null && announcement.version > Number(typed.version);
  const field = (name: keyof TypedAnnouncement) => ({
    name,
    id: name,
    defaultValue: first[name],
    error: fieldError(error, name),
  });
  const audience = AUDIENCE_WORDS[typed.audience as Audience] ?? AUDIENCE_WORDS.global;
  return (
    <Page width="full">
      <PageTitle
        title={announcement ? announcement.title : "New announcement"}
        crumbs={[{ label: "Announcements", to: "/admin/announcements" }]}
        status={<AnnouncementStatusBadge status={status} />}
        actions={
          <>
            {announcement ? (
              <ConfirmButton
                title="Delete this announcement?"
                body={<p>Nobody has seen it. It cannot be brought back.</p>}
                confirm="Delete it"
                pending="Deleting"
                stops
                fields={{ intent: "remove", id: announcement.id }}
              >
                Delete
              </ConfirmButton>
            ) : null}
            <ConfirmButton
              variant="filled"
              title="Publish it now?"
              confirm={`Publish to ${audience.toLowerCase()}`}
              pending="Publishing"
              fields={{ ...typed, intent: "publish" }}
              body={
                <p>
                  It appears on the bells of {audience.toLowerCase()} at once. What was published cannot be changed,
                  only withdrawn.
                </p>
              }
            >
              Publish now
            </ConfirmButton>
          </>
        }
      />
      <div className={styles.stack}>
        <ErrorNote problem={error} />
        {answer?.done && !dirty ? (
          <div role="status">
            <Notice tone="good">{answer.done}</Notice>
          </div>
        ) : null}
        {changed ? <SavedMeanwhile announcement={announcement} refused={error?.code === "changed"} /> : null}
        <div className={styles.sides}>
          <Sheet title="What it says">
            <Form method="post" id="announcement" className={styles.form} onChange={note} onInput={note}>
              <input type="hidden" name="id" value={first.id} />
              <input type="hidden" name="version" value={typed.version} />
              <input type="hidden" name="zone" value={zone} />
              <TextInput label="Title" required maxLength={ANNOUNCEMENT_LIMITS.title} {...field("title")} />
              <Textarea
                label="Text"
                description="Plain text. Addresses that begin with https:// can be clicked on."
                required
                autosize
                minRows={5}
                maxRows={16}
                maxLength={ANNOUNCEMENT_LIMITS.body}
                {...field("body")}
              />
              <TextInput
                label="Link"
                description="Where a click leads: a page of ours, such as /pricing, or a whole https:// address. It may be left empty."
                maxLength={ANNOUNCEMENT_LIMITS.link}
                {...field("link")}
              />
              <NativeSelect
                label="For"
                description="Only accounts that exist when it is published hear it."
                data={AUDIENCES.map((value) => ({ value, label: AUDIENCE_WORDS[value] }))}
                {...field("audience")}
              />
              <fieldset className={styles.severities} id="severity">
                <legend>Severity</legend>
                {fieldError(error, "severity") ? <p className={styles.wrong}>{fieldError(error, "severity")}</p> : null}
                {SEVERITY_WORDS.map((s, i) => (
                  <label key={s.label}>
                    <input type="radio" name="severity" value={i} defaultChecked={first.severity === String(i)} />
                    <span>
                      {s.label}, {s.name}
                      <small>{s.meaning}</small>
                    </span>
                  </label>
                ))}
              </fieldset>
              <div className={styles.times}>
                <TextInput
                  label="Publish at"
                  description={`${zone}. Empty: when you publish it.`}
                  type="datetime-local"
                  {...field("startsAt")}
                />
                <TextInput
                  label="Ends at"
                  description={`${zone}. Empty: it has no end.`}
                  type="datetime-local"
                  {...field("expiresAt")}
                />
              </div>
              {changed && isUnseen(status) ? (
                <>
                  <input type="hidden" name="overVersion" value={announcement.version} />
                  <input type="hidden" name="overStatus" value={status} />
                </>
              ) : null}
              <div className={styles.buttons}>
                {changed && isUnseen(status) && error?.code === "changed" ? (
                  <SubmitButton name="intent" value="over" variant="default" pending="Saving">
                    Save mine over it
                  </SubmitButton>
                ) : (
                  <>
                    <SubmitButton name="intent" value="draft" variant="default" pending="Saving">
                      {status === "scheduled" ? "Save as a draft, not scheduled" : "Save as a draft"}
                    </SubmitButton>
                    <SubmitButton
                      name="intent"
                      value="schedule"
                      variant={typed.startsAt ? "filled" : "default"}
                      pending="Scheduling"
                    >
                      {status === "scheduled" ? "Save the schedule" : "Schedule"}
                    </SubmitButton>
                  </>
                )}
              </div>
            </Form>
          </Sheet>
          <Sheet title="As it will look">
            <AnnouncementPreview {...typed} severity={Number(typed.severity)} />
          </Sheet>
        </div>
      </div>
    </Page>
  );
}

/** Another version than the one the form began with: what it says, so that one can compare. */
function SavedMeanwhile({ announcement, refused }: { announcement: AnnouncementView; refused: boolean }) {
  const by = announcement.events[0]?.who;
  const here = `/admin/announcements?id=${announcement.id}`;
  if (!isUnseen(announcement.status))
    return (
      <Notice
        tone="attention"
        title={`It is ${ANNOUNCEMENT_STATUS_WORDS[announcement.status].toLowerCase()} by now`}
        action={
          <Link to={here} reloadDocument>
            Show it
          </Link>
        }
      >
        What you typed is still here; it can no longer be saved.
      </Notice>
    );
  return (
    <Notice
      tone="attention"
      title={refused ? "What is saved now" : `${by ?? "Somebody"} has saved another version since you opened this`}
      action={
        <Link to={here} reloadDocument>
          Drop mine, show that
        </Link>
      }
    >
      <p className={styles.saved}>
        <b>{announcement.title}</b>
        {"\n"}
        {announcement.body}
      </p>
      <p className={styles.saved}>
        For {AUDIENCE_WORDS[announcement.audience].toLowerCase()}, {SEVERITY_WORDS[announcement.severity]?.label}
        {announcement.link ? `, ${announcement.link}` : ""}
        {announcement.startsAt ? (
          <>
            , from <Instant at={announcement.startsAt} />
          </>
        ) : null}
        {announcement.expiresAt ? (
          <>
            , until <Instant at={announcement.expiresAt} />
          </>
        ) : null}
      </p>
    </Notice>
  );
}

/** The row of the bell, and the same one opened where its text is long. It only shows: nothing in it can be clicked. */
export function AnnouncementPreview({
  title,
  body,
  link,
  severity,
  at,
}: {
  title: string;
  body: string;
  link: string | null;
  severity: number;
  at?: string | null;
}) {
  const now = useNow(0).toISOString();
  const item = {
    title: title.trim() || "Title",
    body: body.trim() || "Text",
    link: link || null,
    orderId: null,
    severity,
    unread: true,
    createdAt: at ?? now,
    type: "announcement",
  };
  const isLong = body.length > 120 || body.includes("\n");
  return (
    <div className={styles.preview}>
      <p className="eyebrow">In the bell</p>
      <div className={styles.paper} inert>
        <NotificationRow item={item} onOpen={() => {}} />
      </div>
      {isLong ? (
        <>
          <p className="eyebrow">Opened</p>
          <div className={styles.paper} inert>
            <NotificationRow item={item} whole onOpen={() => {}} />
          </div>
        </>
      ) : null}
    </div>
  );
}
