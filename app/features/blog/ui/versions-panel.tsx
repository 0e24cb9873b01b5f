import { Button } from "@mantine/core";
import { Instant } from "#app/ui/instant.tsx";
import type { EditedPostView } from "../server/find-edited-post.ts";
import styles from "./post-panels.module.css";

const VERSION_WORDS: Record<EditedPostView["versions"][number]["kind"], string> = {
  saved: "Saved",
  published: "Published",
  restored: "Restored",
  imported: "First version",
  kept: "Not used",
};

/** Earlier versions, newest first. @param onOpen reloads the list */
export function VersionsPanel({
  post,
  onOpen,
  onRestore,
}: {
  post: EditedPostView;
  onOpen: () => void;
  onRestore: (versionId: string) => void;
}) {
  return (
    <details className={styles.panel} onToggle={(event) => event.currentTarget.open && onOpen()}>
      <summary>Versions</summary>
      <div>
        {post.versions.length === 0 ? (
          <p className={styles.small}>Versions appear here once something is saved.</p>
        ) : null}
        <ul className={`${styles.list} ${styles.scroll}`}>
          {post.versions.map((version, i) => (
            <li key={version.id}>
              <span>
                {VERSION_WORDS[version.kind]} <Instant at={version.at} />
                {version.by ? ` by ${version.by}` : ""}
              </span>
              <span className={styles.small}>{version.title || "Untitled"}</span>
              {i > 0 ? (
                <span className={styles.buttons}>
                  <Button variant="default" size="compact-sm" onClick={() => onRestore(version.id)}>
                    Restore
                  </Button>
                </span>
              ) : null}
            </li>
          ))}
        </ul>
        <p className={styles.small}>Restoring changes the text here. Readers see it once you publish.</p>
      </div>
    </details>
  );
}
