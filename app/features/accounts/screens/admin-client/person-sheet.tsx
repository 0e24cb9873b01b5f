import { Link, href } from "react-router";
import { KycBadge } from "#app/features/editors/ui/kyc/kyc-badge.tsx";
import { LEVEL_LABELS } from "#app/features/pricing/rules/editor-pay.ts";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { ClientFile } from "./client-file.ts";

/** Who the person is, and their level if they're an editor. */
export function PersonSheet({ person, editor, atDesk }: Pick<ClientFile, "person" | "editor"> & { atDesk: boolean }) {
  return (
    <Sheet title="Person">
      <KeyValue
        items={[
          { label: "Email", value: person.email },
          { label: "Time zone", value: person.timeZone?.replaceAll("_", " ") ?? "" },
          { label: "Member since", value: <Instant at={person.createdAt} show="day" /> },
          editor ? { label: "Editor level", value: LEVEL_LABELS[editor.level] } : null,
          editor?.pause
            ? {
                label: "Invites",
                value: editor.pause.until ? (
                  <>
                    Paused until <Instant at={editor.pause.until} />
                  </>
                ) : (
                  "Paused"
                ),
              }
            : null,
          editor
            ? {
                label: "KYC",
                value: (
                  <>
                    <KycBadge state={editor.kyc.state} />{" "}
                    <Link
                      to={
                        atDesk
                          ? href("/support-desk/kyc/:uid", { uid: person.uid })
                          : `/admin/kyc-review?person=${person.uid}`
                      }
                    >
                      Documents
                    </Link>
                  </>
                ),
              }
            : null,
        ]}
      />
    </Sheet>
  );
}
