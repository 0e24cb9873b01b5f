import { href } from "react-router";
import { ENGLISH_VARIANT_LABELS, type EnglishVariant, findSubfield } from "#app/features/pricing/rules/taxonomy.ts";
import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { orcidAddress } from "#app/features/accounts/rules/sign-in/orcid.ts";
import { type PublicEditor, recordFacts } from "../rules/public-page.ts";
import { type SampleChange, beginningOf, sampleChanges } from "../rules/sample-changes.ts";
import styles from "./public-editor.module.css";

const fieldLabel = (slug: string): string => findSubfield(slug)?.subfield.label ?? slug;

/** An editor's photo, or their initials. */
export function EditorPhoto({ editor, size }: { editor: PublicEditor; size: "small" | "large" }) {
  const initials = editor.name
    .replace(/^(?:Dr|Prof)\.?\s+/, "")
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .slice(0, 2)
    .join("");
  return editor.photo ? (
    <img
      src={editor.photo}
      alt=""
      className={styles.photo}
      data-size={size}
      width={size === "large" ? 128 : 72}
      height={size === "large" ? 128 : 72}
      loading="lazy"
    />
  ) : (
    <span className={styles.photo} data-size={size} aria-hidden>
      {initials}
    </span>
  );
}

const degreeOf = (editor: PublicEditor): string =>
  `${editor.degree}${editor.doctorateVerified ? " (doctorate verified)" : ""}`;

/** A text with the changes made in it. */
const Marked = ({ changes }: { changes: readonly SampleChange[] }) =>
  changes.map(({ kind, text }, i) => {
    const key = `${i}${kind}`;
    return kind === "ins" ? (
      <ins key={key}>{text}</ins>
    ) : kind === "del" ? (
      <del key={key}>{text}</del>
    ) : (
      <span key={key}>{text}</span>
    );
  });

/** An editor in a list: who they are, their fields, their record, and how they edit. */
export function EditorCard({ editor }: { editor: PublicEditor }) {
  const facts = recordFacts(editor.record);
  return (
    <article className={styles.card}>
      <EditorPhoto editor={editor} size="small" />
      <div>
        <h2 className={styles.name}>
          <a href={href("/editors/:editorId", { editorId: editor.editorId })}>{editor.name}</a>
        </h2>
        <p className={styles.headline}>{editor.headline}</p>
        <p className={styles.line}>{degreeOf(editor)}</p>
        <p className={styles.line}>{editor.fields.slice(0, 4).map(fieldLabel).join(", ")}</p>
        <p className={`${styles.line} figures`}>
          {facts.length > 0 ? facts.map((f) => `${f.label}: ${f.value}`).join(" · ") : "No orders delivered yet"}
        </p>
        {editor.sample ? (
          <p className={styles.glimpse}>
            <Marked changes={beginningOf(sampleChanges(editor.sample.after, editor.sample.before))} />
          </p>
        ) : null}
      </div>
    </article>
  );
}

/** An editor's page, for the public and for the editor's preview. */
export function EditorPublicPage({ editor, heading = "h1" }: { editor: PublicEditor; heading?: "h1" | "h2" }) {
  const Name = heading;
  const Part = heading === "h1" ? "h2" : "h3";
  const facts = recordFacts(editor.record);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <EditorPhoto editor={editor} size="large" />
        <div>
          <Name className={styles.title}>{editor.name}</Name>
          {editor.headline ? <p className={styles.headline}>{editor.headline}</p> : null}
          {editor.degree ? <p className={styles.line}>{degreeOf(editor)}</p> : null}
          {editor.orcid ? (
            <p className={styles.line}>
              ORCID iD (verified): <a href={orcidAddress(editor.orcid)}>{orcidAddress(editor.orcid)}</a>
            </p>
          ) : null}
        </div>
      </header>
      {editor.bio ? <p className={styles.bio}>{editor.bio}</p> : null}
      <section>
        <Part className={styles.part}>Track record</Part>
        {facts.length > 0 ? (
          <dl className={styles.facts}>
            {facts.map((f) => (
              <div key={f.label}>
                <dt>{f.label}</dt>
                <dd className="figures">{f.value}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className={styles.line}>
            No orders delivered yet. A second person reviews every new editor's first orders.
          </p>
        )}
      </section>
      <section>
        <Part className={styles.part}>Edits</Part>
        <ul className={styles.tags}>
          {editor.fields.map((slug) => (
            <li key={slug}>{fieldLabel(slug)}</li>
          ))}
        </ul>
        <p className={styles.line}>
          {[
            editor.services.map((s) => (isService(s) ? SERVICE_LABELS[s] : s)).join(", "),
            editor.variants.map((v) => ENGLISH_VARIANT_LABELS[v as EnglishVariant] ?? v).join(", "),
          ]
            .filter(Boolean)
            .join(". ")}
        </p>
      </section>
      {editor.sample ? (
        <section>
          <Part className={styles.part}>Before and after</Part>
          <p className={styles.line}>Chosen by the editor. Not from a client's order without the author's consent.</p>
          <p className={styles.sample}>
            <Marked changes={sampleChanges(editor.sample.after, editor.sample.before)} />
          </p>
        </section>
      ) : null}
    </div>
  );
}
