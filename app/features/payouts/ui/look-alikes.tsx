import { PageLink } from "#app/ui/frame/page-link.tsx";
import { useSite } from "#app/platform/browser/core/session.ts";
import { Notice } from "#app/ui/notice.tsx";
import { type LookAlikeSign, signsInWords } from "../rules/look-alike.ts";
import styles from "./look-alikes.module.css";

type Other = { uid: string; displayName: string; email: string; signs: LookAlikeSign[] };
const pageOf = (uid: string): string => `/admin/admin-tools?person=${encodeURIComponent(uid)}`;

/** Shows admins which accounts in a payout run look like one person, if any. */
export function LookAlikePairs({ pairs }: { pairs: readonly { uid: string; displayName: string; other: Other }[] }) {
  if (pairs.length === 0) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="attention" title="Some of these accounts look like the same person">
        <ul>
          {pairs.map(({ uid, displayName, other }) => (
            <li key={`${uid} ${other.uid}`}>
              <PageLink to={pageOf(uid)}>{displayName}</PageLink> and{" "}
              <PageLink to={pageOf(other.uid)}>{other.displayName}</PageLink>: {signsInWords(other.signs)}
            </li>
          ))}
        </ul>
        <Demo />
      </Notice>
    </div>
  );
}

/**
 * Everyone in the demo signs in from one browser, so a shared device is shown there but doesn't block approval on its
 * own.
 */
function Demo() {
  const { demo } = useSite();
  return demo ? <p>In this demo everyone shares a browser, so a shared device alone doesn't block approval.</p> : null;
}

/** Shows admins which other accounts look like this person, if any. */
export function LookAlikes({ others }: { others: readonly Other[] }) {
  if (others.length === 0) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="attention" title="This may be the same person as another account">
        <ul>
          {others.map((other) => (
            <li key={other.uid}>
              <PageLink to={pageOf(other.uid)}>{other.displayName}</PageLink>, {other.email}:{" "}
              {signsInWords(other.signs)}
            </li>
          ))}
        </ul>
        <p>Neither account can approve a payout run that the other prepared or that pays the other.</p>
        <Demo />
      </Notice>
    </div>
  );
}
