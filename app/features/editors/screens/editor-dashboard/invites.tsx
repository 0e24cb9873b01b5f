import { count } from "#app/platform/rules/core/count.ts";
import { Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { subfieldLabel } from "#app/features/pricing/rules/taxonomy.ts";
import { Countdown, Instant } from "#app/ui/instant.tsx";
import { Section } from "#app/ui/page.tsx";
import styles from "../../ui/dashboard.module.css";
import type { Route } from "../+types/editor-dashboard";

type Loaded = NonNullable<Route.ComponentProps["loaderData"]["editor"]>;

/** Open invites, soonest to expire first. */
export function Invites({ invites }: { invites: Loaded["invites"] }) {
  return (
    <Section title={count(invites.length, "invite")} aside={<Link to="/editor/invites">View invites</Link>}>
      <ul className={styles.invites}>
        {invites.map((i) => (
          <li key={i.key}>
            <Link to="/editor/invites">
              <b className={`${styles.pay} figures`}>{formatMoney(i.payMinor, i.currency)}</b>
              <span className={styles.what}>
                {isService(i.service) ? SERVICE_LABELS[i.service] : i.service},{" "}
                <span className="figures">{i.words.toLocaleString("en-US")}</span> words
                <small>
                  {subfieldLabel(i.field)} · due <Instant at={i.editorDueAt} deadline />
                </small>
              </span>
              <span className={styles.left}>
                <small>Expires in</small>
                {i.expiresAt ? <Countdown to={i.expiresAt} late="over" /> : null}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
