import { Button } from "@mantine/core";
import { Form } from "react-router";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";

/** The main button on staff's order page. */
export function NextStep({ action }: { action: OrderView["waiting"]["action"] }) {
  switch (action?.code) {
    case "unhold":
      return (
        <Form method="post">
          <SubmitButton name="intent" value="unhold" pending="Resuming">
            {action.label}
          </SubmitButton>
        </Form>
      );
    case "decide":
      return (
        <Button component="a" href="#decide">
          {action.label}
        </Button>
      );
    case "review":
      return (
        <Button component="a" href="#rubric">
          {action.label}
        </Button>
      );
    case "assign_reader":
      return (
        <Button component="a" href="#assign-reader">
          {action.label}
        </Button>
      );
    case "assign":
      return (
        <Button component="a" href="#assign">
          {action.label}
        </Button>
      );
    default:
      return null;
  }
}
