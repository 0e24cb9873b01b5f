import { Link } from "react-router";
import { useSite } from "#app/platform/browser/session.ts";
import { Notice } from "#app/ui/notice.tsx";
import { type LookAlikeSign, signsInWords } from "../rules/look-alike.ts";
import styles from "./look-alikes.module.css";

type Other = { uid: string; displayName: string; email: string; signs: LookAlikeSign[] };
const pageOf = (uid: string): string => `/admin/admin-tools?person=${encodeURIComponent(uid)}`;

/** Tells an admin which of the accounts in a payout run look like one person; nothing where none do. */
export function LookAlikePairs({ pairs }: { pairs: readonly { uid: string; displayName: string; other: Other }[] }) {
  if (pairs.length === 0) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="attention" title="Some of these accounts look like one person">
        <ul>
          {pairs.map(({ uid, displayName, other }) => (
            <li key={`${uid} ${other.uid}`}>
              <Link to={pageOf(uid)}>{displayName}</Link> and <Link to={pageOf(other.uid)}>{other.displayName}</Link>:{" "}
              {signsInWords(other.signs)}
            </li>
          ))}
        </ul>
        <Demo />
      </Notice>
    </div>
  );
}

/** Everybody in the demo signs in from one browser, so there a shared device is shown and, alone, stops nobody. */
function Demo() {
  const { demo } = useSite();
  return demo ? <p>This is the demo, where people share a browser: a shared device alone stops nobody.</p> : null;
}

/** Tells an admin which other accounts look like this person; nothing where none do. */
export function LookAlikes({ others }: { others: readonly Other[] }) {
  if (others.length === 0) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="attention" title="This may be the same person as another account">
        <ul>
          {others.map((other) => (
            <li key={other.uid}>
              <Link to={pageOf(other.uid)}>{other.displayName}</Link>, {other.email}: {signsInWords(other.signs)}
            </li>
          ))}
        </ul>
        <p>Neither account can approve a payout run that the other prepared or that pays the other.</p>
        <Demo />
      </Notice>
    </div>
  );
}
