import { Fragment } from "react";
import { Link, useSearchParams } from "react-router";
import type { Spot } from "#app/features/documents/rules/check/finding.ts";
import type { PassageBlock } from "#app/features/documents/rules/check/passage.ts";
import { PlainEquation } from "#app/features/documents/ui/explorer/paper/plain-equation.tsx";
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

function BlockText({ block, spot }: { block: PassageBlock; spot: Spot | null }) {
  const { kind, text, label, cut, formulas } = block;
  const begin = spot ? Math.max(0, spot.from - cut) : 0;
  const end = spot ? Math.max(begin, spot.to - cut) : 0;
  // A place in a formula is the whole of it.
  const within = formulas.filter((one) => spot && one.from < end && one.to > begin);
  const from = Math.min(begin, ...within.map((one) => one.from));
  const to = Math.max(end, ...within.map((one) => one.to));
  const words = (first: number, last: number) => <Words block={block} from={first} to={last} />;
  const inner = (
    <>
      {cut > 0 ? "… " : null}
      {label ? <span className="soft">{label} </span> : null}
      {spot ? (
        <>
          {words(0, from)}
          <mark id="place">{words(from, to)}</mark>
          {words(to, text.length)}
        </>
      ) : (
        words(0, text.length)
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

/** A part of a block's text, with its formulas as formulas. */
function Words({ block: { text, formulas }, from, to }: { block: PassageBlock; from: number; to: number }) {
  const own = formulas.filter((one) => one.from >= from && one.to <= to);
  return (
    <>
      {own.map((one, i) => (
        <Fragment key={one.from}>
          {text.slice(own[i - 1]?.to ?? from, one.from)}
          <PlainEquation nodes={one.nodes} />
        </Fragment>
      ))}
      {text.slice(own.at(-1)?.to ?? from, to)}
    </>
  );
}
