import { count } from "#app/platform/rules/core/count.ts";
import { Link, href } from "react-router";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import type { EditorFile } from "../../server/people/editor-file.ts";

/** The most urgent next step for this editor. */
export function Waits({ file }: { file: EditorFile }) {
  const late = file.current.filter((o) => o.late);
  const { overview } = file.kyc;
  if (file.account.blocked && file.current[0])
    return (
      <WaitingLine
        turn="you"
        waitsFor={
          <>
            The account is blocked. Give{" "}
            <Link to={href("/admin/orders/:orderId", { orderId: file.current[0].id })}>{file.current[0].number}</Link>{" "}
            {file.current.length > 1 ? `and ${file.current.length - 1} more open orders ` : ""}to another editor.
          </>
        }
        by={file.current[0].dueAt}
      />
    );
  if (late[0])
    return (
      <WaitingLine
        turn="others"
        who={file.row.displayName}
        waitsFor={
          late.length === 1 ? (
            <>
              <Link to={href("/admin/orders/:orderId", { orderId: late[0].id })}>{late[0].number}</Link> is past its
              editor's deadline.
            </>
          ) : (
            `${late.length} orders are past their editor's deadline.`
          )
        }
        by={late[0].dueAt}
      />
    );
  if (overview.waiting.length > 0)
    return <WaitingLine turn="others" who="A reviewer" waitsFor={overview.nextForStaff} />;
  if (overview.missing.length > 0 || overview.state === "expired")
    return <WaitingLine turn="others" who={file.row.displayName} waitsFor={overview.nextForStaff} />;
  if (file.settings.missing.length > 0)
    return (
      <WaitingLine
        turn="others"
        who={file.row.displayName}
        waitsFor={`Missing matching settings: ${file.settings.missing.join(", ")}.`}
      />
    );
  if (file.current[0])
    return (
      <WaitingLine
        turn="others"
        who={file.row.displayName}
        waitsFor={
          <>
            {count(file.current.length, "open order")}.{" "}
            <Link to={href("/admin/orders/:orderId", { orderId: file.current[0].id })}>{file.current[0].number}</Link>{" "}
            is due first.
          </>
        }
        by={file.current[0].dueAt}
      />
    );
  return <WaitingLine turn="done" waitsFor="No open orders." />;
}
