import type { Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';

/** A deal that was just signed, or undone. */
export interface SettledDeal {
  dealId: number;
  store: Store;
  customerId: number;
  actor: Actor;
}

/** What the rooms beside it hand in, to follow what becomes of a deal. */
export interface DealParts {
  /** In the transaction that signs it; what this throws undoes the signing. */
  onSigned(tx: Db<AnyTables>, deal: SettledDeal): Promise<void>;
  /** In the transaction that cancels it after it was signed, or takes the signature back. */
  onUndone(tx: Db<AnyTables>, deal: SettledDeal): Promise<void>;
  /** After COMMIT of either. */
  tellFollowed(deal: SettledDeal): void;
}

export const noParts: DealParts = {
  onSigned: async () => {},
  onUndone: async () => {},
  tellFollowed: () => {},
};
