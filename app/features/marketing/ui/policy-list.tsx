import { Form, Link, href } from "react-router";
import { type RuleLine, PERMISSION_WORDS } from "#app/features/policy-profiles/rules/profile.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { TextInput } from "#app/ui/fields.tsx";
import styles from "./policy-list.module.css";

export type ListedPolicy = {
  profileId: string;
  name: string;
  policy: string;
  generic: boolean;
  url: string;
  readOn: string | null;
  lines: RuleLine[];
};

/** Published policies with what they allow, where that comes from, and when it was read. A search narrows them. */
export function PolicyList({ policies, q }: { policies: readonly ListedPolicy[]; q: string }) {
  const universities = policies.filter((it) => !it.generic);
  return (
    <div id="policies">
      <Form method="get" action="/integrity#policies" className={styles.search} role="search">
        <TextInput id="q" name="q" type="search" label="Find your university" maxLength={100} defaultValue={q} />
        <button type="submit" className={styles.button}>
          Search
        </button>
      </Form>
      {universities.length > 0 ? (
        <ul className={styles.list}>
          {universities.map((it) => (
            <Policy key={it.profileId} it={it} />
          ))}
        </ul>
      ) : (
        <p>
          {q === ""
            ? "We haven't published a university's policy yet. Choose one of these, or describe yours in the order form."
            : `We don't have “${q}” yet. In the order form you can describe your university's policy, or choose one of these.`}
        </p>
      )}
      <h3>For every other university</h3>
      <ul className={styles.list}>
        {policies
          .filter((it) => it.generic)
          .map((it) => (
            <Policy key={it.profileId} it={it} />
          ))}
      </ul>
    </div>
  );
}

const Policy = ({ it }: { it: ListedPolicy }) => (
  <li>
    <p className={styles.head}>
      <Link to={href("/integrity/policies/:profileId", { profileId: it.profileId })}>{it.name}</Link>
    </p>
    <p className={styles.source}>
      {it.generic ? (
        it.policy
      ) : (
        <a href={it.url} rel="noreferrer">
          {it.policy}
        </a>
      )}
      {it.readOn ? `, read ${formatLongDay(it.readOn)}` : ""}
    </p>
    {it.lines.map((line) => (
      <p key={line.rule} className={styles.line}>
        <b>{PERMISSION_WORDS[line.rule]}:</b> {line.kinds}
      </p>
    ))}
  </li>
);
