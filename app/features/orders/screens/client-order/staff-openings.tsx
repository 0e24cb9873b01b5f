import { Instant } from "#app/ui/instant.tsx";
import type { StaffOpening } from "../../server/views/list-staff-openings.ts";

/** Which of the client's files our staff opened, and when. */
export function StaffOpenings({ openings }: { openings: readonly StaffOpening[] }) {
  if (openings.length === 0) return null;
  return (
    <details>
      <summary className="small">Opened by our staff</summary>
      <ul className="small">
        {openings.map((it) => (
          <li key={it.id}>
            {it.role === "admin" ? "An admin" : "Support"} opened {it.file ?? "a file"}, <Instant at={it.at} />
          </li>
        ))}
      </ul>
    </details>
  );
}
