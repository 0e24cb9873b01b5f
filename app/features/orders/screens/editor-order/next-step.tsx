import { Button } from "@mantine/core";
import { Form } from "react-router";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";

/** The main button on an editor's order page. */
export function NextStep({ action }: { action: OrderView["waiting"]["action"] }) {
  switch (action?.code) {
    case "start":
      return (
        <Form method="post">
          <SubmitButton name="intent" value="start" pending="Starting">
            {action.label}
          </SubmitButton>
        </Form>
      );
    case "start_revision":
      return (
        <Form method="post">
          <SubmitButton name="intent" value="start_revision" pending="Starting">
            {action.label}
          </SubmitButton>
        </Form>
      );
    case "hand_in":
      return (
        <Button component="a" href="#hand-in">
          {action.label}
        </Button>
      );
    default:
      return null;
  }
}
