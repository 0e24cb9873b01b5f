import type { ReactNode } from "react";
import { Notice } from "#app/ui/notice.tsx";

/** Offers to join the organization that has verified the domain of somebody's address. `action` is the button. */
export function InstitutionOffer({ name, action }: { name: string; action: ReactNode }) {
  return (
    <Notice tone="info" title={`${name} can pay for your orders`} action={action}>
      Your email address belongs to it. Its owners and managers see titles, services, dates, and costs of orders it pays
      for, never your manuscripts or messages. You can hide a title.
    </Notice>
  );
}
