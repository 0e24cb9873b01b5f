/** The limits of each pool of worker threads. A process has one of each, started when it's first needed. */
export type WorkLimits = {
  /** The most threads. */
  threads: number;
  /** How many of them only take work on orders. Uploads that nobody has paid for yet share the others. */
  reserved: number;
  /**
   * How much processor time one task may use, in ms. This isn't elapsed time, because on a busy machine an ordinary
   * manuscript would be refused for waiting.
   */
  taskMs: number;
  /** How many times `taskMs` of elapsed time a task may take, however little processor time it got. */
  wallTimes: number;
  /** The heap size of one thread. */
  memoryMb: number;
  /** How many unpaid tasks of one person, and of one network, may be waiting. More are refused at once. */
  waitingOfPerson: number;
  waitingOfNetwork: number;
  /** How many unpaid tasks of everybody may be waiting. */
  waiting: number;
  /** Of unpaid tasks, only one at a time may be on a file larger than this, so that small ones pass it. */
  largeBytes: number;
};

export const WORK_LIMITS = {
  /** Reading, counting, and comparing manuscripts. */
  documents: {
    threads: 3,
    reserved: 1,
    taskMs: 5_000,
    wallTimes: 8,
    memoryMb: 512,
    waitingOfPerson: 20,
    waitingOfNetwork: 60,
    waiting: 300,
    largeBytes: 4 * 1024 * 1024,
  },
  /** Reading emails that people send us. */
  emails: {
    threads: 2,
    reserved: 0,
    taskMs: 5_000,
    wallTimes: 8,
    memoryMb: 512,
    waitingOfPerson: 100,
    waitingOfNetwork: 100,
    waiting: 100,
    largeBytes: Infinity,
  },
  /** Reading bank statements and reports that admins import. */
  bankFiles: {
    threads: 1,
    reserved: 0,
    taskMs: 20_000,
    wallTimes: 8,
    memoryMb: 768,
    waitingOfPerson: 20,
    waitingOfNetwork: 20,
    waiting: 20,
    largeBytes: Infinity,
  },
} as const satisfies Record<string, WorkLimits>;
