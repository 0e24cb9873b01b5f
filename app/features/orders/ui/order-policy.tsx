import { Link, href } from "react-router";
import { RuleLines } from "#app/features/policy-profiles/ui/rule-lines.tsx";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { Instant } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { PolicyOnOrder, PolicyView } from "../server/policy/order-policy.ts";
import styles from "./order.module.css";

/** Where a policy comes from: its name, its page, and when we read it. */
export const PolicySource = ({ policy: { profileId, policy, url, readOn } }: { policy: PolicyView }) => (
  <p className="small">
    {profileId ? <Link to={href("/integrity/policies/:profileId", { profileId })}>{policy}</Link> : policy}
    {readOn ? `, read ${formatLongDay(readOn)}` : ""}
    {url ? (
      <>
        {" · "}
        <a href={url} target="_blank" rel="noreferrer">
          Source
        </a>
      </>
    ) : null}
  </p>
);

/** The policy that an order is edited under, in three lines, with what it asks of the student. */
function Policy({ policy }: { policy: PolicyView & Partial<Pick<PolicyOnOrder, "consent" | "own">> }) {
  return (
    <div className={styles.tight}>
      <PolicySource policy={policy} />
      {policy.own ? <p className="soft small">As the author described it. We haven't read its page.</p> : null}
      <RuleLines lines={policy.lines} stacked />
      {policy.note ? <p className="soft small">{policy.note}</p> : null}
      {policy.demands.length > 0 ? <p className="small">{policy.demands.join(" ")}</p> : null}
      {policy.consent ? (
        <p className="small">
          {policy.consent.name} agreed, as the author confirmed on <Instant at={policy.consent.at} />.
        </p>
      ) : null}
    </div>
  );
}

/** The policy in a sheet of its own. */
export const PolicySheet = ({ policy }: { policy: PolicyView }) => (
  <Sheet title={`Policy: ${policy.name}`}>
    <Policy policy={policy} />
  </Sheet>
);

/** The policy folded, for pages that are long. */
export const PolicyFold = ({ policy }: { policy: PolicyOnOrder }) => (
  <details>
    <summary>University policy: {policy.name}</summary>
    <Policy policy={policy} />
  </details>
);
