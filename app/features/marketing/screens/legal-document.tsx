import { Link } from "react-router";
import {
  LEGAL_TITLES,
  type LegalDocument as LegalName,
  type LegalVersion,
  isLegalDocument,
  versionInForce,
  versionLabel,
  withNames,
} from "#app/features/accounts/rules/legal.ts";
import { operatorNames, shownLegalVersions, withPolicy } from "#app/features/accounts/server/legal/legal-documents.ts";
import { findAcceptedText } from "#app/features/accounts/server/legal/record-acceptance.ts";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { renderMarkdown } from "#app/platform/rules/public-pages/markdown.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/requests/problem.ts";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { LegalPage, LegalVersions } from "../ui/legal-page.tsx";
import type { Route } from "./+types/legal-document";

/** One screen for /terms, /privacy, and the other legal documents: the path names the document. */
export const handle = { readOnly: true } satisfies PageHandle;

export async function loader({ url }: Route.LoaderArgs) {
  const document = url.pathname.toLowerCase().replace(/^\/|\/$/g, "");
  if (!isLegalDocument(document)) throw problemResponse(notFound("page", "Check the link."));
  const versions = await shownLegalVersions(document);
  const inForce = versionInForce(versions, now());
  const isNext = (v: LegalVersion) => v.effectiveAt > now() && v.version !== inForce.version;
  const next = versions.findLast(isNext);
  const { siteName, origins } = config();
  const hash = url.searchParams.get("text");
  const { body, ...shown } = hash === null ? await textOfVersion() : await acceptedText(document, hash);
  const { html, headings } = renderMarkdown(body);
  return {
    ...shown,
    document,
    html,
    headings,
    siteName,
    origin: origins.public,
    next: next ? { version: next.version, effectiveOn: next.effectiveOn } : null,
    versions:
      versions.length > 1 ? versions.map((v) => ({ version: v.version, summary: v.summary, isNext: isNext(v) })) : [],
  };

  async function textOfVersion() {
    const asked = url.searchParams.get("version") ?? inForce.version;
    const found = versions.find((v) => v.version === asked);
    if (!found) throw problemResponse(notFound("version of this document"));
    const { version, title, effectiveOn, summary } = found;
    const state: State = version === inForce.version ? "in force" : isNext(found) ? "to come" : "earlier";
    const body = withNames((await withPolicy(found)).body, await operatorNames());
    return { version, title, effectiveOn, summary, state, body };
  }
}

type State = "in force" | "to come" | "earlier" | "accepted";

/** The exact text a person accepted. */
async function acceptedText(document: LegalName, hash: string) {
  const found = await findAcceptedText(document, hash);
  if (!found) throw problemResponse(notFound("version of this document"));
  const { version, title, body } = found;
  const state: State = "accepted";
  return { version, title, effectiveOn: null, summary: "", state, body };
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
  const { document, title, html, headings, version, state, next, versions, origin, siteName } = loaderData;
  return (
    <LegalPage
      title={title}
      html={html}
      headings={headings}
      line={<VersionLine shown={loaderData} />}
      note={state === "in force" && next === null ? null : <Note document={document} state={state} next={next} />}
      after={
        versions.length === 0 ? null : (
          <LegalVersions>
            {versions.map((v) => (
              <li key={v.version}>
                {v.version === version && state !== "accepted" ? (
                  <strong>{versionLabel(v.version)}</strong>
                ) : (
                  <Link to={`/${document}?version=${v.version}`}>{versionLabel(v.version)}</Link>
                )}
                {v.isNext ? ", not yet in effect" : ""}: {v.summary}
              </li>
            ))}
          </LegalVersions>
        )
      }
    >
      <StructuredData
        data={breadcrumbs(origin, [
          { name: siteName, path: "/" },
          { name: title, path: `/${document}` },
        ])}
      />
    </LegalPage>
  );
}

function VersionLine({
  shown: { version, effectiveOn, summary, versions },
}: {
  shown: Pick<Route.ComponentProps["loaderData"], "version" | "effectiveOn" | "summary" | "versions">;
}) {
  return (
    <>
      Version of <time dateTime={version.slice(0, 10)}>{versionLabel(version)}</time>
      {effectiveOn === null || effectiveOn === version.slice(0, 10) ? (
        ""
      ) : (
        <>
          , effective <time dateTime={effectiveOn}>{formatLongDay(effectiveOn)}</time>
        </>
      )}
      {versions.length > 0 && summary ? `. ${summary}` : ""}
    </>
  );
}

function Note({
  document,
  state,
  next,
}: {
  document: LegalName;
  state: State;
  next: { version: string; effectiveOn: string } | null;
}) {
  if (state === "in force" && next)
    return (
      <>
        A new version takes effect on {formatLongDay(next.effectiveOn)}.{" "}
        <Link to={`/${document}?version=${next.version}`}>Read the new version</Link>.
      </>
    );
  return (
    <>
      {state === "earlier"
        ? "This is an earlier version. "
        : state === "accepted"
          ? "This is the text as it was accepted, with the figures of that time. "
          : "This version isn't in effect yet. "}
      <Link to={`/${document}`}>Read the current version</Link>.
    </>
  );
}
