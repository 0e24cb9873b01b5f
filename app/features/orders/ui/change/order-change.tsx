import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { Checkbox, NativeSelect, TextInput, Textarea } from "@mantine/core";
import { useState } from "react";
import { Form } from "react-router";
import { AskError } from "#app/platform/browser/core/ask.ts";
import { call } from "#app/platform/browser/core/call.ts";
import { useSite } from "#app/platform/browser/core/session.ts";
import { ADD_ONS, COUNTED_CODES, TICKED_CODES } from "#app/features/pricing/rules/add-ons.ts";
import { SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { formatMoney, formatPay } from "#app/platform/rules/core/money.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { MOST_UNITS } from "../../rules/draft/choices.ts";
import { addOnsFromForm } from "../../rules/draft/choices-form.ts";
import { CHANGEABLE_SERVICES } from "../../rules/change/order-change.ts";
import type { ChangeView } from "../../server/changes/change-view.ts";
import type { ChangePrice, WantedChange } from "../../server/changes/plan-change.ts";
import styles from "../order.module.css";
import { useAsked } from "../draft/use-asked.ts";

type Open = NonNullable<ChangeView["open"]>;

/** The open proposal for a change, at the top of an order's page: what, why, what it costs, and what to do. */
export function OrderChange({ view }: { view: ChangeView }) {
  const { open, side, currency } = view;
  if (!open) return null;
  return (
    <Notice tone={open.mayAnswer ? "attention" : "info"} title={titleOf(open, side)}>
      <div className={styles.tight}>
        <ul className={styles.changes}>
          {open.what.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {open.newDueAt ? (
            <li>
              Due{" "}
              <b>
                <Instant at={open.newDueAt} deadline />
              </b>{" "}
              instead of <Instant at={view.dueAt} deadline />
            </li>
          ) : null}
        </ul>
        <p className={styles.letter}>{open.reason}</p>
        {open.differenceMinor === null ? null : (
          <p>{costSentence(open.differenceMinor, currency, side === "client")}</p>
        )}
        {open.editorPayMinor === null ? null : (
          <p>
            {side === "editor" ? "Your pay" : "The editor's pay"} would be <b>{formatPay(open.editorPayMinor)}</b>.
          </p>
        )}
        <p className="small soft">
          {open.mayAnswer ? "Nothing changes unless you agree. " : `${waits(open, side)} `}
          The proposal expires <Instant at={open.expiresAt} deadline />.
        </p>
        <div className={styles.buttons}>
          {open.mayAnswer ? (
            <>
              <Answer changeId={open.id} intent="agree_change" label="Agree to change" pending="Agreeing" />
              <Answer changeId={open.id} intent="decline_change" label="Decline" pending="Declining" quiet />
            </>
          ) : null}
          {open.mayWithdraw ? (
            <Answer changeId={open.id} intent="withdraw_change" label="Withdraw" pending="Withdrawing" quiet />
          ) : null}
        </div>
      </div>
    </Notice>
  );
}

const titleOf = (open: Open, side: ChangeView["side"]): string =>
  open.side === "staff"
    ? "Our staff propose to change this order"
    : side === "client"
      ? "You proposed to change this order"
      : "The author proposes to change this order";

function costSentence(differenceMinor: number, currency: string, own: boolean): string {
  const amount = formatMoney(Math.abs(differenceMinor), currency);
  if (differenceMinor === 0) return "The price stays the same.";
  if (differenceMinor < 0) return `It costs ${amount} less, which ${own ? "we'll refund" : "is refunded"}.`;
  return `It costs ${amount} more. It applies once both have agreed and ${own ? "you've" : "the author has"} paid.`;
}

function waits(open: Open, side: ChangeView["side"]): string {
  const names = open.waitsFor.map((who) =>
    who === "client" ? "the author" : side === "client" ? "your editor" : "the editor",
  );
  return `Waiting for ${joinWords(names)} to agree.`;
}

const Answer = ({
  changeId,
  intent,
  label,
  pending,
  quiet = false,
}: {
  changeId: string;
  intent: string;
  label: string;
  pending: string;
  quiet?: boolean;
}) => (
  <Form method="post" preventScrollReset>
    <input type="hidden" name="changeId" value={changeId} />
    <SubmitButton name="intent" value={intent} pending={pending} {...(quiet ? { variant: "default" } : {})}>
      {label}
    </SubmitButton>
  </Form>
);

const wantedOf = (form: FormData): WantedChange => {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    service: text("service") as WantedChange["service"],
    newDueAt: text("newDueAt"),
    addOns: addOnsFromForm(form),
  };
};

/** What the change in the dialog would cost, or why it can't be made. */
function ChangeCost({ view, wanted }: { view: ChangeView; wanted: WantedChange | null }) {
  const { integrity } = useSite();
  const { answer, asking } = useAsked(JSON.stringify(wanted), () =>
    call<ChangePrice>("changePrice", { orderId: view.orderId, ...wanted }, integrity).then(
      (price) => ({ price, problem: null }),
      (error: unknown) => {
        // Without a network it's asked again. An answer of the server says what's wrong.
        if (error instanceof AskError && error.status > 0) return { price: null, problem: error.message };
        throw error;
      },
    ),
  );
  return (
    <p role="status" aria-live="polite">
      {asking ? "Calculating the price…" : null}
      {answer?.problem ?? null}
      {answer?.price ? (
        <>
          <b>{costSentence(answer.price.differenceMinor, view.currency, view.side === "client")}</b> The total would be{" "}
          {formatMoney(answer.price.totalMinor, view.currency)}
          {answer.price.newDueAt ? (
            <>
              , due <Instant at={answer.price.newDueAt} deadline />
            </>
          ) : null}
          .
        </>
      ) : null}
    </p>
  );
}

/**
 * Proposes an earlier date, another service or other add-ons. Posts `intent=propose_change` to the page that shows it.
 */
export function ProposeChange({ view }: { view: ChangeView }) {
  const [wanted, setWanted] = useState<WantedChange | null>(null);
  if (!view.mayPropose) return null;
  const { addOns, service } = view;
  const money = (minor: number) => formatMoney(minor, view.currency);
  const { prices } = view;
  const services = service === "expert" ? (["expert"] as const) : CHANGEABLE_SERVICES;
  const read = ({ target }: { target: EventTarget }) => {
    const { form } = target as HTMLInputElement;
    if (form) setWanted(wantedOf(new FormData(form)));
  };
  return (
    <ConfirmButton
      fullWidth
      title="Change this order"
      confirm="Propose change"
      pending="Proposing"
      fields={{ intent: "propose_change", shown: "addOns" }}
      body={
        <>
          <p>
            {view.side === "client" ? "Your editor has" : "The author and the editor have"} to agree. If it costs more,
            it applies once {view.side === "client" ? "you've" : "the author has"} paid the difference. If it costs
            less, the difference is refunded.
          </p>
          <div className={styles.fields} onInput={read} onChange={read}>
            <NativeSelect
              name="service"
              label="Service"
              defaultValue={service}
              data={services.map((value) => ({ value, label: SERVICE_LABELS[value] }))}
            />
            <TextInput
              type="datetime-local"
              name="newDueAt"
              label="Earlier due date (optional)"
              description={
                <>
                  In your time zone. Now due <Instant at={view.dueAt} deadline />.
                </>
              }
              max={view.latest}
            />
            {COUNTED_CODES.map((code) => (
              <TextInput
                key={code}
                type="number"
                name={`addOn.${code}`}
                label={`${ADD_ONS[code].unit.ask} (${money(prices[code].unitMinor)} each)`}
                min={0}
                max={MOST_UNITS}
                defaultValue={addOns[code] ?? 0}
              />
            ))}
            {TICKED_CODES.map((code) => (
              <Checkbox
                key={code}
                name={`addOn.${code}`}
                value="on"
                defaultChecked={addOns[code] ?? false}
                label={`${prices[code].label} (${money(prices[code].unitMinor)})`}
              />
            ))}
            <Textarea name="reason" label="Reason" autosize minRows={2} minLength={3} maxLength={1_000} required />
          </div>
          <ChangeCost view={view} wanted={wanted} />
        </>
      }
    >
      Change this order
    </ConfirmButton>
  );
}
