import { Link } from "react-router";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ANNOUNCEMENT_STATUS_WORDS, isUnseen } from "../rules/announcement-flow.ts";
import { AUDIENCE_WORDS, SEVERITY_WORDS } from "../rules/announcement.ts";
import type { AnnouncementView } from "../server/announcements/find-announcement.ts";
import styles from "./announcement.module.css";

/** Shows a version saved after the form was opened, for comparison. */
export function SavedElsewhere({ announcement, refused }: { announcement: AnnouncementView; refused: boolean }) {
  const by = announcement.events[0]?.who;
  const here = `/admin/announcements?id=${announcement.id}`;
  if (!isUnseen(announcement.status))
    return (
      <Notice
        tone="attention"
        title={`This announcement is now ${ANNOUNCEMENT_STATUS_WORDS[announcement.status].toLowerCase()}`}
        action={
          <Link to={here} reloadDocument>
            View announcement
          </Link>
        }
      >
        What you typed is still here, but it can no longer be saved.
      </Notice>
    );
  return (
    <Notice
      tone="attention"
      title={refused ? "Saved version" : `${by ?? "Someone"} saved another version after you opened this`}
      action={
        <Link to={here} reloadDocument>
          Discard mine and load theirs
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
