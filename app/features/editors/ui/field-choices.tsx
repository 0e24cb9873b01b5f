import { FIELDS } from "#app/features/pricing/rules/taxonomy.ts";
import { Choice } from "./choice.tsx";
import styles from "./editor.module.css";

/**
 * Checkboxes for fields and subfields. A field is collapsed until something in it is chosen. Works without script.
 * @param name the form field of the chosen subfields
 */
export function FieldChoices({ name, chosen }: { name: string; chosen: readonly string[] }) {
  return (
    <div className={styles.fields}>
      {FIELDS.map((field) => {
        const count = field.subfields.filter((s) => chosen.includes(s.slug)).length;
        return (
          <details key={field.slug} open={count > 0}>
            <summary>
              <span>{field.label}</span>
              {count > 0 ? <small className="figures">{count} chosen</small> : null}
            </summary>
            <div className={styles.choices}>
              {field.subfields.map((s) => (
                <Choice key={s.slug} name={name} value={s.slug} checked={chosen.includes(s.slug)}>
                  {s.label}
                </Choice>
              ))}
            </div>
          </details>
        );
      })}
    </div>
  );
}
