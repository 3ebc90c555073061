import type { Person } from '../../../../people/contract.ts';

interface Common {
  key: string;
  /** Replaces the typed text. */
  insert: string;
}

export type Suggestion =
  | (Common & { kind: 'person'; person: Person; isHere: boolean })
  | (Common & { kind: 'audience'; meaning: string })
  | (Common & { kind: 'emoji'; code: string });
