import { count } from "#app/platform/rules/core/count.ts";
import { Button } from "@mantine/core";
import { useState } from "react";
import { AskError, ask } from "#app/platform/browser/core/ask.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { LinkReport } from "../server/check-article-links.ts";
import styles from "./post-panels.module.css";
import { Panel } from "./panel.tsx";

/** The ID of the next link, so that submitting the form twice creates one. */
export function FreshId() {
  const [id] = useState(() => newId("preview"));
  return <input type="hidden" name="id" value={id} suppressHydrationWarning />;
}

/** Finds broken links. @param save saves first, because the check reads the saved text */
export function LinksPanel({ postId, save }: { postId: string; save: () => Promise<boolean> }) {
  const [report, setReport] = useState<LinkReport | null>(null);
  const [state, setState] = useState<{ busy: boolean; problem: string }>({ busy: false, problem: "" });
  const check = async () => {
    setState({ busy: true, problem: "" });
    try {
      await save();
      setReport(await ask<LinkReport>(`/api/blog-posts/${postId}/links`, {}, { limitMs: 120_000 }));
      setState({ busy: false, problem: "" });
    } catch (error) {
      setState({
        busy: false,
        problem: error instanceof AskError ? `${error.message} ${error.advice}` : "The check failed. Try again.",
      });
    }
  };
  return (
    <Panel title="Link check">
      <div className={styles.buttons}>
        <Button variant="default" size="compact-sm" disabled={state.busy} onClick={() => void check()}>
          {state.busy ? "Checking…" : "Check links"}
        </Button>
      </div>
      <div role="status">
        {state.problem ? <p className={styles.small}>{state.problem}</p> : null}
        {report && !state.busy ? (
          <p className={styles.small}>
            {report.checked === 0
              ? "This article has no links."
              : report.broken.length === 0
                ? `${report.checked === 1 ? "The link works" : `All ${report.checked} links work`}.`
                : `${report.broken.length} of ${count(report.checked, "link doesn't", "links don't")} work.`}
            {report.skipped > 0 ? ` ${report.skipped} more weren't checked.` : ""}
          </p>
        ) : null}
      </div>
      {report && !state.busy && report.broken.length > 0 ? (
        <ul className={styles.list}>
          {report.broken.map((link) => (
            <li key={link.href}>
              <span>
                “{link.text}”: {link.fault}
              </span>
              <span className={styles.small}>{link.href}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}
