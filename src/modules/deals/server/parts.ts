import type { Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';

/** A deal that was just signed or undone. */
export interface SettledDeal {
  dealId: number;
  store: Store;
  customerId: number;
  actor: Actor;
}

/** Hooks for other modules that follow the status of deals. */
export interface DealParts {
  /** In the transaction that signs the deal, or gives a signed one another buyer; throwing rolls it back. */
  onSigned(tx: Db<AnyTables>, deal: SettledDeal): Promise<void>;
  /** In the transaction that cancels or reopens a signed deal, or gives it another buyer, which is signed after. */
  onUndone(tx: Db<AnyTables>, deal: Omit<SettledDeal, 'customerId'>): Promise<void>;
  /** After COMMIT of either. */
  publishFollowed(deal: Pick<SettledDeal, 'dealId'>): void;
}

export const noParts: DealParts = {
  onSigned: async () => {},
  onUndone: async () => {},
  publishFollowed: () => {},
};
