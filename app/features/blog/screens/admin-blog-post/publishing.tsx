import { TextInput, Button } from "@mantine/core";
import { Form, useNavigation } from "react-router";
import type { SaveState } from "#app/platform/browser/core/save-soon.ts";
import { wallClock } from "#app/platform/rules/core/wall-clock.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { canMovePost } from "../../rules/post-flow.ts";
import type { EditedPostView } from "../../server/find-edited-post.ts";
import styles from "../../ui/post-panels.module.css";

const SAYS: Record<SaveState, string> = {
  saved: "Saved",
  unsaved: "Unsaved changes",
  saving: "Saving…",
  trying: "Not saved yet: we can't reach the server. Your text is still here.",
  "signed-out": "Not saved",
  stopped: "Not saved",
};

export function SaveNote({ state }: { state: SaveState }) {
  const bad = state === "trying" || state === "signed-out" || state === "stopped";
  return (
    <span className={styles.saved} data-bad={bad || undefined} role="status">
      {SAYS[state]}
    </span>
  );
}

export function PublishButton({
  post,
  hasChanges,
  onPublish,
}: {
  post: EditedPostView;
  hasChanges: boolean;
  onPublish: () => void;
}) {
  const { state, formData } = useNavigation();
  const busy = state !== "idle" && formData?.get("intent") === "publish";
  if (post.status === "published" && !hasChanges) return null;
  const label = post.status === "published" ? "Publish changes" : "Publish now";
  return (
    <Button onClick={onPublish} aria-disabled={busy || undefined}>
      {busy ? "Publishing…" : label}
    </Button>
  );
}

/** When readers can see the article. */
export function SchedulePanel({
  post,
  zone,
  problem,
  hasChanges,
  onSchedule,
}: {
  post: EditedPostView;
  zone: string;
  problem: string | undefined;
  hasChanges: boolean;
  onSchedule: (fields: Record<string, string>) => void;
}) {
  const { status, publishedAt, isLive } = post;
  return (
    <details className={styles.panel} open>
      <summary>Publication</summary>
      <div>
        <p className={styles.small}>
          {status === "draft" ? (
            post.wasLive ? (
              "This article was published before. Readers can't see it now."
            ) : (
              "Readers can't see this draft."
            )
          ) : publishedAt ? (
            <>
              {isLive ? "Published" : "Will be published"} <Instant at={publishedAt} />.
              {hasChanges ? " Your changes since then aren't included until you publish or schedule them." : ""}
            </>
          ) : null}
        </p>
        {isLive ? null : (
          <Form
            method="post"
            className={styles.main}
            onSubmit={(event) => {
              event.preventDefault();
              const form = new FormData(event.currentTarget);
              const at = form.get("publishAt");
              onSchedule({ intent: "schedule", zone, publishAt: typeof at === "string" ? at : "" });
            }}
          >
            <TextInput
              id="publishAt"
              name="publishAt"
              label="Publish at"
              description={zone}
              type="datetime-local"
              key={`${publishedAt?.getTime()} ${zone}`}
              defaultValue={status === "scheduled" && publishedAt ? wallClock(new Date(publishedAt), zone) : ""}
              error={problem}
            />
            <div className={styles.buttons}>
              <Button type="submit" variant="default">
                {status === "scheduled" ? "Update schedule" : "Schedule"}
              </Button>
            </div>
          </Form>
        )}
        {canMovePost("unpublish", status) ? (
          <ConfirmButton
            title={isLive ? "Unpublish this article?" : "Remove the schedule?"}
            body={
              <p>
                {isLive
                  ? "Readers can no longer open it. Its text and its address are kept, so you can publish it again."
                  : "It becomes a draft again. Its text is kept."}
              </p>
            }
            confirm={isLive ? "Unpublish article" : "Remove schedule"}
            pending={isLive ? "Unpublishing" : "Removing"}
            stops
            fields={{ intent: "unpublish" }}
          >
            {isLive ? "Unpublish" : "Remove schedule"}
          </ConfirmButton>
        ) : null}
        {status === "draft" && !post.wasLive ? (
          <ConfirmButton
            title="Delete this article?"
            body={<p>Nobody has read it yet. You can't undo this.</p>}
            confirm="Delete article"
            pending="Deleting"
            stops
            fields={{ intent: "remove" }}
          >
            Delete
          </ConfirmButton>
        ) : null}
      </div>
    </details>
  );
}
