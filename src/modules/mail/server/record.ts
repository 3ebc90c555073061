import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';

/** Appends to the activity log, in the transaction of the action; injected by the composition root. */
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

/** Everyone with role admin who can sign in; injected by the composition root. */
export type ListAdministrators = (
  db: Db<AnyTables>,
) => Promise<{ email: string; firstName: string }[]>;

/** Whether an address belongs to an account; injected by the composition root. */
export type IsStaffAddress = (email: string) => Promise<boolean>;

/** What this module needs from people. */
export interface MailPeople {
  listAdministrators: ListAdministrators;
  isStaffAddress: IsStaffAddress;
}
