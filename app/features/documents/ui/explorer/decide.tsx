import { Button } from "@mantine/core";
import type { MouseEvent } from "react";
import type { Choice } from "../../rules/explore/explorer-model.ts";
import { figure } from "./change-words.ts";
import styles from "./explorer.module.css";

/** Accepts or rejects the current change; pressed again, it's undecided. */
export function Decide({
  disabled,
  choice,
  decide,
}: {
  disabled: boolean;
  choice: Choice;
  decide: (to: "accept" | "reject" | "keep") => void;
}) {
  return (
    <>
      <Button
        size="compact-md"
        variant="light"
        className={styles.accept}
        disabled={disabled}
        onClick={() => decide(choice === "accept" ? "keep" : "accept")}
        aria-keyshortcuts="a"
        aria-pressed={choice === "accept"}
      >
        Accept
      </Button>
      <Button
        size="compact-md"
        variant="light"
        className={styles.reject}
        disabled={disabled}
        onClick={() => decide(choice === "reject" ? "keep" : "reject")}
        aria-keyshortcuts="r"
        aria-pressed={choice === "reject"}
      >
        Reject
      </Button>
    </>
  );
}

/** Accepts or rejects every undecided change of the list. */
export function DecideAll({
  open,
  everything,
  decideAll,
}: {
  open: number;
  /** Whether the list has every change of the document. */
  everything: boolean;
  decideAll: (to: "accept" | "reject") => void;
}) {
  return (
    <div className={styles.bulk} data-keeps-focus>
      <Button
        size="compact-sm"
        variant="light"
        className={styles.accept}
        disabled={open === 0}
        onClick={() => decideAll("accept")}
      >
        Accept {everything ? "all" : "these"} {figure(open)}
      </Button>
      <Button
        size="compact-sm"
        variant="light"
        className={styles.reject}
        disabled={open === 0}
        onClick={() => decideAll("reject")}
      >
        Reject {everything ? "all" : "these"} {figure(open)}
      </Button>
    </div>
  );
}

/** The document with the reader's decisions. */
export function Downloads({
  fileId,
  onDownload,
}: {
  fileId: string;
  onDownload: (event: MouseEvent<HTMLAnchorElement>) => void;
}) {
  return (
    <div className={styles.downloads}>
      <a href={`/api/files/${fileId}/revised`} download onClick={onDownload}>
        Download with my choices
      </a>
      <span className="soft small">Undecided changes stay tracked.</span>
      <a href={`/api/files/${fileId}/revised?rest=accept`} download onClick={onDownload}>
        Accept the rest and download
      </a>
    </div>
  );
}
