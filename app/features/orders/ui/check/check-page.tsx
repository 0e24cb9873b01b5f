import { useEffect } from "react";
import { count } from "#app/platform/rules/core/count.ts";
import { introOf, sectionsOf } from "#app/features/documents/rules/check/report.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import type { CheckReport, CheckView } from "../../server/check/read-check.ts";
import styles from "./check.module.css";

/** Places shown before the rest is folded. */
const SHOWN = 3;

/** The whole report of one file's check, on its order's page. */
export function CheckPage({ view, back }: { view: CheckView; back: { label: string; to: string } }) {
  useEffect(() => {
    const open = () => document.querySelectorAll("details").forEach((one) => (one.open = true));
    window.addEventListener("beforeprint", open);
    return () => window.removeEventListener("beforeprint", open);
  }, []);
  const { report } = view;
  if (!report)
    return (
      <Page width="reading">
        <PageTitle title="Consistency check" back={back} />
        <Notice tone="info" title={view.problem.message}>
          {view.problem.advice}
        </Notice>
      </Page>
    );
  return (
    <Page width="reading">
      <PageTitle
        title="Consistency check"
        back={back}
        lede={report.name}
        actions={
          <>
            <a href={`/api/files/${report.fileId}/check`} download>
              Download as Word
            </a>
            <Button variant="default" onClick={() => window.print()}>
              Print
            </Button>
          </>
        }
      />
      <p>
        {introOf(report.findings)} {aboutOf(report)}
      </p>
      {sectionsOf(report.findings).map(({ title, findings }) => (
        <Section key={title} title={title} aside={<span className="soft figures">{findings.length}</span>}>
          <ul className={styles.findings}>
            {findings.map((one, i) => (
              // The list never changes while it's shown.
              <OneFinding key={i} finding={one} />
            ))}
          </ul>
        </Section>
      ))}
    </Page>
  );
}

function aboutOf({ edited, language, findings }: CheckReport): string {
  const parts = [];
  if (edited) parts.push("This is the edited copy with all changes accepted.");
  else if (findings.some((one) => one.became !== null))
    parts.push("Each finding says whether the edited copy still has it.");
  else if (findings.length > 0) parts.push("Nothing was changed: your editor decides with you.");
  if (language !== null && language !== "en") parts.push("Only checks that work in any language were made.");
  return parts.join(" ");
}

function OneFinding({ finding }: { finding: CheckReport["findings"][number] }) {
  const { message, places, total, became } = finding;
  const rest = places.slice(SHOWN);
  return (
    <li>
      <p className={styles.message}>
        {message}
        {became ? (
          <span className={styles.became} data-left={became === "left" || undefined}>
            {became === "left" ? "Still there" : "Gone"}
          </span>
        ) : null}
      </p>
      <Places places={places.slice(0, SHOWN)} />
      {rest.length > 0 ? (
        <details>
          <summary className="small">{count(total - SHOWN, "more place")}</summary>
          <Places places={rest} />
          {total > places.length ? <p className="soft small">The first {places.length} are listed.</p> : null}
        </details>
      ) : null}
    </li>
  );
}

const Places = ({ places }: { places: CheckReport["findings"][number]["places"] }) =>
  places.length > 0 ? (
    <ul className={styles.places}>
      {places.map((place) => (
        <li key={`${place.block}:${place.from}`}>
          {place.section ? <span className="soft">{place.section} </span> : null}
          <q>{place.text}</q>
        </li>
      ))}
    </ul>
  ) : null;
