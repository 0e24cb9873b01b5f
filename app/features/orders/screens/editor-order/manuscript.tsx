import { Button } from "@mantine/core";
import { Sheet } from "#app/ui/page.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";
import { AuthorFiles, isUnstarted } from "../../ui/order-brief.tsx";
import styles from "../../ui/order.module.css";

/** The author's files, with a Word version of each that isn't a Word file. */
export function Manuscript({ view }: { view: OrderView }) {
  return (
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
  );
}

/** The button for an order's only manuscript. Opening it starts an order that nobody has started. */
export function DownloadManuscript({ view }: { view: OrderView }) {
  const [only, ...others] = view.work;
  const file = only?.base ?? view.sources[0];
  if (!file || others.length > 0 || isUnstarted(view)) return null;
  return (
    <Button component="a" href={file.href} download variant="default">
      Download manuscript
    </Button>
  );
}
