import { type Access, type Grants, permits } from '../../contract/access.ts';
import { forbidden, passwordChangeRequired, unauthenticated } from './errors.ts';

/** The signed-in person behind a request or a socket, read afresh from the database each time. */
export interface Actor extends Grants {
  userId: number;
  sessionId: string;
  username: string;
  firstName: string;
  lastName: string;
  /** How others are shown the person: with the username where somebody else has the same name. */
  shownName: string;
  department: string | null;
  storeAccess: readonly string[];
  pending: boolean;
  mustChangePassword: boolean;
  /** No administrative change was made for an hour: the next one takes the password. */
  mustConfirmPassword?: boolean;
}

/**
 * Finds the person of a session cookie; null when the session is unknown, ended or disabled, or is a demo
 * account's and the request does not come from this machine (`fromHere` false).
 */
export type Authenticate = (token: string, fromHere: boolean) => Promise<Actor | null>;

/** Throws unless the actor may use what `access` guards. */
export function assertPermitted(access: Access, actor: Actor | null): void {
  if (permits(access, actor)) return;
  if (!actor) throw unauthenticated();
  if (actor.mustChangePassword) throw passwordChangeRequired();
  throw forbidden();
}
