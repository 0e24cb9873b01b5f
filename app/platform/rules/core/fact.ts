/**
 * What each kind of fact carries. Features add theirs by declaration merging in their own `rules/facts.ts`:
 * `declare module "#app/platform/rules/core/fact.ts" { interface FactData { "order.paid": { amountMinor: number } } }`
 */
// eslint-disable-next-line typescript/no-empty-interface
export interface FactData {}

export type FactKind = Extract<keyof FactData, string>;

/** A recorded fact: something that happened. Never changed. */
export type Fact<K extends FactKind = FactKind> = {
  [P in K]: {
    id: string;
    seq: number;
    kind: P;
    at: Date;
    actorId: string | null;
    actorRole: string;
    orderId: string | null;
    subjectId: string | null;
    data: FactData[P];
    /** The staff member who did it in the actor's name. */
    impersonatorId?: string | null;
  };
}[K];
