import { count } from "#app/platform/rules/core/count.ts";
import { Link } from "react-router";
import { RelativeTime } from "#app/ui/instant.tsx";
import type { UnreadThread } from "../server/list-unread.ts";
import styles from "./unread-threads.module.css";

/** The latest message of each thread with something new. @param to the path of an order's page */
export function UnreadThreads({ threads, to }: { threads: readonly UnreadThread[]; to: (orderId: string) => string }) {
  return (
    <ul className={styles.threads}>
      {threads.map((t) => (
        <li key={t.to ?? t.orderId}>
          <Link to={t.to ?? to(t.orderId)}>
            <span className={styles.from}>
              <b>{t.from}</b>{" "}
              <span className="soft">
                on <span className="figures number">{t.number}</span>, <RelativeTime at={t.at} /> ago
              </span>
              {t.openQueries > 0 ? <em>{count(t.openQueries, "question to answer", "questions to answer")}</em> : null}
            </span>
            <q>{t.body}</q>
          </Link>
        </li>
      ))}
    </ul>
  );
}
