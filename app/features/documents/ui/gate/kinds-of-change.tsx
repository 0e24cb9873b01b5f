import { useId, useState } from "react";
import { href } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { foldText } from "#app/platform/rules/text/fold.ts";
import type { FileChange } from "../../rules/gate/gate-files.ts";
import { EDIT_KINDS, EDIT_KIND_WORDS, type EditKind, kindsByCount } from "../../rules/kinds/edit-kind.ts";
import {
  type KindRule,
  type Permission,
  type RuleVerdict,
  closeWords,
  countChanges,
  judgeKinds,
  notAllowedWords,
  placeOf,
  shownText,
} from "../../rules/kinds/judge-kinds.ts";
import styles from "./gate.module.css";

/** A published policy to judge changes by. `rule` has what it says about each kind, in the order of `EDIT_KINDS`. */
export type CheckPolicy = {
  profileId: string;
  name: string;
  version: number;
  readOn: string | null;
  rule: Permission[];
};

/** The policy that a search names: by its whole name, or if no other has these words. */
export function findPolicy(policies: readonly CheckPolicy[], typed: string): CheckPolicy | null {
  const wanted = foldText(typed.trim());
  if (wanted === "") return null;
  const found = policies.filter((one) => foldText(one.name).includes(wanted));
  return found.find((one) => foldText(one.name) === wanted) ?? (found.length === 1 ? (found[0] ?? null) : null);
}

const ruleOf = ({ rule }: CheckPolicy): KindRule =>
  Object.fromEntries(EDIT_KINDS.map((kind, i) => [kind, rule[i] ?? "forbidden"])) as KindRule;

export const judgedBy = (policy: CheckPolicy, changes: readonly FileChange[], untrackedLooks: number): RuleVerdict =>
  judgeKinds(changes, ruleOf(policy), { untracked: untrackedLooks });

/** "4 changes aren't allowed." */
export const objectionWords = ({ total, untracked }: RuleVerdict): string =>
  total + untracked === 0
    ? "Every change is allowed."
    : [
        ...(total > 0 ? [`${notAllowedWords(total)}.`] : []),
        ...(untracked > 0 ? [`${count(untracked, "untracked formatting change")}.`] : []),
      ].join(" ");

const AT_ONCE = 20;

/** The changes of a copy by kind, and those that a university's policy doesn't allow. */
export function KindsOfChange({
  changes,
  untrackedLooks,
  untracked,
  policies,
  policy,
  university,
  onUniversity,
}: {
  changes: readonly FileChange[];
  untrackedLooks: number;
  /** Edits whose kind isn't known. */
  untracked: number;
  policies: readonly CheckPolicy[];
  policy: CheckPolicy | null;
  university: string;
  onUniversity: (typed: string) => void;
}) {
  const [chosen, setChosen] = useState<EditKind | "all" | "objected" | null>(null);
  const [most, setMost] = useState(AT_ONCE);
  const verdict = policy && judgedBy(policy, changes, untrackedLooks);
  const rule = policy && ruleOf(policy);
  const objected = (change: FileChange): boolean => rule !== null && rule[change.kind] !== "allowed";
  const shown = chosen ?? (verdict && verdict.total > 0 ? "objected" : "all");
  const filter = shown === "objected" && !verdict?.total ? "all" : shown;
  const listed = changes.filter(
    (one) => filter === "all" || (filter === "objected" ? objected(one) : one.kind === filter),
  );
  const choices: [typeof filter, string, number][] = [["all", "All changes", changes.length]];
  if (verdict && verdict.total > 0) choices.push(["objected", "Not allowed", verdict.total]);
  for (const [kind, n] of kindsByCount(countChanges(changes))) choices.push([kind, EDIT_KIND_WORDS[kind], n]);
  return (
    <section className={styles.kinds} aria-label="Kinds of change">
      <h3>Kinds of change</h3>
      <University policies={policies} typed={university} onTyped={onUniversity} />
      {policy && verdict ? (
        <p className={styles.objection} data-passed={verdict.total + verdict.untracked === 0 || undefined}>
          <b>
            {policy.name}, version {policy.version}: {objectionWords(verdict)}
          </b>{" "}
          {untracked > 0 ? `${count(untracked, "untracked edit")} can't be judged. ` : ""}
          <a href={href("/integrity/policies/:profileId", { profileId: policy.profileId })}>What this policy allows</a>
          {policy.readOn ? <span className={styles.soft}>, read {formatLongDay(policy.readOn)}</span> : null}
        </p>
      ) : null}
      <div className={styles.filters} role="group" aria-label="Show changes">
        {choices.map(([value, label, n]) => (
          <button
            key={value}
            type="button"
            aria-pressed={filter === value}
            onClick={() => {
              setChosen(value);
              setMost(AT_ONCE);
            }}
          >
            {label} <b>{n.toLocaleString("en-US")}</b>
          </button>
        ))}
      </div>
      <ol className={styles.edits} aria-label="Changes">
        {listed.slice(0, most).map((one, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- a change in code has no number, and the order stays
          <li key={i} tabIndex={-1} data-edit>
            <span className={styles.place}>{placeOf(one)}</span>
            <span>
              {one.leading} {one.deleted ? <del>{shownText(one.deleted)}</del> : null}{" "}
              {one.inserted ? <ins>{shownText(one.inserted)}</ins> : null}
              {one.deleted || one.inserted ? "" : <i>A change without text</i>} {one.trailing}
            </span>
            <span className={styles.place}>
              {EDIT_KIND_WORDS[one.kind]}
              {rule && objected(one) ? (
                <b>{rule[one.kind] === "comment" ? ", only as a comment" : ", not allowed"}</b>
              ) : null}
              {one.close ? `. ${closeWords(one.kind)}` : null}
            </span>
          </li>
        ))}
      </ol>
      {listed.length > most ? (
        <p className={styles.more}>
          <button type="button" className={styles.link} onClick={() => setMost(most + 5 * AT_ONCE)}>
            Show more
          </button>{" "}
          <span className={styles.soft}>
            {most.toLocaleString("en-US")} of {listed.length.toLocaleString("en-US")} are listed.
          </span>
        </p>
      ) : null}
    </section>
  );
}

function University({
  policies,
  typed,
  onTyped,
}: {
  policies: readonly CheckPolicy[];
  typed: string;
  onTyped: (typed: string) => void;
}) {
  const field = useId();
  const found = findPolicy(policies, typed);
  return (
    <div className={styles.university}>
      <label htmlFor={field}>University</label>
      <input
        id={field}
        type="search"
        list={`${field}-names`}
        value={typed}
        maxLength={100}
        autoComplete="off"
        placeholder="Find a policy"
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
      <datalist id={`${field}-names`}>
        {policies.map((one) => (
          <option key={one.profileId}>{one.name}</option>
        ))}
      </datalist>
      {typed.trim() !== "" && !found ? (
        <p className={styles.soft}>
          {policies.some((one) => foldText(one.name).includes(foldText(typed.trim())))
            ? "Several policies have these words. Choose one from the list."
            : "We don't have this policy. Try Strict, Usual, or Generous."}
        </p>
      ) : null}
    </div>
  );
}
