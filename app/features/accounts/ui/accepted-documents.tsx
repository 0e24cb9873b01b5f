import { Link } from "react-router";
import { Instant } from "#app/ui/instant.tsx";
import { versionLabel } from "../rules/legal.ts";
import type { AcceptedDocument } from "../server/legal/record-acceptance.ts";
import styles from "./profile.module.css";

/** The legal documents a person accepted, each linked to the text they accepted. */
export function AcceptedDocuments({ accepted, empty }: { accepted: readonly AcceptedDocument[]; empty: string }) {
  if (accepted.length === 0) return <p className={styles.note}>{empty}</p>;
  return (
    <table className={styles.accepted}>
      <caption className="unseen">Accepted documents, newest first</caption>
      <thead className="unseen">
        <tr>
          <th scope="col">Document</th>
          <th scope="col">Accepted</th>
        </tr>
      </thead>
      <tbody>
        {accepted.map((a) => (
          <tr key={`${a.document} ${a.version}`}>
            <th scope="row">
              <Link to={a.path}>{a.title}</Link>
              <br />
              <span className="soft small">Version of {versionLabel(a.version)}</span>
            </th>
            <td>
              <Instant at={a.acceptedAt} show="day" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
