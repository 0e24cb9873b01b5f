import { useRef } from "react";
import { Form, Link } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { EDIT_KIND_WORDS } from "#app/features/documents/rules/kinds/edit-kind.ts";
import {
  type JudgedChange,
  type RuleVerdict,
  closeWords,
  isWithinRule,
  notAllowedWords,
  placeOf,
  shownText,
} from "#app/features/documents/rules/kinds/judge-kinds.ts";
import sheet from "./finding-sheet.module.css";
import { changesHref } from "./changes-page.tsx";
import { TurnKeys } from "./turn-keys.tsx";
import styles from "./not-allowed.module.css";

/** A copy's changes that its order's policy doesn't allow, by kind and place, and the way to turn them into comments. */
export function NotAllowed({
  verdict,
  policy,
  trackedFileId,
  editable,
  turned,
}: {
  verdict: RuleVerdict;
  /** The policy's name and version. */
  policy: string;
  trackedFileId: string;
  /** For the editor whose copy it is; others only read. */
  editable: boolean;
  /** Whether the copy was made by turning changes into comments, so that this can be undone. */
  turned: boolean;
}) {
  const frame = useRef<HTMLElement>(null);
  const undo = editable && turned ? <Undo trackedFileId={trackedFileId} /> : null;
  const { total } = verdict;
  const turns = editable && verdict.turnable;
  const keys = turns || undo ? <TurnKeys frame={frame} version={trackedFileId} /> : null;
  if (isWithinRule(verdict))
    return (
      <section ref={frame} className={styles.head} aria-label="Allowed" data-turns>
        <p className={styles.done}>
          <b>Every change is allowed.</b> <span className="soft small">{policy}</span>
        </p>
        {editable && !verdict.turnable ? <LatexJudged /> : null}
        {undo}
        {undo ? keys : null}
      </section>
    );
  return (
    <section ref={frame} className={sheet.sheet} aria-label="Not allowed" data-turns>
      {total > 0 ? (
        <div className={styles.head}>
          <p>
            <b>{notAllowedWords(total)} by this policy</b> <span className="soft small">{policy}</span>
          </p>
          {turns ? (
            <Form method="post" preventScrollReset>
              <Turning trackedFileId={trackedFileId} />
              <SubmitButton name="all" value="1" pending="Turning" data-all>
                {total === 1 ? "Turn it into a comment" : `Turn all ${total.toLocaleString("en-US")} into comments`}
              </SubmitButton>
            </Form>
          ) : null}
        </div>
      ) : null}
      {turns ? (
        <p className="soft small">
          We reject the change in your copy and put your suggestion into a comment at the same place, under your name.
          Your upload is kept as the previous version.
        </p>
      ) : null}
      {editable && !verdict.turnable ? <LatexJudged /> : null}
      {keys ? (
        <div className={styles.head}>
          {undo}
          {keys}
        </div>
      ) : null}
      {verdict.groups.map((group) => {
        const listed = verdict.changes.filter((one) => one.kind === group.kind);
        return (
          <details key={group.kind} className={sheet.group} data-state="stops" open={verdict.groups.length < 4}>
            <summary>
              <span className={sheet.title}>
                {EDIT_KIND_WORDS[group.kind]} {group.count.toLocaleString("en-US")}
              </span>
              <span className={sheet.state}>{group.permission === "comment" ? "as comments only" : "not allowed"}</span>
            </summary>
            <div className={sheet.body}>
              {turns && group.count > 1 && verdict.groups.length > 1 ? (
                <Form method="post" preventScrollReset className={sheet.all}>
                  <Turning trackedFileId={trackedFileId} />
                  <SubmitButton
                    name="kind"
                    value={group.kind}
                    variant="default"
                    size="compact-sm"
                    pending="Turning"
                    data-key="C"
                  >
                    Turn all {group.count.toLocaleString("en-US")} into comments
                  </SubmitButton>
                </Form>
              ) : null}
              <ol className={styles.list}>
                {listed.map((change, i) => (
                  // A change in the code of a LaTeX source has no number.
                  <li key={change.ids[0] ?? `code ${i}`} tabIndex={turns ? -1 : undefined} data-change>
                    <Change change={change} />
                    {turns ? (
                      <Form method="post" preventScrollReset className={styles.act}>
                        <Turning trackedFileId={trackedFileId} />
                        <SubmitButton
                          name="change"
                          value={String(change.ids[0])}
                          variant="default"
                          size="compact-sm"
                          pending="Turning"
                          data-key="c"
                        >
                          Turn into comment
                        </SubmitButton>
                        <Link to={changesHref(trackedFileId, change.ids[0])}>Open</Link>
                      </Form>
                    ) : null}
                  </li>
                ))}
              </ol>
              {group.count > listed.length ? (
                <p className="soft small">And {(group.count - listed.length).toLocaleString("en-US")} more.</p>
              ) : null}
            </div>
          </details>
        );
      })}
      {verdict.untracked > 0 ? (
        <p className="small">
          {count(verdict.untracked, "change")} of formatting {verdict.untracked === 1 ? "isn't" : "aren't"} tracked.
          This policy doesn't allow formatting, so undo {verdict.untracked === 1 ? "it" : "them"} in your copy.
        </p>
      ) : null}
    </section>
  );
}

/** What was judged in a LaTeX source, whose changes can't become comments. */
const LatexJudged = () => (
  <p className="soft small">
    We judged the text, formulas, citations, references, commands, the preamble, and the project's other files. We
    didn't judge comments in the source. Changes in LaTeX can't be turned into comments here.
  </p>
);

const Turning = ({ trackedFileId }: { trackedFileId: string }) => (
  <>
    <input type="hidden" name="intent" value="turn" />
    <input type="hidden" name="trackedFileId" value={trackedFileId} />
  </>
);

function Undo({ trackedFileId }: { trackedFileId: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="trackedFileId" value={trackedFileId} />
      <SubmitButton name="intent" value="undo_turn" variant="default" size="compact-sm" pending="Undoing" data-key="u">
        Undo
      </SubmitButton>
    </Form>
  );
}

function Change({ change }: { change: JudgedChange }) {
  const { deleted, inserted, kind, close } = change;
  return (
    <div>
      <p className="soft small">{placeOf(change)}</p>
      <p>
        {deleted ? <del>{shownText(deleted)}</del> : null}
        {deleted && inserted ? " " : null}
        {inserted ? <ins>{shownText(inserted)}</ins> : null}
        {deleted || inserted ? null : <span className="soft">A change without text</span>}
      </p>
      {close ? <p className="soft small">{closeWords(kind)}</p> : null}
    </div>
  );
}
