import { Link } from "react-router";
import styles from "../home.module.css";

/** How editors are matched, invited, and scored, with the figures of the policy. */
export function ChosenEditors({
  weights,
  waves,
  sampleWords,
  halfLifeDays,
  reviewedOrders,
}: {
  /** The parts of an editor's score, and how wide each one's bar is. Both in percent. */
  weights: readonly { label: string; percent: number }[];
  /** Editors invited in the first and the second wave. */
  waves: readonly number[];
  sampleWords: number;
  halfLifeDays: number;
  /** How many of an editor's first orders are reviewed before delivery. */
  reviewedOrders: number;
}) {
  return (
    <section className={styles.band} aria-labelledby="editors">
      <h2 id="editors">How editors are chosen</h2>
      <div className={styles.chosen}>
        <div className={styles.say}>
          <p>
            First we find the editors who can do the work: subject, variety of English, service, and enough time before
            the deadline. Expert editing also takes a verified doctorate in your subfield.
          </p>
          <p>
            We invite the {waves[0]} best matches first, then {waves[1]} more, then everyone qualified. The first editor
            to accept gets the order. Editors who took on a lot recently are invited later, which keeps the work shared.
          </p>
          <p>
            No editor can pay for a better position, and each can see why they were or weren't invited. A second person
            reviews every editor's first {reviewedOrders} orders before delivery. Invited editors see at most{" "}
            {sampleWords} words, without your name.
          </p>
          <p>
            <Link to="/editors">Meet the editors</Link>
          </p>
        </div>
        <div>
          <h3 className={styles.weigh}>How editors are scored</h3>
          <ol className={styles.weights}>
            {weights.map(({ label, percent }) => (
              <li key={label}>
                <span>{label}</span>
                <b className="figures">{percent}%</b>
                <i aria-hidden style={{ width: `${percent}%` }} />
              </li>
            ))}
          </ol>
          <p className={styles.aside}>Older results count less: half as much after {halfLifeDays} days.</p>
        </div>
      </div>
    </section>
  );
}
