import { Link } from "react-router";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { config } from "#app/platform/server/core/config.ts";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { profileName } from "#app/features/policy-profiles/rules/profile.ts";
import { shownProfiles } from "#app/features/policy-profiles/server/read-profiles.ts";
import { EDIT_KINDS } from "../rules/kinds/edit-kind.ts";
import { GateFiles } from "../ui/gate/gate-files.tsx";
import type { CheckPolicy } from "../ui/gate/kinds-of-change.tsx";
import styles from "../ui/gate/gate.module.css";
import type { Route } from "./+types/integrity-check";

export const handle = { deferHydration: "unfetched" } satisfies PageHandle;

export async function loader() {
  const { siteName, origins } = config();
  const policies = (await shownProfiles()).map(({ profileId, version, profile }): CheckPolicy => ({
    profileId,
    name: profileName(profile),
    version,
    readOn: profile.readOn,
    rule: EDIT_KINDS.map((kind) => profile.kinds[kind]),
  }));
  return { siteName, origin: origins.site, policies };
}

const PATH = "/integrity/check";

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: "Check an edited manuscript",
        path: PATH,
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        description:
          "Drop a manuscript and its edited copy to see whether every change is tracked, and what kinds of change it has. Nothing is uploaded.",
      })
    : [];

/** The delivery gate for anybody: two files, compared in the visitor's browser. */
export default function IntegrityCheck({ loaderData }: Route.ComponentProps) {
  const { siteName, origin, policies } = loaderData;
  return (
    <article className={styles.page}>
      <StructuredData
        data={[
          {
            "@type": "WebPage",
            name: "Check an edited manuscript",
            url: `${origin}${PATH}`,
            isPartOf: { "@id": `${origin}/#website` },
          },
          breadcrumbs(origin, [
            { name: siteName, path: "/" },
            { name: "Academic integrity", path: "/integrity" },
            { name: "Check an edited manuscript", path: PATH },
          ]),
        ]}
      />
      <header className={styles.head}>
        <h1>Check an edited manuscript</h1>
        <p>
          Drop the original and the edited copy to see whether every change is tracked, and what a university would
          object to. Both are read in your browser, and nothing is uploaded.
        </p>
      </header>
      <GateFiles page={`${origin}${PATH}`} policies={policies} />
      <section className={styles.about}>
        <h2>What it compares</h2>
        <p>
          We reject every tracked change in the copy and compare what's left with the original: words, notes, tables,
          equations, and pictures. If anything differs, it was changed without tracking, and it's listed with its place.
          This is the check that every Word file passes before {siteName} delivers it.
        </p>
        <p>
          Each change gets a kind, such as spelling or rewriting, by rules that agree with people in about 95 of 100
          changes. In doubt, it's the stricter kind. The rules are made for English: in other languages, most changes of
          words count as word choice, rewriting, or content.
        </p>
        <h3>Formats</h3>
        <p>
          The original can be a Word, OpenDocument, RTF, LaTeX, Markdown, or plain text file. PDFs and old .doc files
          can't be compared here.
        </p>
        <ul>
          <li>
            <b>Word</b> (.docx): everything above.
          </li>
          <li>
            <b>OpenDocument</b> (.odt): tracked changes in the text, its tables, and its notes. Pictures, formulas, and
            formatting aren't compared.
          </li>
          <li>
            <b>LaTeX</b> (.tex or a .zip of the project), if the original is LaTeX: it has no tracked changes, so every
            difference between the two sources counts, in the text, formulas, citations, references, commands, the
            preamble, and the project's other files. Comments in the source aren't compared.
          </li>
        </ul>
        <p>
          It can't tell who made a change, or whether a machine wrote it. What editors may do, and how to show what help
          you had: <Link to="/integrity">academic integrity</Link>.
        </p>
      </section>
    </article>
  );
}
