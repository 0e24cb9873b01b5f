import { Button } from "@mantine/core";
import { Link, href } from "react-router";
import { Page, PageTitle } from "#app/ui/page.tsx";
import styles from "./payment.module.css";

/** What a page about a payment shows when its address names no order: what the page is for, and where to find the order. */
export function NoOrderNamed({ title, shows }: { title: string; shows: string }) {
  return (
    <Page width="reading">
      <PageTitle title={title} lede={`${shows} The link you followed doesn't name an order.`} />
      <p>Open the order from your list to see where its payment stands. Nothing was charged by opening this page.</p>
      <p className={styles.buttons}>
        <Button component={Link} to={href("/my-orders")}>
          See my orders
        </Button>
        <Button component={Link} to={href("/my-payments")} variant="default">
          See my payments
        </Button>
      </p>
    </Page>
  );
}
