/**
 * A state machine as one table of moves: who may make each, from where, to where, and what follows. Pure, and the docs'
 * diagrams are drawn from it.
 */
export type Move<State extends string, By extends string> = {
  from: readonly State[];
  /** "back" returns to the state before the hold. */
  to: State | "back";
  by: readonly By[];
  /** In words: conditions besides the state and the person. Checked by the command that makes the move. */
  when?: string;
  /** In words: what it posts to the ledger. */
  ledger?: string;
  /** In words: what happens to deadlines and clocks. */
  clock?: string;
};

export type Flow<State extends string, Name extends string, By extends string> = {
  name: string;
  start: State;
  states: readonly State[];
  /** Final states: no move leaves them. */
  ends: readonly State[];
  moves: Readonly<Record<Name, Move<State, By>>>;
};

/** Declares a flow. The compiler checks every name. */
export function defineFlow<const State extends string, Name extends string, By extends string>(
  flow: Flow<State, Name, By>,
): Flow<State, Name, By> {
  return flow;
}

export type FlowFault = string;

/**
 * Every defect of a flow: a state that can't be reached, a state with no way out, a move out of an end. Empty if it's
 * valid.
 */
export function faultsOf<State extends string, Name extends string, By extends string>(
  flow: Flow<State, Name, By>,
): FlowFault[] {
  const faults: FlowFault[] = [];
  const moves = Object.entries<Move<State, By>>(flow.moves);
  const reached = new Set<State>([flow.start]);
  for (let grew = true; grew;) {
    grew = false;
    for (const [, m] of moves)
      if (m.to !== "back" && m.from.some((s) => reached.has(s)) && !reached.has(m.to)) {
        reached.add(m.to);
        grew = true;
      }
  }
  for (const s of flow.states) {
    if (!reached.has(s)) faults.push(`${flow.name}: nothing leads to ${s}`);
    // A move that returns to its own state isn't a way out.
    const leaves = moves.some(([, m]) => m.from.includes(s) && m.to !== s);
    if (flow.ends.includes(s) && leaves) faults.push(`${flow.name}: ${s} is an end, yet something leads out of it`);
    if (!flow.ends.includes(s) && !leaves) faults.push(`${flow.name}: nothing leads out of ${s}`);
  }
  for (const [name, m] of moves) if (m.by.length === 0) faults.push(`${flow.name}: nobody may make ${name}`);
  return faults;
}

/** A flow as a Mermaid state diagram, for the docs. */
export function drawFlow<State extends string, Name extends string, By extends string>(
  flow: Flow<State, Name, By>,
): string {
  const lines = ["stateDiagram-v2", `  [*] --> ${flow.start}`];
  for (const [name, m] of Object.entries<Move<State, By>>(flow.moves))
    for (const from of m.from) lines.push(`  ${from} --> ${m.to === "back" ? "the_state_left" : m.to}: ${name}`);
  for (const end of flow.ends) lines.push(`  ${end} --> [*]`);
  return lines.join("\n");
}
