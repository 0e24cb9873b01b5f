import { OrderPayments, PaymentLine, onlyPayment } from "#app/features/payments/ui/order-payments.tsx";
import { OrderRefunds } from "#app/features/payments/ui/order-refunds.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { type Panel, Panels } from "#app/ui/frame/panels.tsx";
import { Delivery } from "../../ui/delivery/delivery.tsx";
import { RevisedText } from "../../ui/delivery/revised-text.tsx";
import { OrderBrief } from "../../ui/order-brief.tsx";
import { OrderReceipt } from "../../ui/order-receipt.tsx";
import { OrderTimeline } from "../../ui/order-timeline.tsx";
import { StyleFold } from "../../ui/check/style-fold.tsx";
import styles from "../../ui/order.module.css";
import type { Route } from "../+types/client-order";
import { Dates } from "./dates.tsx";
import type { Answer } from "./intents.ts";
import { EndOrder, FilesKept, MyFiles, ProposeToEditor } from "./order-facts.tsx";
import { OwnRating } from "./own-rating.tsx";
import {
  Certificates,
  EditorsQuestions,
  Messages,
  NextWork,
  Reading,
  askedQuestions,
  countOpen,
} from "./work-and-messages.tsx";

type Data = Route.ComponentProps["loaderData"];

/** What a delivered order consists of, below its first screen: one part at a time. */
export function DeliveredPanels({ data, answer }: { data: Data; answer: Answer | undefined }) {
  const { view, payments } = data;
  const own = view.viewer === "client";
  const only = onlyPayment(payments);
  const [latest, ...earlier] = view.submissions.filter((s) => s.status === "delivered").reverse();
  if (!latest) return null;
  const openQuestions = countOpen(data.queries);
  const panels: (Panel | null)[] = [
    {
      id: "letter",
      label: "Letter",
      content: (
        <div className={styles.stack}>
          <Delivery submission={latest} latest editorName={view.editorName} part="letter" />
          <Reading view={view} />
        </div>
      ),
    },
    askedQuestions(data)
      ? {
          id: "questions",
          label: "Questions",
          count: openQuestions,
          content: <EditorsQuestions data={data} answer={answer} />,
        }
      : null,
    data.mayWrite ? { id: "messages", label: "Messages", content: <Messages data={data} answer={answer} /> } : null,
    data.style
      ? {
          id: "style-sheet",
          label: "Style sheet",
          content: <StyleFold view={data.style} own={own} orderId={view.id} open />,
        }
      : null,
    {
      id: "files",
      label: "Files",
      content: (
        <div className={styles.stack}>
          <Delivery
            submission={latest}
            latest
            editorName={view.editorName}
            openQuestions={openQuestions}
            part="files"
          />
          <MyFiles data={data} />
          {view.revisedText ? <RevisedText view={view.revisedText} own={own} /> : null}
          {earlier.map((s) => (
            <Delivery key={s.id} submission={s} latest={false} editorName={view.editorName} />
          ))}
          <Certificates data={data} latestDelivery={latest.id} answer={answer} />
          <FilesKept data={data} answer={answer} />
        </div>
      ),
    },
    {
      id: "receipt",
      label: "Receipt",
      content: (
        <div className={styles.receipt}>
          <OrderReceipt
            view={view}
            payment={only ? <PaymentLine orderId={view.id} payment={only} /> : null}
            isOnCredit={payments.some((one) => one.isOnCredit)}
          />
          <OrderPayments orderId={view.id} payments={payments} />
          <OrderRefunds refunds={data.refunds} />
        </div>
      ),
    },
    {
      id: "details",
      label: "Details",
      content: (
        <div className={styles.stack}>
          <Dates view={view} />
          <ProposeToEditor data={data} />
          <Sheet title="What you ordered">
            <OrderBrief view={view} />
          </Sheet>
          <Sheet title="History">
            <OrderTimeline lines={view.timeline} />
          </Sheet>
          {view.rating ? <OwnRating orderId={view.id} stars={view.rating.overall} /> : null}
        </div>
      ),
    },
    {
      id: "more",
      label: "More",
      content: (
        <div className={styles.stack}>
          <NextWork data={data} answer={answer} />
          <EndOrder data={data} answer={answer} />
        </div>
      ),
    },
  ];
  return <Panels label="Parts of this order" name={view.id} panels={panels.filter((panel) => panel !== null)} />;
}
