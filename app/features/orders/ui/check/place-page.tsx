import { Link, useSearchParams } from "react-router";
import type { Spot } from "#app/features/documents/rules/check/finding.ts";
import type { PassageBlock } from "#app/features/documents/rules/check/passage.ts";
import { Page, PageTitle } from "#app/ui/page.tsx";
import type { PlaceView } from "../../server/check/read-passage.ts";
import styles from "./place.module.css";

/**
 * Where the text at a place is, from the report that has it.
 * @param first the block that the text begins with
 */
export function placeHref(report: URLSearchParams, { block, from, to }: Spot, first?: number): string {
  const query = new URLSearchParams(report);
  query.set("at", `${block}.${from}.${to}`);
  query.delete("first");
  if (first !== undefined) query.set("first", String(first));
  return `?${query}${first === undefined ? "#place" : ""}`;
}

/** The same from elsewhere on the page of the file's order. */
export const placeAt = (fileId: string, spot: Spot): string =>
  placeHref(new URLSearchParams({ view: "check", file: fileId }), spot);

/** The manuscript's text at one place of a finding. */
export function PlacePage({ view }: { view: PlaceView }) {
  const { name, spot, passage } = view;
  const { earlier, later } = passage;
  const [search] = useSearchParams();
  const to = (first: number) => placeHref(search, spot, first);
  const report = new URLSearchParams(search);
  report.delete("at");
  report.delete("first");
  return (
    <Page width="reading">
      <PageTitle
        title={name}
        back={{ label: "Consistency check", to: `?${report}` }}
        lede={passage.blocks[0]?.kind === "heading" ? undefined : passage.section}
      />
      {earlier === null ? null : (
        <p>
          <Link to={to(earlier)}>Earlier text</Link>
        </p>
      )}
      <div className={styles.text}>
        {passage.blocks.map((block) => (
          <BlockText key={block.at} block={block} spot={block.at === spot.block ? spot : null} />
        ))}
      </div>
      {later === null ? null : (
        <p>
          <Link to={to(later)}>Later text</Link>
        </p>
      )}
    </Page>
  );
}

function BlockText({ block: { kind, text, label, cut }, spot }: { block: PassageBlock; spot: Spot | null }) {
  const from = spot ? Math.max(0, spot.from - cut) : 0;
  const to = spot ? Math.max(from, spot.to - cut) : 0;
  const inner = (
    <>
      {cut > 0 ? "… " : null}
      {label ? <span className="soft">{label} </span> : null}
      {spot ? (
        <>
          {text.slice(0, from)}
          <mark id="place">{text.slice(from, to)}</mark>
          {text.slice(to)}
        </>
      ) : (
        text
      )}
    </>
  );
  return kind === "heading" ? (
    <h2 className={styles.heading}>{inner}</h2>
  ) : (
    <p data-kind={kind} className={styles.block}>
      {inner}
    </p>
  );
}
