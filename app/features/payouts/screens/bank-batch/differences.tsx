import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Difference } from "../../server/runs/what-differs.ts";
import styles from "../payouts.module.css";

/** What an approver looks at first: payments that differ from the last one to the same editor. */
export function Differences({ all }: { all: readonly Difference[] }) {
  if (all.length === 0) return null;
  return (
    <div className={styles.problem}>
      <Notice tone="attention" title="Different from the last payment">
        <ul className={styles.reasons}>
          {all.map((one) => (
            <li key={one.payoutId}>
              {one.editor}, <Money minor={one.amountMinor} currency={one.currency} />: {saysOf(one)}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

const saysOf = ({ first, newAccount, newHolder, morePercent }: Difference): string =>
  joinWords([
    ...(first ? ["nothing was paid before"] : []),
    ...(newAccount ? ["another bank account"] : []),
    ...(newHolder ? ["another account holder"] : []),
    ...(morePercent === null ? [] : [`${morePercent.toLocaleString("en-US")}% more`]),
  ]);
