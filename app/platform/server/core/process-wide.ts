/** State that a process holds once, even if hot reload loads its modules again. Name each key `__stet...`. */
export const processWide = <T extends object>(): T => globalThis as unknown as T;
