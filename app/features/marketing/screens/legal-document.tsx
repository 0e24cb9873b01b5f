import { Link } from "react-router";
import { LEGAL_TITLES, isLegalDocument, withNames } from "#app/features/accounts/rules/legal.ts";
import {
  findLegalInForce,
  listLegalVersions,
  operatorNames,
  withPolicy,
} from "#app/features/accounts/server/legal-documents.ts";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { renderMarkdown } from "#app/platform/rules/public-pages/markdown.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/core/problem.ts";
import { Prose, ReadingPage } from "#app/ui/prose.tsx";
import { StructuredData, breadcrumbs } from "#app/ui/structured-data.tsx";
import styles from "./legal-document.module.css";
import type { Route } from "./+types/legal-document";

/** One screen for /terms, /privacy, and the other legal documents: the path names the document. */
export const handle = { readOnly: true } satisfies PageHandle;

export async function loader({ url }: Route.LoaderArgs) {
  const document = url.pathname.toLowerCase().replace(/^\/|\/$/g, "");
  if (!isLegalDocument(document)) throw problemResponse(notFound("page"));
  const versions = listLegalVersions(document);
  const inForce = findLegalInForce(document);
  const asked = url.searchParams.get("version");
  const shown = asked === null ? inForce : versions.find((v) => v.version === asked);
  if (!shown) throw problemResponse(notFound("version of this document"));
  const { siteName, origins } = config();
  const { html, headings } = renderMarkdown(withNames((await withPolicy(shown)).body, await operatorNames()));
  return {
    document,
    html,
    headings,
    siteName,
    origin: origins.public,
    title: shown.title,
    version: shown.version,
    effectiveOn: shown.effectiveOn,
    summary: shown.summary,
    state:
      shown.version === inForce.version
        ? ("in force" as const)
        : shown.effectiveOn > inForce.effectiveOn
          ? ("to come" as const)
          : ("earlier" as const),
    versions:
      versions.length > 1
        ? versions.map((v) => ({ version: v.version, effectiveOn: v.effectiveOn, summary: v.summary }))
        : [],
  };
}

const DESCRIPTIONS: Record<keyof typeof LEGAL_TITLES, string> = {
  terms: "The terms that apply when you create an account or place an order.",
  privacy: "What data we keep, why, for how long, who sees it, and what you can request.",
  "refund-revision-policy": "When you get a refund, how much it is, and what a free revision includes.",
  "acceptable-use-policy": "What you may and may not send us for editing, and what happens if you break the rules.",
  "academic-disclaimer": "What editing may change in an academic text, and what stays up to its author.",
  "cookie-policy": "The few cookies and stored settings our pages need, each by name.",
  "editor-agreement": "The agreement between editors and the company: work, confidentiality, quality, and pay.",
};

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: "Not found" }];
  const { document, title, siteName, origin, state } = loaderData;
  return [
    ...pageMeta({ title, description: DESCRIPTIONS[document], path: `/${document}`, origin, siteName }),
    ...(state === "in force" ? [] : [{ name: "robots", content: "noindex" }]),
  ];
};

export default function LegalDocument({ loaderData }: Route.ComponentProps) {
  const { document, title, html, headings, version, effectiveOn, summary, state, versions, origin, siteName } =
    loaderData;
  return (
    <ReadingPage
      headings={headings}
      head={
        <div className={styles.head}>
          <h1>{title}</h1>
          <p>
            Version of <time dateTime={version}>{formatLongDay(version)}</time>
            {effectiveOn === version ? (
              ""
            ) : (
              <>
                , effective <time dateTime={effectiveOn}>{formatLongDay(effectiveOn)}</time>
              </>
            )}
            {versions.length > 0 ? `. ${summary}` : ""}
          </p>
          {state === "in force" ? null : (
            <p role="note" className={styles.note}>
              {state === "earlier" ? "This is an earlier version. " : "This version isn't in effect yet. "}
              <Link to={`/${document}`}>Read the current version</Link>.
            </p>
          )}
        </div>
      }
      after={
        versions.length === 0 ? null : (
          <section className={styles.versions} aria-labelledby="versions">
            <h2 id="versions">All versions</h2>
            <ul>
              {versions.map((v) => (
                <li key={v.version}>
                  {v.version === version ? (
                    <strong>{formatLongDay(v.version)}</strong>
                  ) : (
                    <Link to={`/${document}?version=${v.version}`}>{formatLongDay(v.version)}</Link>
                  )}
                  : {v.summary}
                </li>
              ))}
            </ul>
          </section>
        )
      }
    >
      <Prose html={html} />
      <StructuredData
        data={breadcrumbs(origin, [
          { name: siteName, path: "/" },
          { name: title, path: `/${document}` },
        ])}
      />
    </ReadingPage>
  );
}
