import { Link, href } from "react-router";
import { Instant } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";
import styles from "../order.module.css";
import { REVIEW_KIND, REVIEW_STATUS } from "./review-words.ts";

/** An order's quality reviews, each with a link to its page: for staff, and for the editor whose work was scored. */
export function OrderReviews({ reviews }: { reviews: OrderView["reviews"] }) {
  if (reviews.length === 0) return null;
  return (
    <Sheet title="Quality reviews">
      <ul className={styles.tight}>
        {reviews.map((r) => (
          <li key={r.id}>
            <Link to={href("/editor/reviews/:reviewId", { reviewId: r.id })}>{REVIEW_KIND[r.kind]}</Link>:{" "}
            {r.total === null ? REVIEW_STATUS[r.status]?.label.toLowerCase() : `${r.total} of 100`}
            <br />
            <span className="soft small">
              {r.reviewer ? `${r.reviewer} · ` : ""}
              {r.decidedAt ? (
                <Instant at={r.decidedAt} />
              ) : (
                <>
                  due <Instant at={r.dueAt} deadline />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
