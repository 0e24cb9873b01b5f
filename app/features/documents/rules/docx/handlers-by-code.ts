/**
 * One array for the handlers of all element families, for lookup in one step.
 * @throws if two families handle the same element
 */
export function handlersByCode<H>(families: readonly Readonly<Record<number, H>>[]): readonly (H | undefined)[] {
  const codes = families.flatMap((family) => Object.keys(family).map(Number));
  if (new Set(codes).size < codes.length) throw new Error("Two families handle the same element.");
  const all = Array.from<H | undefined>({ length: Math.max(...codes) + 1 });
  for (const family of families) for (const [code, handler] of Object.entries(family)) all[Number(code)] = handler;
  return all;
}
