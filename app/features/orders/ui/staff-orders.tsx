import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { Countdown } from "#app/ui/instant.tsx";
import type { Cells } from "#app/ui/lists/list-table.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { STATUS_WORDS } from "../rules/flow.ts";
import { STAFF_LIST, type StaffOrder } from "../rules/staff-list.ts";
import { statusTone } from "../rules/status-tone.ts";
import type { StaffRow } from "../server/views/list-staff-orders.ts";

/** Whose turn it is, as staff read it. Others are named as they are. */
const WAITS: Partial<Record<StaffRow["waiting"]["turn"], string>> = { you: "Staff", done: "", stopped: "" };
const PARTY = { client: "Author", editor: "Editor" } as const;

/** What staff should know of an order besides its status. */
const Flags = ({ row }: { row: StaffOrder }) => {
  const flags = [...row.flags, row.reassign ? "reassign?" : null].filter(Boolean).join(", ");
  return flags ? (
    <span className="late small" title={flags}>
      {" "}
      {flags}
    </span>
  ) : null;
};

/** The time left, and the time that the work left needs if that's more. */
const Left = ({ row, dueAt }: { row: StaffRow; dueAt: Date }) => (
  <>
    <Countdown to={dueAt} late="{} late" />
    {row.needsMs === null ? null : (
      <span className="late small" title="At the usual pace of its service">
        , needs {formatDuration(row.needsMs)}
      </span>
    )}
  </>
);

const cells: Cells<StaffRow, keyof typeof STAFF_LIST.columns> = {
  number: (r) => <span className="figures">{r.number}</span>,
  dueAt: (r) => (r.dueAt && (r.isTimed || r.late) ? <Left row={r} dueAt={r.dueAt} /> : null),
  title: true,
  status: (r) => (
    <>
      <StatusBadge tone={r.late ? "late" : statusTone(r.status)}>{STATUS_WORDS[r.status]}</StatusBadge>
      <Flags row={r} />
    </>
  ),
  waits: (r) => WAITS[r.waiting.turn] ?? (r.waiting.party ? PARTY[r.waiting.party] : r.waiting.who),
  client: true,
  editor: (r) => r.editorName ?? <span className="soft">none</span>,
  words: (r) => <span className="figures">{r.words.toLocaleString("en-US")}</span>,
  total: (r) => <span className="figures">{formatMoney(r.totalMinor ?? 0, r.currency)}</span>,
};

/** The table of the staff's orders, the same wherever staff see some. Its time is what's left instead of a date. */
export const STAFF_TABLE = {
  list: STAFF_LIST,
  cells,
  headers: { dueAt: "Left" },
  dense: true,
  rowKey: (r: StaffRow) => r.id,
  isLate: (r: StaffRow) => r.late,
} as const;

/** What names an order stays. */
const ALWAYS = ["number", "dueAt", "title"];
type StaffColumn = keyof typeof STAFF_LIST.columns;

/** The columns that a reader can leave out, with their headers. */
export const STAFF_COLUMNS = (Object.keys(cells) as StaffColumn[])
  .filter((key) => !ALWAYS.includes(key))
  .map((key) => [key, STAFF_LIST.columns[key].header] as const);

/** The cells without those of hidden columns. */
export const shownCells = (hidden: ReadonlySet<string>): typeof cells =>
  Object.fromEntries(Object.entries(cells).filter(([key]) => ALWAYS.includes(key) || !hidden.has(key)));
