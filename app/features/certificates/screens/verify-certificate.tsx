import { policyTitle } from "#app/features/policy-profiles/rules/profile.ts";
import { Link, data, redirect } from "react-router";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Instant } from "#app/ui/instant.tsx";
import { ProofMark } from "#app/ui/content/proof-mark.tsx";
import { SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { orcidAddress } from "#app/features/accounts/rules/sign-in/orcid.ts";
import { type CertificateFacts, type CertificateState, orcidWords, verifyPath } from "../rules/certificate-facts.ts";
import { degreeWords, hashRows, kindRows, wordsChanged } from "../rules/declaration.ts";
import { extentRows, statementOf } from "../rules/statement.ts";
import { type PublicCertificate, getPublicCertificate } from "../server/find-certificate.ts";
import { CheckFile } from "../ui/check-file.tsx";
import styles from "../ui/certificate.module.css";
import type { Route } from "./+types/verify-certificate";

const NAMES = { certificate: "Certificate", declaration: "Declaration" } as const;

// Certificates are for people their holder shares them with, not for search engines.
export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageTitle(
    matches,
    loaderData?.certificate
      ? `${NAMES[loaderData.certificate.kind]} ${loaderData.certificate.id}`
      : "Certificate not found",
  ),
  { name: "description", content: "What was edited, how much, and whether this certificate is still valid." },
  { name: "robots", content: "noindex, nofollow" },
];
export const headers: Route.HeadersFunction = () => ({
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
});

export const loader = pageLoader(async ({ params }: PageRequest<Route.LoaderArgs>) => {
  const { siteName } = config();
  let certificate: PublicCertificate | null = null;
  try {
    certificate = await getPublicCertificate(params.certificateId);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return data({ certificate, siteName }, { status: error.status });
  }
  // Each certificate has one URL. The browser keeps the key when redirected.
  if (params.certificateId !== certificate.id) throw redirect(verifyPath(certificate.id));
  return { certificate, siteName };
});

/** A certificate's public page. With the key in its URL, it also compares a file with the certified text. */
export default function VerifyCertificate({ loaderData }: Route.ComponentProps) {
  const { certificate, siteName } = loaderData;
  if (!certificate)
    return (
      <article className={styles.page}>
        <header className={styles.head}>
          <h1>Certificate not found</h1>
        </header>
        <p>
          {siteName} has no certificate with this ID. Check it against the paper copy letter by letter, or{" "}
          <Link to="/integrity/verify">enter it again</Link>.
        </p>
      </article>
    );
  const { id, kind, state, facts } = certificate;
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <p className={styles.id}>{id}</p>
        <h1>{NAMES[kind]} of editing</h1>
      </header>
      <State state={state} certificate={certificate} siteName={siteName} />
      {facts ? (
        <>
          <section className={styles.part} aria-labelledby="check">
            <h2 id="check">{facts.declaration ? "Check a file" : "Compare a file"}</h2>
            <CheckFile id={id} kind={kind} files={facts.declaration?.files ?? []} />
          </section>
          <Facts facts={facts} issuedAt={certificate.issuedAt} />
        </>
      ) : null}
      <p className={styles.soft}>
        What this page can and can't show: <Link to="/integrity/verify">how certificates are checked</Link>.
      </p>
    </article>
  );
}

function State({
  state,
  certificate: { kind, issuedAt, endedAt, facts },
  siteName,
}: {
  state: CertificateState;
  certificate: PublicCertificate;
  siteName: string;
}) {
  const mark = { valid: "check", superseded: "transpose", revoked: "dele" } as const;
  return (
    <div className={styles.state} data-state={state}>
      <ProofMark kind={mark[state]} size={26} strokeWidth={1.6} />
      {state === "valid" ? (
        <p>
          <b>{kind === "declaration" ? "Valid." : "This certificate is genuine and valid."}</b> {siteName} issued it on{" "}
          <Instant at={issuedAt} show="day" />
          {facts?.declaration ? ` under ${policyTitle(facts.declaration.policy)}.` : "."}
        </p>
      ) : state === "superseded" ? (
        <p>
          <b>This {kind} is genuine, but there is a newer one.</b> The text was edited again, and a newer {kind} was
          issued on <Instant at={endedAt!} show="day" />. This one is for the previous version.
        </p>
      ) : (
        <p>
          <b>This {kind} was revoked.</b> {siteName} issued it on <Instant at={issuedAt} show="day" />, and its author
          revoked it on <Instant at={endedAt!} show="day" />. Its content has been deleted.
        </p>
      )}
    </div>
  );
}

function Facts({ facts, issuedAt }: { facts: CertificateFacts; issuedAt: string }) {
  const { declaration } = facts;
  const statement = statementOf(facts);
  const rows: ({ label: string; value: React.ReactNode } | null)[] = [
    facts.service ? { label: "Service", value: SERVICE_LABELS[facts.service] } : null,
    facts.documentType ? { label: "Document", value: facts.documentType } : null,
    facts.variant ? { label: "Language", value: facts.variant } : null,
    {
      label: "Edited text",
      value: `${facts.words.toLocaleString("en-US")} words${facts.files > 1 ? ` in ${facts.files} files` : ""}`,
    },
    facts.receivedAt ? { label: "Ordered", value: <Instant at={facts.receivedAt} show="day" /> } : null,
    facts.deliveredAt
      ? {
          label: "Delivered",
          value: (
            <>
              <Instant at={facts.deliveredAt} show="day" />
              {facts.round > 1 ? `, revised (round ${facts.round})` : ""}
            </>
          ),
        }
      : null,
    { label: "Issued", value: <Instant at={issuedAt} show="day" /> },
    declaration ? { label: "Editor's degree", value: degreeWords(declaration) } : null,
    declaration ? { label: "Words changed", value: wordsChanged(declaration.share) } : null,
  ];
  return (
    <>
      <section className={styles.part} aria-labelledby="work">
        <h2 id="work">Editing details</h2>
        {facts.title || facts.author ? (
          <p className={styles.title}>
            {facts.title}
            {facts.title && facts.author ? <br /> : null}
            {facts.author ? <span className={styles.soft}>{facts.author}</span> : null}
          </p>
        ) : (
          <p className={styles.soft}>The title and the author's name aren't shown.</p>
        )}
        {facts.orcid ? (
          <p className={styles.soft}>
            <a href={orcidAddress(facts.orcid)}>{orcidWords(facts.orcid)}</a>
          </p>
        ) : null}
        <FactList rows={rows.filter((row) => row !== null)} />
      </section>
      <section className={styles.part} aria-labelledby="done">
        <h2 id="done">What was done</h2>
        {statement.done.map((said) => (
          <p key={said}>{said}</p>
        ))}
        {declaration ? (
          <FactList rows={kindRows(declaration)} />
        ) : facts.extent ? (
          <FactList rows={extentRows(facts.extent)} />
        ) : null}
      </section>
      {declaration ? (
        <section className={styles.part} aria-labelledby="files">
          <h2 id="files">Files (SHA-256)</h2>
          <FactList
            rows={hashRows(declaration).map(({ label, value }) => ({
              label,
              value: <code className={styles.hash}>{value}</code>,
            }))}
          />
        </section>
      ) : null}
      <section className={styles.part} aria-labelledby="not-done">
        <h2 id="not-done">{declaration ? "What this can't show" : "What this doesn't say"}</h2>
        {statement.limits.map((said) => (
          <p key={said}>{said}</p>
        ))}
      </section>
    </>
  );
}

const FactList = ({ rows }: { rows: readonly { label: string; value: React.ReactNode }[] }) => (
  <dl className={styles.facts}>
    {rows.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
