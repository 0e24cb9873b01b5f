/** What one process holds once, however often its modules are loaded: hot reload loads them again. Name each key `__stet...`. */
export const processWide = <T extends object>(): T => globalThis as unknown as T;
