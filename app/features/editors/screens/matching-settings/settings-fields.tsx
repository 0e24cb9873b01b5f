import { NativeSelect, TextInput } from "@mantine/core";
import { SERVICES, SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { ENGLISH_VARIANTS, ENGLISH_VARIANT_LABELS } from "#app/features/pricing/rules/taxonomy.ts";
import { fieldError } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { PARALLEL_ORDERS, WEEKLY_WORDS } from "../../rules/readiness.ts";
import { Choice } from "../../ui/choice.tsx";
import { FieldChoices } from "../../ui/field-choices.tsx";
import styles from "../../ui/editor.module.css";
import type { ShownProblem } from "#app/ui/notice.tsx";
import type { timeZoneGroups } from "#app/platform/server/core/time-zones.ts";

/** The settings as typed in the form. */
export type Typed = {
  fields: string[];
  variants: string[];
  services: string[];
  weeklyWords: string;
  parallelOrders: string;
  workdays: string[];
  quiet: string;
  quietFrom: string;
  quietTo: string;
  timeZone: string;
};

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** The fields of the matching settings: subfields, services, variants, workload and schedule. */
export function SettingsFields({
  shown,
  problem,
  doctorate,
  zones,
}: {
  shown: Typed;
  problem: ShownProblem | undefined;
  doctorate: boolean;
  zones: ReturnType<typeof timeZoneGroups>;
}) {
  const wrong = (name: string) =>
    fieldError(problem, name) ? <p className={styles.wrong}>{fieldError(problem, name)}</p> : null;
  return (
    <>
      <Sheet>
        <fieldset className={styles.part} id="fields">
          <legend>Fields</legend>
          <p className={styles.note}>
            Choose the subfields you know well. You may also get invites in related subfields, after editors who chose
            them. Expert orders always match your exact subfield.
          </p>
          {wrong("fields")}
          <FieldChoices name="fields" chosen={shown.fields} />
        </fieldset>
      </Sheet>
      <Sheet>
        <div className={styles.stack}>
          <fieldset className={styles.part} id="services">
            <legend>Services</legend>
            {wrong("services")}
            <div className={styles.choices}>
              {SERVICES.map((s) => (
                <Choice
                  key={s}
                  name="services"
                  value={s}
                  checked={shown.services.includes(s)}
                  disabled={s === "expert" && !doctorate}
                  {...(s === "expert" && !doctorate ? { hint: "Requires a verified doctorate" } : {})}
                >
                  {SERVICE_LABELS[s]}
                </Choice>
              ))}
            </div>
          </fieldset>
          <fieldset className={styles.part} id="variants">
            <legend>English variants</legend>
            <div className={styles.choices}>
              {ENGLISH_VARIANTS.map((v) => (
                <Choice key={v} name="variants" value={v} checked={shown.variants.includes(v)}>
                  {ENGLISH_VARIANT_LABELS[v]}
                </Choice>
              ))}
            </div>
          </fieldset>
        </div>
      </Sheet>
      <Sheet>
        <fieldset className={styles.part}>
          <legend>Workload</legend>
          <div className={styles.pair}>
            <TextInput
              id="weeklyWords"
              name="weeklyWords"
              type="number"
              inputMode="numeric"
              min={WEEKLY_WORDS.least}
              max={WEEKLY_WORDS.most}
              step={1}
              label="Weekly words"
              description="Across all orders, in seven days"
              defaultValue={shown.weeklyWords}
              error={fieldError(problem, "weeklyWords")}
            />
            <TextInput
              id="parallelOrders"
              name="parallelOrders"
              type="number"
              inputMode="numeric"
              min={PARALLEL_ORDERS.least}
              max={PARALLEL_ORDERS.most}
              step={1}
              label="Orders at once"
              description="Maximum open orders"
              defaultValue={shown.parallelOrders}
              error={fieldError(problem, "parallelOrders")}
            />
          </div>
        </fieldset>
      </Sheet>
      <Sheet>
        <div className={styles.stack}>
          <fieldset className={styles.part} id="calendar">
            <legend>Working days</legend>
            <div className={styles.days}>
              {DAYS.map((day, i) => (
                <Choice
                  key={day}
                  name="workdays"
                  value={String(i + 1)}
                  checked={shown.workdays.includes(String(i + 1))}
                >
                  {day}
                </Choice>
              ))}
            </div>
          </fieldset>
          <fieldset className={styles.part} id="quietHours">
            <legend>Quiet hours</legend>
            <p className={styles.note}>
              We don't send you invites during quiet hours, so other editors may accept urgent orders before you see
              them.
            </p>
            <Choice type="radio" name="quiet" value="none" checked={shown.quiet === "none"}>
              No quiet hours
            </Choice>
            <Choice type="radio" name="quiet" value="hours" checked={shown.quiet === "hours"}>
              Every day between these times
            </Choice>
            <div className={styles.pair}>
              <TextInput
                id="quietFrom"
                name="quietFrom"
                type="time"
                label="From"
                defaultValue={shown.quietFrom}
                error={fieldError(problem, "quietFrom")}
              />
              <TextInput
                id="quietTo"
                name="quietTo"
                type="time"
                label="To"
                defaultValue={shown.quietTo}
                error={fieldError(problem, "quietTo")}
              />
            </div>
          </fieldset>
          <NativeSelect
            id="timeZone"
            name="timeZone"
            label="Time zone"
            description="Used for your working days and quiet hours"
            defaultValue={shown.timeZone}
            data={zones}
            error={fieldError(problem, "timeZone")}
          />
        </div>
      </Sheet>
    </>
  );
}
