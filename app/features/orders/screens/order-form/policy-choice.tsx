import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { EDIT_KINDS, EDIT_KIND_WORDS, type EditKind } from "#app/features/documents/rules/kinds/edit-kind.ts";
import type { OwnPolicy } from "#app/features/policy-profiles/rules/own-policy.ts";
import { RuleLines } from "#app/features/policy-profiles/ui/rule-lines.tsx";
import { foldText } from "#app/platform/rules/text/fold.ts";
import { Checkbox, TextInput } from "#app/ui/fields.tsx";
import { MAX_SUPERVISOR, OWN_POLICY, policyKey } from "../../rules/draft/policy-choice.ts";
import type { PolicyOption } from "../../server/policy/order-policy.ts";
import { PolicySource } from "../../ui/order-policy.tsx";
import styles from "./policy-choice.module.css";
import type { OrderFormState } from "./use-order-form.ts";

/** How many universities are listed before somebody searches. */
const FEW = 5;

/** Looks up another policy's rule on the server, once the choice is saved. */
function useLookUp({ choices, draft, saved: { saveNow } }: OrderFormState): void {
  const { revalidate } = useRevalidator();
  const wanted = policyKey(choices);
  const known = policyKey(draft.choices);
  useEffect(() => {
    if (wanted === known) return undefined;
    const timer = setTimeout(() => void saveNow().then(() => revalidate()), 300);
    return () => clearTimeout(timer);
  }, [wanted, known, saveNow, revalidate]);
}

/** The university's policy on editing: search, generic ones, or one that isn't listed, and what it means. */
export default function PolicyChoice({ form }: { form: OrderFormState }) {
  const { choices, policies, policy, error } = form;
  const [search, setSearch] = useState("");
  useLookUp(form);
  const q = foldText(search.trim());
  const listed = policies.filter((it) => !it.generic);
  const found = listed.filter((it) => q === "" || foldText(`${it.name} ${it.policy}`).includes(q));
  const shown = found.filter((it, i) => i < FEW || it.profileId === choices.policy);
  const problem = error("policy");
  const option = ({ profileId, name, policy: says }: PolicyOption) => (
    <Option key={profileId} form={form} value={profileId} label={name} hint={says} />
  );
  return (
    <fieldset className={styles.policies} id="policy" tabIndex={-1}>
      <legend>University policy</legend>
      <p className="soft small">
        Many universities limit what an editor may change in assessed work. Your editor keeps to the policy you choose.
      </p>
      {problem ? <p className={styles.error}>{problem}</p> : null}
      {listed.length > 0 ? (
        <TextInput
          id="policySearch"
          type="search"
          label="Find your university"
          maxLength={100}
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          // Enter would send the form.
          onKeyDown={(event) => (event.key === "Enter" ? event.preventDefault() : undefined)}
        />
      ) : null}
      <div className={styles.options}>
        {shown.map(option)}
        <p role="status" className="soft small">
          {found.length > shown.length
            ? `${found.length - shown.length} more. Type to find yours.`
            : q !== "" && found.length === 0
              ? "We don't have this university yet. Choose what comes closest, or describe its policy."
              : ""}
        </p>
        {policies.filter((it) => it.generic).map(option)}
        <Option
          form={form}
          value={OWN_POLICY}
          label="My university isn't listed"
          hint="Tell us what its policy allows"
        />
        <Option form={form} value="" label="No policy" hint="My university doesn't limit editing" />
      </div>
      {choices.policy === OWN_POLICY ? <Own form={form} /> : null}
      {policy ? (
        <div className={styles.rule}>
          <RuleLines lines={policy.lines} />
          {choices.policy === OWN_POLICY ? null : <PolicySource policy={policy} />}
          {policy.note ? <p className="soft small">{policy.note}</p> : null}
          {policy.demands.length > 0 ? <p className="small">{policy.demands.join(" ")}</p> : null}
          {policy.ai ? <p className="small">AI tools: {policy.ai}</p> : null}
        </div>
      ) : null}
      {policy?.asksConsent ? <Consent form={form} /> : null}
    </fieldset>
  );
}

function Option({ form, value, label, hint }: { form: OrderFormState; value: string; label: string; hint: string }) {
  const { choices, change } = form;
  return (
    <label className={styles.option}>
      <input
        type="radio"
        name="policy"
        value={value}
        checked={(choices.policy ?? "") === value}
        onChange={() => change({ policy: value || null })}
      />
      <span>
        {label} <small className="soft">{hint}</small>
      </span>
    </label>
  );
}

const EMPTY: OwnPolicy = { institution: "", url: "", may: ["spelling", "punctuation"], others: "comment" };
const isAddress = (text: string): boolean => text === "" || /^https?:$/.test(URL.parse(text)?.protocol ?? "");

/** The policy of a university that isn't listed, as its student describes it. */
function Own({ form: { choices, change, error } }: { form: OrderFormState }) {
  const own = choices.ownPolicy ?? EMPTY;
  const [url, setUrl] = useState(own.url);
  const [institution, setInstitution] = useState(own.institution);
  const set = (patch: Partial<OwnPolicy>) => change({ ownPolicy: { ...own, ...patch } });
  const wrongAddress = isAddress(url.trim()) ? undefined : "Enter the whole address, starting with https://.";
  const tick = (kind: EditKind, may: boolean) =>
    set({ may: EDIT_KINDS.filter((it) => (it === kind ? may : own.may.includes(it))) });
  return (
    <div className={styles.own} id="ownPolicy" tabIndex={-1}>
      <input type="hidden" name="shown" value="ownPolicy" />
      {error("ownPolicy") ? <p className={styles.error}>{error("ownPolicy")}</p> : null}
      <TextInput
        name="ownPolicy.institution"
        label="University"
        maxLength={160}
        value={institution}
        onChange={(event) => setInstitution(event.currentTarget.value)}
        onBlur={() => set({ institution: institution.trim() })}
      />
      <TextInput
        name="ownPolicy.url"
        type="url"
        label="Address of its policy"
        placeholder="https://"
        maxLength={500}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        onBlur={() => (wrongAddress ? undefined : set({ url: url.trim() }))}
        error={wrongAddress}
      />
      <fieldset className={styles.kinds}>
        <legend>What may your editor change?</legend>
        {EDIT_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            name="ownPolicy.may"
            value={kind}
            label={EDIT_KIND_WORDS[kind]}
            checked={own.may.includes(kind)}
            onChange={(event) => tick(kind, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <fieldset className={styles.options}>
        <legend>And everything else?</legend>
        {(
          [
            ["comment", "Comments only"],
            ["forbidden", "Neither changes nor comments"],
          ] as const
        ).map(([value, label]) => (
          <label key={value} className={styles.option}>
            <input
              type="radio"
              name="ownPolicy.others"
              value={value}
              checked={own.others === value}
              onChange={() => set({ others: value })}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

/** The supervisor's consent, where the policy asks for it. */
function Consent({ form: { choices, change, error } }: { form: OrderFormState }) {
  return (
    <div className={styles.own}>
      <input type="hidden" name="shown" value="supervisorConsent" />
      <TextInput
        id="supervisorName"
        name="supervisorName"
        label="Your supervisor's name"
        autoComplete="off"
        maxLength={MAX_SUPERVISOR}
        value={choices.supervisorName ?? ""}
        onChange={(event) => change({ supervisorName: event.currentTarget.value || null })}
        error={error("supervisorName")}
      />
      <Checkbox
        id="supervisorConsent"
        name="supervisorConsent"
        checked={choices.supervisorConsent ?? false}
        onChange={(event) => change({ supervisorConsent: event.currentTarget.checked })}
        label="My supervisor agreed to this editing."
        description="We keep the name and the time with your order, as evidence."
        error={error("supervisorConsent")}
      />
    </div>
  );
}
