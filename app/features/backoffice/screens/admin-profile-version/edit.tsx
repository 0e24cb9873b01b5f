import { PERMISSIONS } from "#app/features/documents/rules/kinds/judge-kinds.ts";
import { useId } from "react";
import { Form } from "react-router";
import { EDIT_KINDS, EDIT_KIND_WORDS } from "#app/features/documents/rules/kinds/edit-kind.ts";
import { ASSESSED_TYPES } from "#app/features/policy-profiles/rules/assessed.ts";
import {
  DEMANDS,
  DEMAND_WORDS,
  PERMISSION_WORDS,
  PROFILE_LIMITS,
  type ProfileContent,
} from "#app/features/policy-profiles/rules/profile.ts";
import { DOCUMENT_TYPE_LABELS } from "#app/features/pricing/rules/taxonomy.ts";
import { formText } from "#app/platform/rules/text/form-text.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { Checkbox, TextInput, Textarea } from "#app/ui/fields.tsx";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { ProfileVersionView } from "../../server/policy-profiles/read-profile-pages.ts";
import styles from "../../ui/profiles.module.css";

type Answer = { form?: string; error?: ShownProblem; typed?: Record<string, string[]> } | undefined;

/** A profile's content from the edit form. The command's schema checks it. */
export function contentFromForm(form: FormData): ProfileContent {
  const text = (name: string) => formText(form, name);
  const minWords = text("minWords").replaceAll(",", "").trim();
  return {
    institution: text("institution"),
    unit: text("unit"),
    policy: text("policy"),
    url: text("url"),
    appliesTo: form.getAll("appliesTo").map(String),
    minWords: minWords === "" ? null : Number(minWords),
    kinds: Object.fromEntries(EDIT_KINDS.map((kind) => [kind, text(`kind.${kind}`) || null])),
    demands: form.getAll("demands").map(String),
    ai: text("ai"),
    note: text("note"),
    reviewOn: text("reviewOn") || null,
    offered: text("ended") !== "yes",
  } as ProfileContent;
}

/** The form for a draft's content. */
export function EditProfile({ it, answer }: { it: ProfileVersionView; answer: Answer }) {
  const failed = answer?.form === "save" && answer.error ? answer : null;
  const { content } = it;
  // A message about the content has its field's path: "content.url".
  const error = (name: string) => fieldError(failed?.error, `content.${name}`) ?? fieldError(failed?.error, name);
  const typed = (name: string, saved: string) => failed?.typed?.[name]?.[0] ?? saved;
  const ticked = (name: string, value: string, saved: boolean) =>
    failed ? (failed.typed?.[name] ?? []).includes(value) : saved;
  const line = (name: "institution" | "unit" | "policy" | "url", label: string, description?: string) => (
    <TextInput
      id={name}
      name={name}
      label={label}
      description={description}
      maxLength={name === "url" ? PROFILE_LIMITS.url : PROFILE_LIMITS.name}
      defaultValue={typed(name, content[name])}
      error={error(name)}
    />
  );
  return (
    <Section title="Profile">
      <Form method="post" key={it.revision} className={styles.form} preventScrollReset noValidate>
        <input type="hidden" name="revision" value={typed("revision", String(it.revision))} />
        {line("institution", "Institution")}
        {line("unit", "Faculty or degree", "Only if its rule differs from the rest of the institution.")}
        {line("policy", "Name of the policy")}
        {content.generic ? null : line("url", "Address of its page")}
        <fieldset className={styles.ticks}>
          <legend>Applies to</legend>
          {ASSESSED_TYPES.map((type) => (
            <Checkbox
              key={type}
              name="appliesTo"
              value={type}
              label={DOCUMENT_TYPE_LABELS[type]}
              defaultChecked={ticked("appliesTo", type, content.appliesTo.includes(type))}
            />
          ))}
        </fieldset>
        <TextInput
          id="minWords"
          name="minWords"
          label="Minimum words of the work"
          description="Leave it empty if any length is fine."
          inputMode="numeric"
          maxLength={9}
          defaultValue={typed("minWords", content.minWords === null ? "" : String(content.minWords))}
          error={error("minWords")}
        />
        <table className={styles.kinds}>
          <caption>What an editor may do</caption>
          <thead>
            <tr>
              <th scope="col">Kind of change</th>
              {PERMISSIONS.map((rule) => (
                <th key={rule} scope="col">
                  {PERMISSION_WORDS[rule]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {EDIT_KINDS.map((kind) => {
              const chosen = typed(`kind.${kind}`, content.kinds[kind] ?? "");
              return (
                <tr key={kind}>
                  <th scope="row">
                    {EDIT_KIND_WORDS[kind]}
                    {chosen === "" ? <span className="soft"> Not decided</span> : null}
                  </th>
                  {PERMISSIONS.map((rule) => (
                    <td key={rule}>
                      <input
                        type="radio"
                        aria-label={`${EDIT_KIND_WORDS[kind]}: ${PERMISSION_WORDS[rule]}`}
                        name={`kind.${kind}`}
                        value={rule}
                        defaultChecked={chosen === rule}
                      />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
        <fieldset className={styles.ticks}>
          <legend>It asks the student for</legend>
          {DEMANDS.map((demand) => (
            <Checkbox
              key={demand}
              name="demands"
              value={demand}
              label={DEMAND_WORDS[demand]}
              defaultChecked={ticked("demands", demand, content.demands.includes(demand))}
            />
          ))}
        </fieldset>
        <Words name="ai" label="What it says about AI tools" value={typed("ai", content.ai)} error={error("ai")} />
        <Words
          name="note"
          label="Note"
          description="For the student and the editor, in our own words."
          value={typed("note", content.note)}
          error={error("note")}
        />
        {content.generic ? null : (
          <TextInput
            id="reviewOn"
            name="reviewOn"
            type="date"
            label="Read the page again on"
            description="Staff are reminded that day."
            defaultValue={typed("reviewOn", content.reviewOn ?? "")}
            error={error("reviewOn")}
          />
        )}
        <Checkbox
          name="ended"
          value="yes"
          label="Don't offer it to students anymore"
          defaultChecked={ticked("ended", "yes", !content.offered)}
        />
        <SubmitButton name="intent" value="save" pending="Saving">
          Save draft
        </SubmitButton>
      </Form>
    </Section>
  );
}

function Words({
  name,
  label,
  description,
  value,
  error,
}: {
  name: "ai" | "note";
  label: string;
  description?: string;
  value: string;
  error: string | undefined;
}) {
  return (
    <Textarea
      id={name}
      name={name}
      label={label}
      description={description}
      rows={3}
      maxLength={PROFILE_LIMITS.text}
      defaultValue={value}
      error={error}
    />
  );
}

/** The confirmation that the drafter has read the policy's whole page. */
export function ReadPage({ it, answer }: { it: ProfileVersionView; answer: Answer }) {
  const failed = answer?.form === "read" && answer.error ? answer : null;
  const heading = useId();
  return (
    <Section title={<span id={heading}>The policy&apos;s page</span>}>
      {it.readOn ? (
        <p>
          {it.reader} read it on {formatLongDay(it.readOn)}.
        </p>
      ) : null}
      {it.content.url === "" ? (
        <p className="soft">Enter the address of the page and save it first.</p>
      ) : (
        <Form method="post" className={styles.form} aria-labelledby={heading} preventScrollReset noValidate>
          <input type="hidden" name="revision" value={it.revision} />
          <p>
            <a href={it.content.url} rel="noreferrer" target="_blank">
              {it.content.url}
            </a>
          </p>
          <TextInput
            id="readOn"
            name="readOn"
            type="date"
            label="Read on"
            defaultValue={failed?.typed?.["readOn"]?.[0] ?? it.readOn ?? it.today}
            error={fieldError(failed?.error, "readOn")}
          />
          <Checkbox
            name="whole"
            value="yes"
            label="I read the whole page, and this draft says what it says."
            error={fieldError(failed?.error, "whole")}
          />
          <SubmitButton name="intent" value="read" variant="default" pending="Confirming">
            Confirm reading
          </SubmitButton>
        </Form>
      )}
    </Section>
  );
}
