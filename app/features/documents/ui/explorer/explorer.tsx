import { Button } from "@mantine/core";
import { type ReactNode, memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { LogLine } from "../../rules/explore/decision-log.ts";
import { chooserOf } from "../../rules/explore/decision-log.ts";
import { type Edit, choiceOn, editsOf, withEdits } from "../../rules/explore/edits.ts";
import type { Block, Choice, ExplorerIndex } from "../../rules/explore/explorer-model.ts";
import type { Showing } from "./blocks.tsx";
import { ChangeList } from "./change-list.tsx";
import { ChangeMap, showWindow } from "./change-map.tsx";
import { GROUP_WORDS, type Group, count, groupOf, kindWords, lineOf, perThousand } from "./change-words.ts";
import styles from "./explorer.module.css";
import { Paper, type PaperHandle } from "./paper.tsx";
import { useBundles } from "./use-bundles.ts";
import { useDecisions } from "./use-decisions.ts";

type Props = {
  fileId: string;
  /** False for editors and staff, who can only look. */
  mayDecide: boolean;
  /** Shown while the document loads. */
  waiting: ReactNode;
};

type Loaded = { index: ExplorerIndex; lines: LogLine[] };
type Mode = "marks" | "final" | "original";
const MODES: readonly [Mode, string][] = [
  ["marks", "All marks"],
  ["final", "Final"],
  ["original", "Original"],
];

/** Shows every change of a tracked copy in place, to accept, reject, undo and download. */
export default function Explorer({ fileId, mayDecide, waiting }: Props) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    const get = async (path: string) => {
      const answer = await fetch(`/api/files/${fileId}/${path}`);
      const body = (await answer.json()) as unknown;
      if (!answer.ok) {
        const { error } = body as { error?: { message: string; advice: string } };
        throw new Error(error ? `${error.message} ${error.advice}` : "We couldn't open the document.");
      }
      return body;
    };
    Promise.all([get("changes"), mayDecide ? get("decisions") : { lines: [] }]).then(
      ([index, log]) => {
        if (!gone) setLoaded({ index: index as ExplorerIndex, lines: (log as { lines: LogLine[] }).lines });
      },
      (error: Error) => {
        if (!gone) setProblem(error instanceof TypeError ? "The connection was lost." : error.message);
      },
    );
    return () => {
      gone = true;
    };
  }, [fileId, mayDecide, attempt]);
  if (loaded) return <Opened fileId={fileId} mayDecide={mayDecide} {...loaded} />;
  return (
    <>
      {problem ? (
        <p role="alert" className="late">
          {problem}{" "}
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              setProblem(null);
              setAttempt((n) => n + 1);
            }}
          >
            Try again
          </Button>
        </p>
      ) : (
        <p role="status" className="soft">
          Opening document…
        </p>
      )}
      {waiting}
    </>
  );
}

type Filter = { group: Group | ""; section: number; author: number; open: boolean };
const NO_FILTER: Filter = { group: "", section: -1, author: -1, open: false };

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const tell = () => setMatches(list.matches);
    list.addEventListener("change", tell);
    return () => list.removeEventListener("change", tell);
  }, [query]);
  return matches;
}

function Opened({ fileId, mayDecide, index: read, lines }: Loaded & Omit<Props, "waiting">) {
  const { edits, byChange } = useMemo(() => editsOf(read.changes), [read]);
  const index = useMemo(() => ({ ...read, sections: withEdits(read.sections, edits) }), [read, edits]);
  const { decisions, add, state, problem, saveNow } = useDecisions(fileId, lines);
  const { bundles, want, failed } = useBundles(fileId);
  const [mode, setMode] = useState<Mode>("marks");
  // The number of an edit; 0 before the first.
  const [current, setCurrent] = useState(0);
  const [filter, setFilter] = useState(NO_FILTER);
  const mapWindow = useRef<SVGRectElement>(null);
  const [listOpen, setListOpen] = useState(false);
  const [help, setHelp] = useState(false);
  const [more, setMore] = useState(false);
  const [said, setSaid] = useState("");
  const wide = useMedia("(min-width: 75em)");
  const paper = useRef<PaperHandle>(null);
  const searchBox = useRef<HTMLInputElement>(null);

  const choose = useMemo(() => chooserOf(decisions), [decisions]);
  const showing = useMemo(
    (): Showing => ({
      choose: mode === "original" ? () => "reject" : mode === "final" ? (id): Choice => choose(id) ?? "accept" : choose,
      marks: mode === "marks",
      comments: index.comments,
      margin: wide,
    }),
    [choose, mode, index.comments, wide],
  );
  const matching = useMemo(
    () =>
      edits.filter(
        (one) =>
          (filter.group === "" || groupOf(one) === filter.group) &&
          (filter.section < 0 || one.head.section === filter.section) &&
          (filter.author < 0 || one.head.by === filter.author),
      ),
    [edits, filter.group, filter.section, filter.author],
  );
  const chosen = useCallback((edit: Edit): Choice => choiceOn(edit, choose), [choose]);
  const open = useMemo(() => matching.filter((one) => chosen(one) === null), [matching, chosen]);
  const listed = filter.open ? open : matching;
  const decided = useMemo(() => edits.filter((one) => chosen(one) !== null).length, [edits, chosen]);
  const total = edits.length;
  const shown = current > 0 ? edits[current - 1] : undefined;

  const sayChange = useCallback(
    (edit: Edit, choice: Choice) => {
      const { head } = edit;
      setSaid(
        `Change ${edit.number} of ${total}. ${kindWords(edit)} by ${index.authors[head.by] || "unnamed"}: ${lineOf(edit)}. ${index.sections[head.section]?.title ?? ""}. ${choice === null ? "Undecided" : choice === "accept" ? "Accepted" : "Rejected"}.`,
      );
    },
    [index, total],
  );
  const go = useCallback(
    (number: number) => {
      const edit = edits[number - 1];
      if (!edit) return;
      setCurrent(number);
      sayChange(edit, chosen(edit));
      if (edit.head.block >= 0) paper.current?.showChange(edit.head.id, edit.head.block);
    },
    [edits, chosen, sayChange],
  );
  const pick = useCallback((id: number) => go(byChange.get(id)?.number ?? 0), [go, byChange]);
  const step = useCallback(
    (by: 1 | -1, among: readonly Edit[] = listed) => {
      if (among.length === 0) return setSaid("No more changes.");
      const next =
        by > 0
          ? (among.find((one) => one.number > current) ?? among[0])
          : (among.findLast((one) => one.number < current) ?? among.at(-1));
      if (next) go(next.number);
    },
    [listed, current, go],
  );
  const decide = useCallback(
    (to: "accept" | "reject" | "keep") => {
      const edit = edits[current - 1];
      if (!mayDecide || !edit) return;
      const wanted = to === "keep" ? null : to;
      if (edit.ids.some((id) => choose(id) !== wanted)) add(to, edit.ids);
      if (to === "keep") return sayChange(edit, null);
      const left = open.filter((one) => one !== edit);
      const next = left.find((one) => one.number > current) ?? left[0];
      if (next) go(next.number);
      else setSaid(`${to === "accept" ? "Accepted" : "Rejected"}. No undecided changes left in this list.`);
    },
    [edits, current, mayDecide, choose, add, open, go, sayChange],
  );
  const decideAll = (to: "accept" | "reject") => {
    if (open.length === 0) return;
    add(
      to,
      open.flatMap((one) => one.ids).sort((a, b) => a - b),
    );
    setSaid(`${count(open.length)} changes ${to === "accept" ? "accepted" : "rejected"}. Press U to undo.`);
  };
  const back = useCallback(
    (to: "undo" | "redo") => {
      if (!mayDecide || (to === "undo" ? decisions.undo : decisions.redo) === 0) return;
      add(to);
      setSaid(to === "undo" ? "Undone." : "Redone.");
    },
    [mayDecide, decisions.undo, decisions.redo, add],
  );

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest("input, textarea, select, [contenteditable], [role=dialog]")) {
        if (event.key === "Escape") target.blur();
        return;
      }
      const act = (
        {
          n: () => step(1),
          j: () => step(1),
          p: () => step(-1),
          k: () => step(-1),
          a: () => decide("accept"),
          r: () => decide("reject"),
          x: () => decide("keep"),
          u: () => back("undo"),
          U: () => back("redo"),
          "/": () => searchBox.current?.focus(),
          "?": () => setHelp((before) => !before),
          1: () => setMode("marks"),
          2: () => setMode("final"),
          3: () => setMode("original"),
          Escape: () => {
            setListOpen(false);
            setMore(false);
            setHelp(false);
          },
        } as Record<string, (() => void) | undefined>
      )[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [step, decide, back]);

  // A style rule marks the current change, because its leaf of text may be unmounted and mounted again.
  useEffect(() => {
    if (typeof CSSStyleSheet === "undefined" || !("adoptedStyleSheets" in document)) return undefined;
    const sheet = new CSSStyleSheet();
    const marked = edits[current - 1]?.ids.map((id) => `[data-paper] [data-c="${id}"]`).join(", ");
    if (marked)
      sheet.replaceSync(
        `${marked} { outline: 2px solid var(--press); outline-offset: 1px; border-radius: 2px; background: var(--press-wash); }`,
      );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [edits, current]);

  // Bypasses React: this runs on every frame of a scroll.
  const tellPlace = useCallback((from: number, to: number) => showWindow(mapWindow.current, from, to), []);
  const toBlock = useCallback((block: number) => paper.current?.showBlock(block), []);
  const toPlace = useCallback(
    (at: number) => {
      const near = index.changes
        .filter((one) => one.block >= 0)
        .reduce<ExplorerIndex["changes"][number] | undefined>(
          (best, one) => (!best || Math.abs(one.at - at) < Math.abs(best.at - at) ? one : best),
          undefined,
        );
      if (near) pick(near.id);
    },
    [index, pick],
  );
  const download = async (event: React.MouseEvent<HTMLAnchorElement>) => {
    if (state === "saved") return;
    event.preventDefault();
    const { href } = event.currentTarget;
    if (await saveNow()) window.location.assign(href);
    else setSaid("Some of your choices aren't saved yet. Try the download again when they are.");
  };
  const currentChoice = shown ? chosen(shown) : null;

  return (
    <div
      className={styles.explorer}
      data-list={listOpen || undefined}
      data-margin={(wide && index.comments.length > 0) || undefined}
    >
      <p className="unseen" aria-live="polite">
        {said}
      </p>
      <ChangeMap index={index} total={total} windowRef={mapWindow} onGo={toPlace} />
      <div className={styles.bar} role="toolbar" aria-label="Changes" data-keeps-focus>
        <div className={styles.barRow}>
          <Button
            size="compact-md"
            variant="default"
            className={styles.listButton}
            aria-expanded={listOpen}
            onClick={() => setListOpen((before) => !before)}
          >
            List
          </Button>
          <Button.Group>
            <Button
              size="compact-md"
              variant="default"
              onClick={() => step(-1)}
              aria-keyshortcuts="p k"
              aria-label="Previous change"
            >
              {"\u2191"}
            </Button>
            <Button
              size="compact-md"
              variant="default"
              onClick={() => step(1)}
              aria-keyshortcuts="n j"
              aria-label="Next change"
            >
              {"\u2193"} <span className={styles.long}>&nbsp;Next</span>
            </Button>
          </Button.Group>
          {mayDecide ? (
            <>
              <Button
                size="compact-md"
                variant="light"
                className={styles.accept}
                disabled={!shown}
                onClick={() => decide(currentChoice === "accept" ? "keep" : "accept")}
                aria-keyshortcuts="a"
                aria-pressed={currentChoice === "accept"}
              >
                Accept
              </Button>
              <Button
                size="compact-md"
                variant="light"
                className={styles.reject}
                disabled={!shown}
                onClick={() => decide(currentChoice === "reject" ? "keep" : "reject")}
                aria-keyshortcuts="r"
                aria-pressed={currentChoice === "reject"}
              >
                Reject
              </Button>
            </>
          ) : null}
          <Button
            size="compact-md"
            variant="default"
            className={styles.moreButton}
            aria-label="More tools"
            aria-expanded={more}
            onClick={() => setMore((before) => !before)}
          >
            {"\u22ef"}
          </Button>
          <div className={styles.tools} data-open={more || undefined}>
            {mayDecide ? (
              <Button.Group>
                <Button
                  size="compact-md"
                  variant="default"
                  disabled={decisions.undo === 0}
                  onClick={() => back("undo")}
                  aria-keyshortcuts="u"
                >
                  Undo
                </Button>
                <Button
                  size="compact-md"
                  variant="default"
                  disabled={decisions.redo === 0}
                  onClick={() => back("redo")}
                  aria-keyshortcuts="Shift+U"
                >
                  Redo
                </Button>
              </Button.Group>
            ) : null}
            <label className={styles.mode}>
              <span className="unseen">Show</span>
              <select value={mode} onChange={(event) => setMode(event.currentTarget.value as Mode)}>
                {MODES.map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </select>
            </label>
            <Search
              index={index}
              bundles={bundles}
              want={want}
              box={searchBox}
              onShow={(block, words) => paper.current?.showBlock(block, words)}
            />
            <Button
              size="compact-md"
              variant="subtle"
              color="gray"
              className={styles.helpButton}
              aria-expanded={help}
              onClick={() => setHelp((before) => !before)}
            >
              Shortcuts
            </Button>
          </div>
        </div>
        <p
          className={styles.status}
          data-open={more || undefined}
          data-pressing={failed || state === "trying" || state === "stopped" || undefined}
        >
          {mayDecide ? (
            <span className="figures">
              <b>
                {count(decided)} of {count(total)}
              </b>{" "}
              decided
            </span>
          ) : (
            <span className="figures">
              <b>{count(total)}</b> {total === 1 ? "change" : "changes"}
            </span>
          )}
          {mayDecide ? <progress max={Math.max(1, total)} value={decided} aria-label="Decided" /> : null}
          {shown ? (
            <span className={styles.now}>
              {kindWords(shown)} {count(shown.number)} {"\u00b7"} {index.authors[shown.head.by] || "Unnamed"}
              {index.sections[shown.head.section] ? ` \u00b7 ${index.sections[shown.head.section]?.title}` : ""}
              {currentChoice ? ` \u00b7 ${currentChoice}ed` : ""}
            </span>
          ) : null}
          {mayDecide ? (
            <span className={state === "trying" || state === "stopped" ? "late" : "soft"} role="status">
              {state === "saved"
                ? decided > 0
                  ? "Saved"
                  : ""
                : state === "saving"
                  ? "Saving"
                  : state === "trying"
                    ? "You're offline. Your decisions are kept here and saved when you're back online."
                    : problem}
            </span>
          ) : null}
          {failed ? (
            <span className="late" role="status">
              We couldn't load part of the text. Trying again…
            </span>
          ) : null}
        </p>
        {help ? <Help mayDecide={mayDecide} /> : null}
      </div>
      <aside className={styles.side} aria-label="List of changes">
        <Side index={index} edits={edits} filter={filter} setFilter={setFilter} onGo={toBlock} />
        {mayDecide ? (
          <div className={styles.bulk} data-keeps-focus>
            <Button
              size="compact-sm"
              variant="light"
              className={styles.accept}
              disabled={open.length === 0}
              onClick={() => decideAll("accept")}
            >
              Accept {matching.length === total ? "all" : "these"} {count(open.length)}
            </Button>
            <Button
              size="compact-sm"
              variant="light"
              className={styles.reject}
              disabled={open.length === 0}
              onClick={() => decideAll("reject")}
            >
              Reject {matching.length === total ? "all" : "these"} {count(open.length)}
            </Button>
          </div>
        ) : null}
        <ChangeList edits={listed} index={index} current={current} choose={chosen} onPick={go} />
        {mayDecide ? (
          <div className={styles.downloads}>
            <a href={`/api/files/${fileId}/revised`} download onClick={(event) => void download(event)}>
              Download with my choices
            </a>
            <span className="soft small">Undecided changes stay tracked.</span>
            <a href={`/api/files/${fileId}/revised?rest=accept`} download onClick={(event) => void download(event)}>
              Accept the rest and download
            </a>
          </div>
        ) : null}
        <Button className={styles.closeList} variant="default" onClick={() => setListOpen(false)}>
          Back to the text
        </Button>
      </aside>
      <section className={styles.desk} aria-label="Document">
        {index.notes.map((note) => (
          <p key={note} className="soft small">
            {note}
          </p>
        ))}
        {mode === "marks" ? null : (
          <p className="soft small" role="status">
            {mode === "final" ? "Your decisions applied, undecided changes accepted." : "The text before the edit."}
          </p>
        )}
        <Paper
          ref={paper}
          index={index}
          bundles={bundles}
          want={want}
          showing={showing}
          onPick={pick}
          onPlace={tellPlace}
        />
      </section>
    </div>
  );
}

const Side = memo(function Side({
  index,
  edits,
  filter,
  setFilter,
  onGo,
}: {
  index: ExplorerIndex;
  edits: readonly Edit[];
  filter: Filter;
  setFilter: (filter: Filter) => void;
  onGo: (block: number) => void;
}) {
  const groups = useMemo(() => {
    const counts = new Map<Group, number>();
    for (const one of edits) counts.set(groupOf(one), (counts.get(groupOf(one)) ?? 0) + 1);
    return counts;
  }, [edits]);
  const most = Math.max(1, ...index.sections.map((one) => (one.words >= 20 ? one.changes / one.words : 0)));
  return (
    <div className={styles.filters} data-keeps-focus>
      <div className={styles.groups} role="group" aria-label="Type of change">
        <button type="button" aria-pressed={filter.group === ""} onClick={() => setFilter({ ...filter, group: "" })}>
          All <b>{count(edits.length)}</b>
        </button>
        {(Object.keys(GROUP_WORDS) as Group[])
          .filter((group) => groups.has(group))
          .map((group) => (
            <button
              key={group}
              type="button"
              data-group={group}
              aria-pressed={filter.group === group}
              onClick={() => setFilter({ ...filter, group: filter.group === group ? "" : group })}
            >
              {GROUP_WORDS[group]} <b>{count(groups.get(group) ?? 0)}</b>
            </button>
          ))}
      </div>
      <label>
        <span>Section</span>
        <select
          value={filter.section}
          onChange={(event) => {
            const section = Number(event.currentTarget.value);
            setFilter({ ...filter, section });
            const chosen = index.sections[section];
            if (chosen) onGo(chosen.block);
          }}
        >
          <option value={-1}>All sections</option>
          {index.sections.map((one, i) => (
            <option key={one.block} value={i}>
              {"\u00a0".repeat(2 * Math.max(0, one.level - 1))}
              {one.title} ({count(one.changes)})
            </option>
          ))}
        </select>
      </label>
      {index.authors.length > 1 ? (
        <label>
          <span>Author</span>
          <select
            value={filter.author}
            onChange={(event) => setFilter({ ...filter, author: Number(event.currentTarget.value) })}
          >
            <option value={-1}>All authors</option>
            {index.authors.map((one, i) => (
              <option key={one} value={i}>
                {one || "Unnamed"}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={filter.open}
          onChange={(event) => setFilter({ ...filter, open: event.currentTarget.checked })}
        />{" "}
        Undecided only
      </label>
      <details className={styles.sections}>
        <summary>Changes per 1,000 words</summary>
        <table>
          <caption className="unseen">Changes per 1,000 words by section</caption>
          <thead>
            <tr>
              <th scope="col">Section</th>
              <th scope="col">Changes</th>
              <th scope="col">Per 1,000</th>
            </tr>
          </thead>
          <tbody>
            {index.sections.map((one, i) => (
              <tr key={one.block}>
                <th scope="row">
                  <button
                    type="button"
                    onClick={() => {
                      setFilter({ ...filter, section: filter.section === i ? -1 : i });
                      onGo(one.block);
                    }}
                  >
                    {one.title}
                  </button>
                  <i
                    aria-hidden
                    style={{ width: `${Math.min(100, (100 * one.changes) / Math.max(1, one.words) / most)}%` }}
                  />
                </th>
                <td>{count(one.changes)}</td>
                <td>{perThousand(one.changes, one.words)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
});

const KEYS: readonly [string, string, boolean][] = [
  ["n or j", "next change", false],
  ["p or k", "previous change", false],
  ["a", "accept, then go to the next undecided change", true],
  ["r", "reject, then go to the next", true],
  ["x", "reset to undecided", true],
  ["u", "undo", true],
  ["Shift + u", "redo", true],
  ["/", "search", false],
  ["1 2 3", "all marks, final, original", false],
  ["?", "show these shortcuts", false],
];
const Help = ({ mayDecide }: { mayDecide: boolean }) => (
  <dl className={styles.keys}>
    {KEYS.filter(([, , decides]) => mayDecide || !decides).map(([key, words]) => (
      <div key={key}>
        <dt>
          <kbd>{key}</kbd>
        </dt>
        <dd>{words}</dd>
      </div>
    ))}
  </dl>
);

const plainOf = (blocks: readonly Block[]): string =>
  blocks
    .map((block) =>
      block.k === "t"
        ? block.rows.map((row) => row.cells.map((cell) => plainOf(cell.b)).join("\n")).join("\n")
        : block.s.map((span) => span.t).join("") + (block.x ? `\n${plainOf(block.x)}` : ""),
    )
    .join("\n");

const TEXTS = new WeakMap<Block, string>();
/** A block's text for searching, built once per block. */
function textOf(block: Block): string {
  let text = TEXTS.get(block);
  if (text === undefined) TEXTS.set(block, (text = plainOf([block]).toLowerCase()));
  return text;
}

/** Searches the whole text, which is loaded for it. */
function Search({
  index,
  bundles,
  want,
  box,
  onShow,
}: {
  index: ExplorerIndex;
  bundles: ReadonlyMap<number, Block[]>;
  want: (bundle: number) => Promise<Block[]>;
  box: React.RefObject<HTMLInputElement | null>;
  onShow: (block: number, words: string) => void;
}) {
  const [words, setWords] = useState("");
  const [at, setAt] = useState(-1);
  const wanted = words.trim().toLowerCase();
  const all = Math.ceil(index.leaves.length / index.perBundle);
  useEffect(() => {
    if (wanted.length < 2) return;
    void (async () => {
      for (let bundle = 0; bundle < all; bundle++) await want(bundle);
    })();
  }, [wanted, all, want]);
  const found = useMemo(() => {
    const hits: number[] = [];
    if (wanted.length < 2) return hits;
    for (let bundle = 0; bundle < all; bundle++) {
      const from = index.leaves[bundle * index.perBundle]?.from ?? 0;
      bundles.get(bundle)?.forEach((block, i) => {
        if (textOf(block).includes(wanted)) hits.push(from + i);
      });
    }
    return hits;
  }, [wanted, all, bundles, index]);
  const type = (typed: string) => {
    setWords(typed);
    setAt(-1);
    if ("highlights" in CSS) CSS.highlights.delete("stet-search");
  };
  const next = (by: 1 | -1) => {
    if (found.length === 0) return;
    const to = (at + by + found.length) % found.length;
    setAt(to);
    onShow(found[to] as number, wanted);
  };
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        next(1);
      }}
    >
      <input
        ref={box}
        type="search"
        value={words}
        placeholder="Search"
        aria-label="Search in the text"
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && event.shiftKey) {
            event.preventDefault();
            next(-1);
          }
        }}
      />
      {wanted.length >= 2 ? (
        <span className="small soft figures" role="status">
          {at >= 0 ? `${at + 1} of ` : ""}
          {count(found.length)} {found.length === 1 ? "paragraph" : "paragraphs"}
        </span>
      ) : null}
    </form>
  );
}
