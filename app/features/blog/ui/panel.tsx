import type { ReactNode } from "react";
import type { PostContent } from "../rules/content.ts";
import styles from "./post-panels.module.css";

export type Fields = Readonly<Record<string, string>>;
export type Editing = { content: PostContent; set: (some: Partial<PostContent>) => void; problems: Fields };

export function Panel({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details className={styles.panel} open={open}>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  );
}
