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

/** Everybody with role admin who can sign in; the module that knows people hands it in. */
export type ListAdministrators = (
  db: Db<AnyTables>,
) => Promise<{ email: string; firstName: string }[]>;

/** Whether an address is that of an account; the module that knows people hands it in. */
export type IsStaffAddress = (email: string) => Promise<boolean>;

/** What mail needs to know of people. */
export interface MailPeople {
  listAdministrators: ListAdministrators;
  isStaffAddress: IsStaffAddress;
}
