export type Status = 'open' | 'claimed' | 'done' | 'cancelled';

/** What deciding needs to know of a request. */
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
  /** Give it to somebody. */
  handOver: boolean;
  /** What is asked for, and by when. */
  change: boolean;
  cancel: boolean;
  reopen: boolean;
}

export const isActive = ({ status }: Pick<RequestFacts, 'status'>): boolean =>
  status === 'open' || status === 'claimed';

/**
 * What a reader of the channel may do with a request there, in the browser as on the server: the message
 * is the same for everybody, so each reader's rights follow from it.
 */
export function rightsOn(request: RequestFacts, me: number, canModerate: boolean): RequestRights {
  const active = isActive(request);
  const owns = request.ownerId === me;
  const runs = request.askedBy === me || canModerate;
  return {
    claim: request.status === 'open',
    finish: active && (owns || runs),
    release: request.status === 'claimed' && (owns || canModerate),
    handOver: active && (owns || runs),
    change: active && runs,
    cancel: active && runs,
    reopen: !active && (owns || runs || request.closedBy === me),
  };
}
