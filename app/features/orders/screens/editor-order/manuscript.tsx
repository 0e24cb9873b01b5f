import { Sheet } from "#app/ui/page.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";
import { AuthorFiles, isUnstarted } from "../../ui/order-brief.tsx";
import { PolicySheet } from "../../ui/order-policy.tsx";
import styles from "../../ui/order.module.css";

/** The author's files, with a Word version of each that isn't a Word file. */
export function Manuscript({ view }: { view: OrderView }) {
  return (
    <>
      {view.policy ? <PolicySheet policy={view.policy} /> : null}
      <Sheet title="Manuscript">
        <div className={styles.stack}>
          <AuthorFiles view={view} />
          {view.work.map(({ converted, base, sourceId, name }) =>
            converted && base ? (
              <p key={sourceId} className="small">
                <b>{name}</b> was converted to a Word file for you to edit:{" "}
                {isUnstarted(view) ? (
                  base.name
                ) : (
                  <a href={base.href} download>
                    {base.name}
                  </a>
                )}
                . We compare your copy with that file.
              </p>
            ) : null,
          )}
        </div>
      </Sheet>
    </>
  );
}
