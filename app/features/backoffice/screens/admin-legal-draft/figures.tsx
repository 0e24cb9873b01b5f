import { Fold } from "#app/ui/fold.tsx";
import { Section } from "#app/ui/page.tsx";
import type { LegalDraftView } from "../../server/legal/read-legal-page.ts";
import styles from "../../ui/legal.module.css";

export function Figures({ draft }: { draft: LegalDraftView }) {
  return (
    <Fold id="figures" title="Figures you can name">
      <p className="soft">Each name is replaced by its value, and follows the policy when it changes.</p>
      <table className={styles.names}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {draft.figures.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">
                <code>{`{{${name}}}`}</code>
              </th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Fold>
  );
}

export function TypedFigures({ draft }: { draft: LegalDraftView }) {
  if (draft.typed.length === 0) return null;
  return (
    <Section title="Figures typed in the text">
      <p>
        {draft.typed.join(", ")}. They stay as they are when the policy changes. Use a name for each one that the policy
        sets.
      </p>
    </Section>
  );
}
