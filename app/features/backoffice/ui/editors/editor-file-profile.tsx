import { PROFILE_TEXTS, PROFILE_TEXT_NAMES } from "#app/features/editors/rules/profile-texts.ts";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { EditorFile } from "../../server/people/editor-file.ts";

/** The editor's profile, with their own details and the product's. */
export function ProfileSheet({ row, profile }: Pick<EditorFile, "row" | "profile">) {
  return (
    <Sheet title="Profile">
      <KeyValue
        items={[
          ...PROFILE_TEXT_NAMES.map((name) => ({ label: PROFILE_TEXTS[name].label, value: profile[name] })),
          { label: "Email", value: row.email },
          { label: "Time zone", value: profile.timeZone.replaceAll("_", " ") },
          { label: "Editor since", value: <Instant at={row.since} show="day" /> },
          profile.approvedAt
            ? { label: "Identity approved", value: <Instant at={profile.approvedAt} show="day" /> }
            : null,
          profile.agreementSignedAt
            ? { label: "Agreement signed", value: <Instant at={profile.agreementSignedAt} show="day" /> }
            : null,
          profile.confidentialitySignedAt
            ? {
                label: "Confidentiality signed",
                value: <Instant at={profile.confidentialitySignedAt} show="day" />,
              }
            : null,
          profile.doctorateVerifiedAt
            ? { label: "Doctorate verified", value: <Instant at={profile.doctorateVerifiedAt} show="day" /> }
            : null,
        ]}
      />
    </Sheet>
  );
}
