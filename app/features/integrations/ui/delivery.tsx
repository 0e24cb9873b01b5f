import { Form } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import { Instant } from "#app/ui/instant.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { DeliveryView } from "../server/webhooks/find-endpoint.ts";
import styles from "./integrations.module.css";

const STATUS = { pending: "On its way", delivered: "Delivered", failed: "Failed", held: "Held" } as const;

/** Something that was sent, and what the receiver said. */
export function Delivery({ it }: { it: DeliveryView }) {
  const last = it.attempts.at(-1);
  return (
    <li className={styles.row}>
      <div>
        <strong>{it.type}</strong> {STATUS[it.status]}
        <p className={styles.what}>
          <Instant at={it.createdAt} />
          {last
            ? `. ${count(it.attempts.length, "attempt")}, the last: ${last.status ?? last.problem ?? "emailed"}, ${last.ms} ms.`
            : "."}
          {it.nextAt ? (
            <>
              {" "}
              Next attempt <Instant at={it.nextAt} />.
            </>
          ) : null}
        </p>
      </div>
      {it.status === "pending" ? null : (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="deliveryId" value={it.id} />
          <SubmitButton
            name="intent"
            value="replay"
            size="xs"
            variant="subtle"
            pending="Sending"
            aria-label={`Send ${it.type} again`}
          >
            Send again
          </SubmitButton>
        </Form>
      )}
    </li>
  );
}
