import type { ReactNode } from "react";
import { Form } from "react-router";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "./integrations.module.css";
import type { DeliveryView, EndpointView } from "../server/webhooks/find-endpoint.ts";
import { Delivery } from "./delivery.tsx";

/** What webhooks and alerts have in common on screen: both are addresses that something is sent to. */

/** Since when nothing could be sent there. */
export const FailingSince = ({ at }: { at: EndpointView["failingSinceAt"] }) =>
  at ? (
    <>
      {" "}
      Every attempt since <Instant at={at} /> has failed.
    </>
  ) : null;

/** @param what what it's called: "webhook" @param sent what it's sent: "event" @param children more buttons */
export function EndpointButtons({
  it,
  what,
  sent,
  removal,
  children,
}: {
  it: Pick<EndpointView, "id" | "status">;
  what: string;
  sent: string;
  removal: { title: string; body: string };
  children?: ReactNode;
}) {
  return (
    <div className={styles.buttons}>
      <Form method="post" className={styles.buttons} preventScrollReset>
        <input type="hidden" name="endpointId" value={it.id} />
        {it.status === "paused" ? (
          <SubmitButton name="intent" value="resume" size="xs" pending="Resuming">
            Resume {what}
          </SubmitButton>
        ) : (
          <>
            <SubmitButton name="intent" value="test" size="xs" variant="default" pending="Sending">
              Send a test {sent}
            </SubmitButton>
            <SubmitButton name="intent" value="pause" size="xs" variant="default" pending="Pausing">
              Pause {what}
            </SubmitButton>
          </>
        )}
      </Form>
      {children}
      <ConfirmButton
        size="xs"
        variant="subtle"
        {...removal}
        confirm={`Remove ${what}`}
        fields={{ endpointId: it.id, intent: "remove" }}
        stops
      >
        Remove
      </ConfirmButton>
    </div>
  );
}

/** What was sent there last. @param sent what that is: "events" */
export const RecentDeliveries = ({
  it: { id, deliveries },
  sent,
}: {
  it: { id: string; deliveries: readonly DeliveryView[] };
  sent: string;
}) =>
  deliveries.length > 0 ? (
    <Fold id={`sent-${id}`} title={`Recent ${sent} (${deliveries.length})`}>
      <ul className={styles.list}>
        {deliveries.map((one) => (
          <Delivery key={one.id} it={one} />
        ))}
      </ul>
    </Fold>
  ) : null;
