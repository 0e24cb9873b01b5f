import { describe, expect, test } from "vitest";
import { drawFlow, faultsOf } from "#app/platform/rules/core/flow.ts";
import { SERVICE_HOURS } from "#app/features/policy/rules/hours-figures.ts";
import { SUPPORT_PROMISES } from "./promise-figures.ts";
import { promisesOf } from "./sla.ts";
import { TICKET_STATUS_WORDS, ticketFlow } from "./ticket-flow.ts";
import { TICKET_PRIORITIES, TICKET_PRIORITY_WORDS, priorityAtOpening } from "./ticket.ts";

const HOUR = 3_600_000;
const promised = ({ ms, kind }: { ms: number; kind: "clock" | "service" }): string =>
  `${ms < HOUR ? `${ms / 60_000} min` : `${ms / HOUR} h`} ${kind === "clock" ? "clock time" : "service time"}`;
const hour = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

function ticketFlowPage(): string {
  const rows = Object.entries<(typeof ticketFlow.moves)[keyof typeof ticketFlow.moves]>(ticketFlow.moves).map(
    ([name, m]) =>
      `| ${name} | ${m.from.join(", ")} | ${m.to} | ${m.by.join(", ")} | ${m.when ?? ""} | ${m.clock ?? ""} |`,
  );
  return [
    "# Ticket flow",
    "",
    "Generated from the table in `app/features/support/rules/ticket-flow.ts` and checked by a test. Only `moveTicket` changes a status, following these rows.",
    "",
    "```mermaid",
    drawFlow(ticketFlow),
    "```",
    "",
    "| move | from | to | by | when | clock |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
    "| state | label for staff |",
    "|---|---|",
    ...ticketFlow.states.map((s) => `| ${s} | ${TICKET_STATUS_WORDS[s]} |`),
    "",
    "## Response times",
    "",
    `The times and hours are those the product comes with; admins change them, holidays, and closures in the policy. Service hours are ${hour(SERVICE_HOURS.opensAtMinute)} to ${hour(SERVICE_HOURS.closesAtMinute)}, Monday to Friday, in ${SERVICE_HOURS.timeZone} (\`app/features/policy/rules/hours-figures.ts\`). For the reasons, see [decisions/0011-service-clocks.md](decisions/0011-service-clocks.md).`,
    "",
    "| priority | first response | resolution |",
    "|---|---|---|",
    ...TICKET_PRIORITIES.map(
      (p) =>
        `| ${TICKET_PRIORITY_WORDS[p]} | ${promised(promisesOf(p, SUPPORT_PROMISES, SERVICE_HOURS).firstResponse)} | ${promised(promisesOf(p, SUPPORT_PROMISES, SERVICE_HOURS).resolution)} |`,
    ),
    "",
  ].join("\n");
}

describe("the ticket flow", () => {
  test("every state can be reached and left", () => expect(faultsOf(ticketFlow)).toEqual([]));
  test("the docs page matches the table (npx vitest run -u regenerates it)", async () => {
    await expect(ticketFlowPage()).toMatchFileSnapshot("../../../../docs/ticket-flow.md");
  });
});

test("late orders and failed payments get high priority", () => {
  const priority = (orderOverdue: boolean, paymentTrouble: boolean) =>
    priorityAtOpening({ orderOverdue, paymentTrouble });
  expect([priority(false, false), priority(true, false), priority(false, true), priority(true, true)]).toEqual([
    "normal",
    "high",
    "high",
    "high",
  ]);
});
