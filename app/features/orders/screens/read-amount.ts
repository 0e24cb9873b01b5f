/** "20" or "20.50" in cents; anything else is refused by the command. */
export const readAmount = (typed: string): string =>
  /^\d{1,7}(?:\.\d{1,2})?$/.test(typed.replace(/[$,\s]/g, ""))
    ? String(Math.round(Number(typed.replace(/[$,\s]/g, "")) * 100))
    : "0";
