/** What a start says on the terminal: each step when it is done, with the seconds it took. */
const WIDTH = 22;

export const sayStep = (name: string, ms: number): void =>
  console.log(`  ${name.padEnd(WIDTH)}${(ms / 1000).toFixed(1).padStart(5)} s`);

/** Does a step and says how long it took. @param announcement said first, where people would wonder what takes so long */
export async function step<T>(name: string, work: () => Promise<T>, announcement?: string): Promise<T> {
  if (announcement !== undefined) console.log(announcement);
  const begun = performance.now();
  const result = await work();
  sayStep(name, performance.now() - begun);
  return result;
}
