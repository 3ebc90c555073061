import { type Access, type Grants, permits } from '../../contract/access.ts';
import { forbidden, passwordChangeRequired, unauthenticated } from '../errors.ts';

/** The signed-in user behind a request or a socket, as the database has them. */
export interface Actor extends Grants {
  userId: number;
  sessionId: string;
  username: string;
  firstName: string;
  lastName: string;
  /** The display name: with the username if someone else has the same name. */
  shownName: string;
  department: string | null;
  storeAccess: readonly string[];
  pending: boolean;
  mustChangePassword: boolean;
  /** No administrative change was made for an hour: the next one requires the password. */
  mustConfirmPassword?: boolean;
}

/** Who makes a request, and from which address. */
export interface RequestContext {
  actor: Actor;
  ip: string;
}

/**
 * Finds the user of a session cookie; null if the session is unknown, ended or disabled, or belongs to a demo
 * account and the request does not come from this machine (`fromHere` false).
 */
export type Authenticate = (token: string, fromHere: boolean) => Promise<Actor | null>;

/** Throws unless the actor may use what `access` guards. */
export function assertPermitted(access: Access, actor: Actor | null): void {
  if (permits(access, actor)) return;
  if (!actor) throw unauthenticated();
  if (actor.mustChangePassword) throw passwordChangeRequired();
  throw forbidden();
}
