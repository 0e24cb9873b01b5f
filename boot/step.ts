/** The terminal output of a start: each finished step, with its seconds. */
const WIDTH = 22;

export const sayStep = (name: string, ms: number): void =>
  console.log(`  ${name.padEnd(WIDTH)}${(ms / 1000).toFixed(1).padStart(5)} s`);

/**
 * Runs a step and prints how long it took. @param announcement printed first, for steps long enough to make people
 * wonder
 */
export async function step<T>(name: string, work: () => Promise<T>, announcement?: string): Promise<T> {
  if (announcement !== undefined) console.log(announcement);
  const begun = performance.now();
  const result = await work();
  sayStep(name, performance.now() - begun);
  return result;
}
