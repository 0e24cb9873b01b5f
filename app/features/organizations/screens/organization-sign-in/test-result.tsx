import { KeyValue } from "#app/ui/key-value.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SSO_END_WORDS } from "../../rules/single-sign-on.ts";
import type { TestShown } from "../../server/single-sign-on/read-sign-in.ts";

/** What the identity provider said about the owner who tested it. */
export function TestResult({ name, test: { proven, end, isOver } }: { name: string; test: TestShown }) {
  if (isOver)
    return (
      <Notice tone="attention" title="This test is over">
        Its result is kept for a few minutes, until the settings change. Test it again.
      </Notice>
    );
  const words = end ? SSO_END_WORDS[end](name) : null;
  return (
    <Notice
      tone={end ? "attention" : "good"}
      title={words ? words.message : "The test worked: your identity provider would sign you in"}
    >
      {words ? <p>{words.advice}</p> : null}
      {proven ? (
        <>
          <p>What your identity provider said about you:</p>
          <KeyValue
            items={[
              { label: "ID", value: proven.subject },
              { label: "Email", value: proven.email || "None" },
              { label: "Email confirmed", value: proven.confirmed ? "Yes" : "No" },
              { label: "Name", value: proven.name || "None" },
            ]}
          />
        </>
      ) : null}
    </Notice>
  );
}
