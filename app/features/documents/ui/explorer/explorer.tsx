import { Button } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { chooserOf } from "../../rules/explore/decision-log.ts";
import { type Edit, choiceOn, editsOf, withEdits } from "../../rules/explore/edits.ts";
import { type Choice, type ExplorerIndex, afterEdit, beforeEdit } from "../../rules/explore/explorer-model.ts";
import type { Showing, Sides } from "./paper/spans.tsx";
import { ChangeList } from "./change-list.tsx";
import { ChangeMap, showWindow } from "./change-map.tsx";
import { figure, editWords, groupOf, kindWords, lineOf } from "./change-words.ts";
import { DecideAll, Downloads } from "./decide.tsx";
import styles from "./explorer.module.css";
import { Filters, NO_FILTER } from "./filters.tsx";
import { Paper, type PaperHandle } from "./paper/paper.tsx";
import { Search } from "./search.tsx";
import { Shortcuts, useShortcuts } from "./shortcuts.tsx";
import { StatusLine } from "./status-line.tsx";
import { Toolbar, type View, viewsFor } from "./toolbar.tsx";
import { useBundles } from "./use-bundles.ts";
import { useDecisions } from "./use-decisions.ts";
import { withRoles } from "./with-roles.ts";
import { type Loaded, useLoaded } from "./use-loaded.ts";
import { useMarkedChange } from "./use-marked-change.ts";
import { useMedia } from "./use-media.ts";

type Props = {
  fileId: string;
  /** False for editors and staff, who can only look. */
  mayDecide: boolean;
  /** The number of the change to begin with. */
  start: number | null;
  /** What authors of changes are to the order, by name. */
  roles: Readonly<Record<string, string>>;
  /** Shown while the document loads. */
  waiting: ReactNode;
};

/** Shows every change of a tracked copy in place, to accept, reject, undo and download. */
export default function Explorer({ fileId, mayDecide, start, roles, waiting }: Props) {
  const { loaded, problem, retry } = useLoaded(fileId, mayDecide);
  if (loaded) return <Opened roles={roles} fileId={fileId} mayDecide={mayDecide} start={start} {...loaded} />;
  return (
    <>
      {problem ? (
        <p role="alert" className="late">
          {problem}{" "}
          <Button size="compact-sm" variant="light" onClick={retry}>
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

function Opened({ fileId, mayDecide, start, roles, index: read, lines }: Loaded & Omit<Props, "waiting">) {
  const { edits, byChange } = useMemo(() => editsOf(read.changes), [read]);
  const index = useMemo(
    () => ({ ...withRoles(read, roles), sections: withEdits(read.sections, edits) }),
    [read, edits, roles],
  );
  const { decisions, add, state, problem, saveNow } = useDecisions(fileId, lines);
  const { bundles, want, failed } = useBundles(fileId);
  const [wanted, setWanted] = useState<View>("marks");
  const [comments, setComments] = useState(true);
  // The number of an edit; 0 before the first.
  const [current, setCurrent] = useState(0);
  const [filter, setFilter] = useState(NO_FILTER);
  const mapWindow = useRef<SVGRectElement>(null);
  const [listOpen, setListOpen] = useState(false);
  const [help, setHelp] = useState(false);
  const [more, setMore] = useState(false);
  const [said, setSaid] = useState("");
  const wide = useMedia("(min-width: 75em)");
  const roomy = useMedia("(min-width: 62em)");
  const views = useMemo(() => viewsFor(roomy), [roomy]);
  // A window that became narrow keeps to one text.
  const view = views.includes(wanted) ? wanted : "edited";
  const paper = useRef<PaperHandle>(null);
  const searchBox = useRef<HTMLInputElement>(null);

  const choose = useMemo(() => chooserOf(decisions), [decisions]);
  const showing = useMemo((): Showing | Sides => {
    const shown = { fileId, comments: index.comments, cards: !comments ? "none" : wide ? "margin" : "below" } as const;
    if (view === "marks") return { ...shown, choose, marks: true };
    if (view === "original") return { ...shown, choose: () => "reject", marks: false };
    if (view === "edited") return { ...shown, choose: (id): Choice => choose(id) ?? "accept", marks: false };
    return [
      { ...shown, choose: beforeEdit(choose), marks: true, cards: "none", twice: true },
      { ...shown, choose: afterEdit(choose), marks: true, cards: comments ? "below" : "none" },
    ];
  }, [choose, view, index.comments, fileId, comments, wide]);
  const show = useCallback((to: View) => {
    paper.current?.stay();
    setWanted(to);
  }, []);
  const matching = useMemo(
    () =>
      edits.filter(
        (one) =>
          (filter.group === "" || groupOf(one) === filter.group) &&
          (filter.kind === "" || one.head.edit === filter.kind) &&
          (filter.section < 0 || one.head.section === filter.section) &&
          (filter.author < 0 || one.head.by === filter.author),
      ),
    [edits, filter.group, filter.kind, filter.section, filter.author],
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
        `Change ${edit.number} of ${total}. ${kindWords(edit)}, ${editWords(edit).toLowerCase()}, by ${index.authors[head.by] || "unnamed"}: ${lineOf(edit)}. ${index.sections[head.section]?.title ?? ""}. ${choice === null ? "Undecided" : choice === "accept" ? "Accepted" : "Rejected"}.`,
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
    setSaid(`${figure(open.length)} changes ${to === "accept" ? "accepted" : "rejected"}. Press U to undo.`);
  };
  const back = useCallback(
    (to: "undo" | "redo") => {
      if (!mayDecide || (to === "undo" ? decisions.undo : decisions.redo) === 0) return;
      add(to);
      setSaid(to === "undo" ? "Undone." : "Redone.");
    },
    [mayDecide, decisions.undo, decisions.redo, add],
  );

  const actions = useMemo(
    () => ({
      n: () => step(1),
      j: () => step(1),
      p: () => step(-1),
      k: () => step(-1),
      J: () =>
        step(
          1,
          listed.filter((one) => !shown || one.head.edit === shown.head.edit),
        ),
      a: () => decide("accept"),
      r: () => decide("reject"),
      x: () => decide("keep"),
      u: () => back("undo"),
      z: () => back("undo"),
      U: () => back("redo"),
      "/": () => searchBox.current?.focus(),
      "?": () => setHelp((before) => !before),
      ...Object.fromEntries(views.map((one, i) => [i + 1, () => show(one)])),
      v: () => show(views[(views.indexOf(view) + 1) % views.length] ?? "marks"),
      c: () => setComments((before) => !before),
      Escape: () => {
        setListOpen(false);
        setMore(false);
        setHelp(false);
      },
    }),
    [step, decide, back, listed, shown, show, view, views],
  );
  const begin = useRef(() => (start === null ? undefined : pick(start)));
  useEffect(() => begin.current(), []);
  useShortcuts(actions);
  useMarkedChange(shown);

  // Bypasses React: this runs on every frame of a scroll.
  const showPlace = useCallback((from: number, to: number) => showWindow(mapWindow.current, from, to), []);
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
      data-margin={(wide && comments && view !== "sides" && index.comments.length > 0) || undefined}
    >
      <p className="unseen" aria-live="polite">
        {said}
      </p>
      <div className={styles.bar} role="toolbar" aria-label="Changes" data-keeps-focus>
        <Toolbar
          bar={{
            listOpen,
            setListOpen,
            more,
            setMore,
            help,
            setHelp,
            view,
            views,
            show,
            comments: index.comments.length > 0 ? comments : null,
            setComments,
            print: () => void paper.current?.print(),
          }}
          mayDecide={mayDecide}
          shown={shown !== undefined}
          choice={currentChoice}
          decisions={decisions}
          step={step}
          decide={decide}
          back={back}
        >
          <Search
            index={index}
            bundles={bundles}
            want={want}
            box={searchBox}
            onShow={(block, words) => paper.current?.showBlock(block, words)}
          />
        </Toolbar>
        <StatusLine
          index={index}
          total={total}
          decided={decided}
          shown={shown}
          currentChoice={currentChoice}
          mayDecide={mayDecide}
          saving={{ state, problem }}
          failed={failed}
          more={more}
        />
        {help ? <Shortcuts mayDecide={mayDecide} /> : null}
      </div>
      <aside className={styles.side} aria-label="List of changes">
        <Filters index={index} edits={edits} filter={filter} setFilter={setFilter} onGo={toBlock} />
        {mayDecide ? (
          <DecideAll open={open.length} everything={matching.length === total} decideAll={decideAll} />
        ) : null}
        <ChangeList
          edits={listed}
          index={index}
          current={current}
          choose={chosen}
          onPick={go}
          onShowAll={() => setFilter(NO_FILTER)}
        />
        {mayDecide ? <Downloads fileId={fileId} onDownload={(event) => void download(event)} /> : null}
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
        {view === "edited" || view === "original" ? (
          <p className="soft small" role="status">
            {view === "edited" ? "Your decisions applied, undecided changes accepted." : "The text before the edit."}
          </p>
        ) : null}
        <Paper
          ref={paper}
          index={index}
          bundles={bundles}
          want={want}
          showing={showing}
          onPick={pick}
          onPlace={showPlace}
        />
      </section>
      <ChangeMap index={index} total={total} windowRef={mapWindow} onGo={toPlace} />
    </div>
  );
}
