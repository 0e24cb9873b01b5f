import styles from "./section-counts.module.css";

export type SectionRow = {
  id: string;
  title: string;
  level: number;
  words: number;
  billable: number;
  references: boolean;
  /** Explains the count. */ note?: string;
};

const number = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/**
 * A file's word counts by section. With `onToggle` (or `name` inside a form) each section has a checkbox; checked means
 * it will be edited. A reference list says whether it counts half or not at all.
 */
export function SectionCounts({
  sections,
  excluded = [],
  referencesChecked = false,
  name,
  onToggle,
  caption = "Words by section",
}: {
  sections: readonly SectionRow[];
  /** Ids of sections left out. */
  excluded?: readonly string[];
  referencesChecked?: boolean;
  /** Form field of the checkboxes, with section ids as values. Without it and `onToggle`, the table is read-only. */
  name?: string;
  onToggle?: (id: string, included: boolean) => void;
  caption?: string;
}) {
  const left = new Set(excluded);
  const chooses = name !== undefined || onToggle !== undefined;
  const counted = (section: SectionRow) =>
    left.has(section.id) ? 0 : section.references ? (referencesChecked ? section.billable / 2 : 0) : section.billable;
  const total = Math.ceil(sections.reduce((sum, section) => sum + counted(section), 0));
  return (
    <table className={styles.counts}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Section</th>
          <th scope="col">Words</th>
          <th scope="col">Billable</th>
        </tr>
      </thead>
      <tbody>
        {sections.map((section) => {
          const id = `${name ?? "section"}-${section.id}`;
          const out = left.has(section.id);
          return (
            <tr key={section.id} data-out={out || undefined}>
              <th scope="row" style={{ paddingLeft: `${Math.max(0, section.level - 1)}rem` }}>
                {chooses ? (
                  <label htmlFor={id}>
                    <input
                      id={id}
                      type="checkbox"
                      name={name}
                      value={section.id}
                      {...(onToggle
                        ? { checked: !out, onChange: (event) => onToggle(section.id, event.currentTarget.checked) }
                        : { defaultChecked: !out })}
                    />
                    <span>
                      <span className={styles.title} title={section.title}>
                        {section.title}
                      </span>
                      {section.references ? (
                        <small>{referencesChecked ? "References (billed at half)" : "References (not billed)"}</small>
                      ) : null}
                      {section.note ? <small className="figures">{section.note}</small> : null}
                    </span>
                  </label>
                ) : (
                  <span>
                    <span className={styles.title} title={section.title}>
                      {out ? <del>{section.title}</del> : section.title}
                    </span>
                    {section.references ? (
                      <small>{referencesChecked ? "References (billed at half)" : "References (not billed)"}</small>
                    ) : null}
                    {section.note ? <small className="figures">{section.note}</small> : null}
                    {out ? <small>Excluded</small> : null}
                  </span>
                )}
              </th>
              <td className="figures">{number.format(section.words)}</td>
              <td className="figures">{number.format(Math.ceil(counted(section)))}</td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td className="figures">{number.format(sections.reduce((sum, section) => sum + section.words, 0))}</td>
          <td className="figures">{number.format(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
