import { count } from "#app/platform/rules/core/count.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { TICKET_CATEGORY_WORDS, TICKET_PRIORITY_WORDS } from "../../rules/ticket.ts";
import type { ClockFigures, DeskFigures } from "../../server/desk/desk-figures.ts";
import styles from "./desk-figures.module.css";

const share = ({ kept, missed }: ClockFigures): string =>
  kept + missed === 0 ? "No data" : `${Math.round((kept / (kept + missed)) * 100)}%`;
const ofAll = ({ kept, missed }: ClockFigures): string =>
  kept + missed === 0 ? "None due" : `${kept} of ${kept + missed}`;
const typical = ({ medianMs }: ClockFigures): string => (medianMs === null ? "No data" : formatDuration(medianMs));

/** On-time rates and ratings of the last 30 days, and of each priority, topic, and agent. @param open the tables are shown */
export function DeskFiguresPanel({ figures, open = false }: { figures: DeskFigures; open?: boolean }) {
  const { firstAnswer, solution, rating } = figures;
  return (
    <>
      <Stats>
        <Stat
          label="First response on time"
          value={share(firstAnswer)}
          detail={ofAll(firstAnswer)}
          {...(firstAnswer.missed > firstAnswer.kept ? { tone: "late" as const } : {})}
        />
        <Stat label="Median first response" value={typical(firstAnswer)} detail="From opening, around the clock" />
        <Stat
          label="Resolved on time"
          value={share(solution)}
          detail={ofAll(solution)}
          {...(solution.missed > solution.kept ? { tone: "late" as const } : {})}
        />
        <Stat
          label="Median resolution time"
          value={typical(solution)}
          detail="Including time waiting for the customer"
        />
        <Stat
          label="Rating"
          value={rating.average === null ? "No data" : rating.average.toFixed(1)}
          detail={rating.count === 0 ? "No ratings yet" : `of 5, by ${count(rating.count, "person", "people")}`}
        />
      </Stats>
      <Groups
        title="By priority"
        header="Priority"
        rows={figures.byPriority.map(({ priority, ...of }) => ({ name: TICKET_PRIORITY_WORDS[priority], of }))}
        open={open}
      />
      <Groups
        title="By topic"
        header="Topic"
        rows={figures.byTopic.map(({ category, ...of }) => ({ name: TICKET_CATEGORY_WORDS[category], of }))}
        open={open}
      />
      <Groups
        title="By agent"
        header="Assignee"
        rows={figures.byAgent.map(({ name, ...of }) => ({ name: name === null ? "None" : name || "Former staff", of }))}
        open={open}
      />
    </>
  );
}

/** The figures of each group, in a table. @param open shown at once, on a page of its own */
function Groups({
  title,
  header,
  rows,
  open,
}: {
  title: string;
  header: string;
  rows: readonly { name: string; of: Pick<DeskFigures, "firstAnswer" | "solution" | "rating"> }[];
  open: boolean;
}) {
  type Row = (typeof rows)[number];
  if (rows.length === 0) return null;
  const clock = (key: "firstAnswer" | "solution", done: string): Column<Row>[] => [
    { key: `${key}-kept`, header: `${done} on time`, align: "end", cell: ({ of }) => of[key].kept },
    {
      key: `${key}-missed`,
      header: "Late",
      align: "end",
      cell: ({ of }) => <span className={of[key].missed > 0 ? "late" : undefined}>{of[key].missed}</span>,
    },
    { key: `${key}-median`, header: "Median", align: "end", cell: ({ of }) => typical(of[key]) },
  ];
  return (
    <details className={styles.group} open={open || undefined}>
      <summary>{title}</summary>
      <DataTable<Row>
        caption={`Response times and ratings in the last 30 days, ${title.toLowerCase()}`}
        columns={[
          { key: "name", header, cell: ({ name }) => name },
          ...clock("firstAnswer", "First response"),
          ...clock("solution", "Resolved"),
          {
            key: "rating",
            header: "Rating",
            align: "end",
            cell: ({ of: { rating } }) =>
              rating.average === null ? "None" : `${rating.average.toFixed(1)} by ${rating.count}`,
          },
        ]}
        rows={rows}
        rowKey={({ name }) => name}
        empty={null}
        sideways
        dense
      />
    </details>
  );
}
