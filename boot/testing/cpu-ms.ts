/** This thread's processor time for some work, in milliseconds, which a busy machine doesn't change. */
export function cpuMs(work: () => unknown): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1_000;
}
