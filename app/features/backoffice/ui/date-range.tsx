import { useSearchParams } from "react-router";

/** From one day to another, both included, in a FilterBar. Days are UTC, as the books are kept. @param from what is in force where the URL says nothing */
export function DateRange({ from = "", to = "" }: { from?: string; to?: string }) {
  const [asked] = useSearchParams();
  return (
    <>
      <label>
        From
        <input type="date" name="from" defaultValue={asked.get("from") ?? from} />
      </label>
      <label>
        To
        <input type="date" name="to" defaultValue={asked.get("to") ?? to} />
      </label>
    </>
  );
}
