import { memo, useMemo } from "react";
import type { Edit } from "../../rules/explore/edits.ts";
import { EDIT_KIND_WORDS, type EditKind, kindsByCount } from "../../rules/kinds/edit-kind.ts";
import { countKinds } from "../../rules/explore/edits.ts";
import type { ExplorerIndex } from "../../rules/explore/explorer-model.ts";
import { GROUP_WORDS, type Group, figure, groupOf, perThousand } from "./change-words.ts";
import styles from "./explorer.module.css";

export type Filter = { group: Group | ""; kind: EditKind | ""; section: number; author: number; open: boolean };
export const NO_FILTER: Filter = { group: "", kind: "", section: -1, author: -1, open: false };

/** Narrows the list of changes by type, kind, section, author, and decision. */
export const Filters = memo(function Filters({
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
  const kinds = useMemo(() => kindsByCount(countKinds(edits)), [edits]);
  const most = Math.max(1, ...index.sections.map((one) => (one.words >= 20 ? one.changes / one.words : 0)));
  return (
    <div className={styles.filters} data-keeps-focus>
      <div className={styles.groups} role="group" aria-label="Type of change">
        <button type="button" aria-pressed={filter.group === ""} onClick={() => setFilter({ ...filter, group: "" })}>
          All <b>{figure(edits.length)}</b>
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
              {GROUP_WORDS[group]} <b>{figure(groups.get(group) ?? 0)}</b>
            </button>
          ))}
      </div>
      <label>
        <span>Kind</span>
        <select
          value={filter.kind}
          onChange={(event) => setFilter({ ...filter, kind: event.currentTarget.value as EditKind | "" })}
        >
          <option value="">All kinds</option>
          {kinds.map(([kind, changes]) => (
            <option key={kind} value={kind}>
              {EDIT_KIND_WORDS[kind]} ({figure(changes)})
            </option>
          ))}
        </select>
      </label>
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
              {one.title} ({figure(one.changes)})
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
                <td>{figure(one.changes)}</td>
                <td>{perThousand(one.changes, one.words)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
});
