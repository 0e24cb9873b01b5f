import type { ReactNode } from "react";
import { href } from "react-router";
import { ENGLISH_VARIANT_LABELS, type EnglishVariant, findSubfield } from "#app/features/pricing/rules/taxonomy.ts";
import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { orcidAddress } from "#app/features/accounts/rules/sign-in/orcid.ts";
import { Marked, ThreeReadings } from "#app/ui/content/three-readings.tsx";
import type { FreeFrom } from "../rules/free-words.ts";
import { languageName } from "../rules/languages.ts";
import {
  FREE_BASIS,
  NEW_BELOW_ORDERS,
  type PublicEditor,
  freeWhen,
  publicationsOf,
  recordFacts,
  recordLine,
} from "../rules/public-page.ts";
import { beginningOf, runsOf, sampleChanges } from "../rules/sample-changes.ts";
import { Monogram } from "./monogram.tsx";
import styles from "./public-editor.module.css";

const fieldLabel = (slug: string): string => findSubfield(slug)?.subfield.label ?? slug;

/** An editor's photo, or a monogram drawn for them. */
export function EditorPhoto({ editor, size }: { editor: PublicEditor; size: "small" | "large" }) {
  const pixels = size === "large" ? 128 : 72;
  return editor.photo ? (
    <img src={editor.photo} alt="" className={styles.photo} width={pixels} height={pixels} loading="lazy" />
  ) : (
    <Monogram name={editor.name} id={editor.editorId} size={pixels} />
  );
}

const degreeOf = (editor: PublicEditor): string =>
  `${editor.degree}${editor.doctorateVerified ? " (doctorate verified)" : ""}`;

/** Languages besides English, in words: "Reads German and Hindi". */
const languagesOf = ({ languages }: PublicEditor): string =>
  languages.length > 0 ? `Reads ${new Intl.ListFormat("en-US").format(languages.map(languageName))}` : "";

const changesOf = ({ before, after }: NonNullable<PublicEditor["sample"]>) => sampleChanges(after, before);

/** An editor in a list: who they are, when they're free, their fields, their record, and how they edit. */
export function EditorCard({ editor, free }: { editor: PublicEditor; free: FreeFrom | null }) {
  return (
    <article className={styles.card}>
      <EditorPhoto editor={editor} size="small" />
      <div>
        <div className={styles.top}>
          <h2 className={styles.name}>
            <a href={href("/editors/:editorId", { editorId: editor.editorId })}>{editor.name}</a>
          </h2>
          <p className={styles.free} data-free={free?.is ?? "never"}>
            {freeWhen(free)}
          </p>
        </div>
        <p className={styles.headline}>{editor.headline}</p>
        <p className={styles.line}>
          {[editor.fields.slice(0, 4).map(fieldLabel).join(", "), degreeOf(editor), languagesOf(editor)]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <p className={`${styles.line} figures`}>{recordLine(editor.record)}</p>
        {editor.sample ? (
          <p className={styles.glimpse}>
            <Marked runs={runsOf(beginningOf(changesOf(editor.sample)))} />
          </p>
        ) : null}
      </div>
    </article>
  );
}

/** An editor's page, for the public and for the editor's preview. */
export function EditorPublicPage({
  editor,
  free,
  heading = "h1",
  actions,
}: {
  editor: PublicEditor;
  free: FreeFrom | null;
  heading?: "h1" | "h2";
  /** What a reader can do, after the work and the figures. */
  actions?: ReactNode;
}) {
  const Name = heading;
  const Part = heading === "h1" ? "h2" : "h3";
  const publications = publicationsOf(editor.publications);
  const facts = [{ label: "Next free", value: freeWhen(free), basis: FREE_BASIS }, ...recordFacts(editor.record)];
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <EditorPhoto editor={editor} size="large" />
        <div>
          <Name className={styles.title}>{editor.name}</Name>
          {editor.headline ? <p className={styles.headline}>{editor.headline}</p> : null}
          {editor.degree ? <p className={styles.line}>{degreeOf(editor)}</p> : null}
          {languagesOf(editor) ? <p className={styles.line}>{languagesOf(editor)}</p> : null}
          {editor.orcid ? (
            <p className={styles.line}>
              ORCID iD (verified): <a href={orcidAddress(editor.orcid)}>{orcidAddress(editor.orcid)}</a>
            </p>
          ) : null}
        </div>
      </header>
      {editor.sample ? (
        <section>
          <Part className={styles.part}>Before and after</Part>
          <ThreeReadings
            runs={runsOf(changesOf(editor.sample))}
            labels={{
              sent: { label: "Before" },
              tracked: { label: "Tracked changes" },
              clean: { label: "Edited" },
            }}
          />
          <p className={styles.line}>
            Chosen by the editor, who wrote the text or confirmed that its author agreed to show it.
          </p>
        </section>
      ) : null}
      <section>
        <Part className={styles.part}>Availability and record</Part>
        <dl className={styles.facts}>
          {facts.map((f) => (
            <div key={f.label}>
              <dt>{f.label}</dt>
              <dd className="figures">{f.value}</dd>
              <dd className={styles.basis}>{f.basis}</dd>
            </div>
          ))}
        </dl>
        {editor.record.delivered < NEW_BELOW_ORDERS ? (
          <p className={styles.line}>New here. A second person reviews every new editor's first orders.</p>
        ) : null}
        {actions ? <p className={styles.buttons}>{actions}</p> : null}
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
      {editor.bio ? (
        <section>
          <Part className={styles.part}>About</Part>
          <p className={styles.bio}>{editor.bio}</p>
        </section>
      ) : null}
      {publications.length > 0 ? (
        <section>
          <Part className={styles.part}>Publications</Part>
          <ul className={styles.publications}>
            {publications.map(({ text, doi }) => (
              <li key={text}>
                {text}{" "}
                {doi ? (
                  <a href={doi} rel="nofollow ugc">
                    Open by DOI
                  </a>
                ) : null}
              </li>
            ))}
          </ul>
          <p className={styles.line}>Listed by the editor. We don't check authorship.</p>
        </section>
      ) : null}
    </div>
  );
}
