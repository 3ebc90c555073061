import { invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Kind, RequestPart } from '../../contract.ts';
import type { RequestDb } from '../tables.ts';
import { findName } from './store.ts';

export interface RequestInput {
  kind: Kind;
  ownerId: number | null;
  dueAt: string | null;
}

export interface Owner {
  id: number;
  name: string;
}

const yearMs = 366 * 24 * 60 * 60 * 1_000;

export const nameOf = ({ shownName }: Actor) => shownName;

/** The assignee; null: unassigned. Throws 400 if they do not exist. */
export async function findOwner(db: RequestDb, ownerId: number | null): Promise<Owner | null> {
  if (ownerId === null) return null;
  const name = await findName(db, ownerId);
  const problem = 'Choose someone with an account.';
  if (name === null) throw invalid(problem, { ownerId: problem });
  return { id: ownerId, name };
}

/** In UTC with milliseconds, as it is stored. */
export const timeOf = (dueAt: string | null) => dueAt && new Date(dueAt).toISOString();

/** Throws 400 unless the time is in the future, within a year. */
export function assertAhead(dueAt: string | null): void {
  if (dueAt === null) return;
  const ahead = Date.parse(dueAt) - Date.now();
  const problem = `Choose a time ${ahead <= 0 ? 'in the future' : 'within a year'}.`;
  if (!(ahead > 0 && ahead <= yearMs)) throw invalid(problem, { dueAt: problem });
}

export function newRequest(
  actor: Actor,
  { kind, dueAt }: Pick<RequestInput, 'kind' | 'dueAt'>,
  owner: Owner | null,
): RequestPart {
  return {
    kind,
    dueAt,
    askedAt: new Date().toISOString(),
    askedBy: actor.userId,
    askedByName: nameOf(actor),
    ...ownedBy(owner),
    closedAt: null,
    closedBy: null,
    closedByName: null,
  };
}

/** The fields of an assigned request, or of an unassigned one. */
export const ownedBy = (owner: Owner | null) => ({
  status: owner ? ('claimed' as const) : ('open' as const),
  ownerId: owner?.id ?? null,
  ownerName: owner?.name ?? null,
  claimedAt: null,
});
