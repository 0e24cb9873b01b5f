import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { Form } from "react-router";
import { useTimeZone } from "#app/platform/browser/core/now.ts";
import { wallClock } from "#app/platform/rules/core/wall-clock.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { ErrorNote, Notice, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { isUnseen } from "../rules/announcement-flow.ts";
import { type TypedAnnouncement, typedAnnouncement } from "../rules/announcement-form.ts";
import { ANNOUNCEMENT_LIMITS, AUDIENCE_WORDS, SEVERITY_WORDS } from "../rules/announcement.ts";
import { AUDIENCES, type Audience } from "../rules/feeds.ts";
import type { AnnouncementView } from "../server/announcements/find-announcement.ts";
import styles from "./announcement.module.css";
import { AnnouncementStatusBadge } from "./announcement-status.tsx";
import { SavedElsewhere } from "./saved-elsewhere.tsx";
import { AnnouncementPreview } from "./announcement-preview.tsx";

export type AnnouncementAnswer = {
  error?: (ShownProblem & { code?: string }) | undefined;
  typed?: TypedAnnouncement | undefined;
  done?: string;
  /** Its current version. */ saved?: number | undefined;
};

type Props = {
  announcement: AnnouncementView | null;
  /** An announcement to copy the text from. */
  like?: AnnouncementView | null;
  /** The id of the new one, so that submitting the form twice creates only one. */
  freshId?: string;
  answer: AnnouncementAnswer | undefined;
  /** What is shown instead once people have seen it. */
  children?: ReactNode;
};

/** One announcement: a form with a preview while nobody has seen it, then `children`. */
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
  // The form's initial and current values belong to this visit. Reloading the page data on a live event changes
  // neither.
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
                body={<p>Nobody has seen it yet. You can't undo this.</p>}
                confirm="Delete announcement"
                pending="Deleting"
                stops
                fields={{ intent: "remove", id: announcement.id }}
              >
                Delete
              </ConfirmButton>
            ) : null}
            <ConfirmButton
              variant="filled"
              title="Publish this announcement now?"
              confirm={`Publish to ${audience.toLowerCase()}`}
              pending="Publishing"
              fields={{ ...typed, intent: "publish" }}
              body={
                <p>
                  It appears immediately in the notification bell for {audience.toLowerCase()}. You can't edit it after
                  publishing, only withdraw it.
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
        {changed ? <SavedElsewhere announcement={announcement} refused={error?.code === "changed"} /> : null}
        <div className={styles.sides}>
          <Sheet title="Announcement">
            <Form method="post" id="announcement" className={styles.form} onChange={note} onInput={note}>
              <input type="hidden" name="id" value={first.id} />
              <input type="hidden" name="version" value={typed.version} />
              <input type="hidden" name="zone" value={zone} />
              <TextInput label="Title" required maxLength={ANNOUNCEMENT_LIMITS.title} {...field("title")} />
              <Textarea
                label="Text"
                description="Plain text. Addresses that start with https:// become links."
                required
                autosize
                minRows={5}
                maxRows={16}
                maxLength={ANNOUNCEMENT_LIMITS.body}
                {...field("body")}
              />
              <TextInput
                label="Link"
                description="Optional. One of our pages, such as /pricing, or a full https:// address."
                maxLength={ANNOUNCEMENT_LIMITS.link}
                {...field("link")}
              />
              <NativeSelect
                label="Audience"
                description="Only accounts that exist when you publish will see it."
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
                  description={`${zone}. Leave empty to publish it yourself.`}
                  type="datetime-local"
                  {...field("startsAt")}
                />
                <TextInput
                  label="Ends at"
                  description={`${zone}. Leave empty for no end date.`}
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
                    Save my version
                  </SubmitButton>
                ) : (
                  <>
                    <SubmitButton name="intent" value="draft" variant="default" pending="Saving">
                      {status === "scheduled" ? "Unschedule and save as draft" : "Save draft"}
                    </SubmitButton>
                    <SubmitButton
                      name="intent"
                      value="schedule"
                      variant={typed.startsAt ? "filled" : "default"}
                      pending="Scheduling"
                    >
                      {status === "scheduled" ? "Save schedule" : "Schedule"}
                    </SubmitButton>
                  </>
                )}
              </div>
            </Form>
          </Sheet>
          <Sheet title="Preview">
            <AnnouncementPreview {...typed} severity={Number(typed.severity)} />
          </Sheet>
        </div>
      </div>
    </Page>
  );
}
