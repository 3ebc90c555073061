import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';

/** Adds to the log of what was done, in the transaction of the act; the room that keeps it hands it in. */
export type RecordAct = (
  tx: Db<AnyTables>,
  act: {
    actor: Actor;
    action: string;
    subject: { type: string; id: string; name: string };
    before?: object | null;
    after?: object | null;
    ip: string;
  },
) => Promise<void>;
