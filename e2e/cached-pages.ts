import type { Page } from "@playwright/test";

/** The keys of what this browser has cached for offline use: "home", "page /my-orders", "feed". */
export const cachedPages = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const name = "stet-last-seen";
    // Opening it before the product has would create an empty one.
    if (!(await indexedDB.databases()).some((it) => it.name === name)) return [];
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.addEventListener("success", () => resolve(request.result));
    });
    const keys = await new Promise<string[]>((resolve) => {
      const all = database.transaction("entries").objectStore("entries").getAllKeys();
      all.addEventListener("success", () => resolve(all.result.map(String)));
    });
    database.close();
    return keys;
  });
