import { Link } from "react-router";
import { Notice } from "#app/ui/notice.tsx";
import { type LookAlikeSign, signsInWords } from "../rules/look-alike.ts";

type Other = { uid: string; displayName: string; email: string; signs: LookAlikeSign[] };
const pageOf = (uid: string): string => `/admin/admin-tools?person=${encodeURIComponent(uid)}`;

/** Tells an admin which of the accounts in a payout run look like one person; nothing where none do. */
export function LookAlikePairs({ pairs }: { pairs: readonly { uid: string; displayName: string; other: Other }[] }) {
  if (pairs.length === 0) return null;
  return (
    <Notice tone="attention" title="Some of these accounts look like one person">
      <ul>
        {pairs.map(({ uid, displayName, other }) => (
          <li key={`${uid} ${other.uid}`}>
            <Link to={pageOf(uid)}>{displayName}</Link> and <Link to={pageOf(other.uid)}>{other.displayName}</Link>:{" "}
            {signsInWords(other.signs)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Tells an admin which other accounts look like this person; nothing where none do. */
export function LookAlikes({ others }: { others: readonly Other[] }) {
  if (others.length === 0) return null;
  return (
    <Notice tone="attention" title="This may be the same person as another account">
      <ul>
        {others.map((other) => (
          <li key={other.uid}>
            <Link to={pageOf(other.uid)}>{other.displayName}</Link>, {other.email}: {signsInWords(other.signs)}
          </li>
        ))}
      </ul>
      Neither account can approve a payout run that the other prepared or that pays the other.
    </Notice>
  );
}
