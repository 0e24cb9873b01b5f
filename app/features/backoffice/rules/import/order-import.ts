import { digitsOf } from "#app/platform/rules/core/money.ts";
import { PAST_ORDER_LIMITS, type PastOrderColumn } from "#app/features/orders/rules/past-orders.ts";
import { CURRENCY_CODES } from "../bank-files/currencies.ts";
import { type Decimal, decimalOf, minorOf, readEither } from "../bank-files/file-amounts.ts";
import { orderOf, readDay } from "../bank-files/file-dates.ts";
import { type ImportKind, idFault, textFault } from "./import-kind.ts";

/** An amount in minor units with its currency, both empty for none, or what's wrong. */
function amountIn(text: string, currency: string, decimal: Decimal): { minor: string; currency: string } | string {
  if (text === "") return { minor: "", currency: "" };
  const amount = readEither(text, decimal);
  if (!amount) return `“${text.slice(0, 40)}” isn't an amount.`;
  const code = currency.toUpperCase() || amount.currency;
  if (!code) return "The amount has no currency, such as USD.";
  if (!CURRENCY_CODES.has(code)) return `“${code.slice(0, 20)}” isn't a currency's code, such as USD.`;
  const minor = minorOf(amount, digitsOf(code));
  if (minor === null) return `“${text.slice(0, 40)}” has more decimals than ${code} has.`;
  return minor < 0 ? "The amount is below zero." : { minor: String(minor), currency: code };
}

export const ORDER_IMPORT: ImportKind<PastOrderColumn> = {
  noun: "past order",
  columns: {
    externalId: {
      label: "Id in the other system",
      names: ["id", "order id", "order", "order number", "number", "external id", "reference"],
      required: true,
    },
    client: {
      label: "Client's id or email address",
      names: ["client id", "client email", "customer id", "customer email", "client", "customer", "email", "user id"],
      required: true,
    },
    orderedOn: {
      label: "Date of the order",
      names: ["ordered", "ordered on", "order date", "date", "created", "created at", "placed"],
      required: true,
    },
    title: { label: "Title", names: ["title", "manuscript", "document", "name"] },
    service: { label: "Service", names: ["service", "product", "type"] },
    words: { label: "Words", names: ["words", "word count", "wordcount"] },
    amount: { label: "Amount", names: ["amount", "total", "price", "paid"] },
    currency: { label: "Currency", names: ["currency", "currency code"] },
    editor: { label: "Editor's name", names: ["editor", "editor name", "freelancer"] },
    editorId: { label: "Editor's id or email address", names: ["editor id", "editor email", "freelancer id"] },
    deliveredOn: {
      label: "Date of delivery",
      names: ["delivered", "delivered on", "delivered at", "delivery date", "completed"],
    },
  },
  once: ["externalId"],
  onceWords: "The id",
  reader(rows, today) {
    const decimal = decimalOf(rows.map((row) => row.amount));
    const days = rows
      .flatMap((row) => [row.orderedOn, row.deliveredOn])
      .filter((text) => readDay(text, "MDY") ?? readDay(text, "DMY"));
    const order = orderOf(days, "MDY") ?? "MDY";
    const L = PAST_ORDER_LIMITS;
    return (typed) => {
      const client = typed.client.includes("@") ? typed.client.toLowerCase() : typed.client;
      const editorId = typed.editorId.includes("@") ? typed.editorId.toLowerCase() : typed.editorId;
      const fault =
        idFault(typed.externalId) ??
        textFault("The client", client, L.name, true) ??
        textFault("The title", typed.title, L.title) ??
        textFault("The service", typed.service, L.service) ??
        textFault("The editor's name", typed.editor, L.name) ??
        textFault("The editor's id", editorId, L.name);
      if (fault !== null) return fault;
      const orderedOn = readDay(typed.orderedOn, order);
      if (orderedOn === null) return `“${typed.orderedOn.slice(0, 40)}” isn't a date.`;
      const deliveredOn = typed.deliveredOn === "" ? "" : readDay(typed.deliveredOn, order);
      if (deliveredOn === null) return `“${typed.deliveredOn.slice(0, 40)}” isn't a date.`;
      if (orderedOn > today || deliveredOn > today) return "The date is in the future.";
      if (deliveredOn !== "" && deliveredOn < orderedOn) return "It was delivered before it was ordered.";
      const words = typed.words.replaceAll(/[,.\s]/g, "");
      if (!/^\d{0,8}$/.test(words)) return `“${typed.words.slice(0, 40)}” isn't a number of words.`;
      const paid = amountIn(typed.amount, typed.currency, decimal);
      if (typeof paid === "string") return paid;
      return { ...typed, client, editorId, orderedOn, deliveredOn, words, amount: paid.minor, currency: paid.currency };
    };
  },
};
