export type Status = 'open' | 'claimed' | 'done' | 'cancelled';

/** The fields that rights depend on. */
export interface RequestFacts {
  status: Status;
  askedBy: number;
  ownerId: number | null;
  closedBy: number | null;
}

export interface RequestRights {
  claim: boolean;
  finish: boolean;
  release: boolean;
  /** Assign it to someone. */
  assign: boolean;
  /** Change type and due time. */
  change: boolean;
  cancel: boolean;
  reopen: boolean;
}

export const isActive = ({ status }: Pick<RequestFacts, 'status'>): boolean =>
  status === 'open' || status === 'claimed';

/**
 * What a reader of the channel may do with a request there. Used by browser and server: the message is the
 * same for everyone, so each client derives its reader's rights from it.
 */
export function rightsOn(
  request: RequestFacts,
  userId: number,
  canModerate: boolean,
): RequestRights {
  const active = isActive(request);
  const isOwner = request.ownerId === userId;
  const isInCharge = request.askedBy === userId || canModerate;
  return {
    claim: request.status === 'open',
    finish: active && (isOwner || isInCharge),
    release: request.status === 'claimed' && (isOwner || canModerate),
    assign: active && (isOwner || isInCharge),
    change: active && isInCharge,
    cancel: active && isInCharge,
    reopen: !active && (isOwner || isInCharge || request.closedBy === userId),
  };
}
