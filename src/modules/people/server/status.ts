import type { Platform } from '../../../platform/server/platform.ts';
import type { ShownStatus } from '../contract.ts';
import type { PersonRow } from './tables.ts';

/** Knows who is connected; passed in by the presence module. */
export interface PresenceSource {
  /** Those of these people with a live connection on any instance, or within the grace period. */
  connectedAmong(ids: readonly number[]): Promise<ReadonlySet<number>>;
}

export interface ShownState {
  status: ShownStatus;
  statusMessage: string | null;
  statusUntil: string | null;
}

type StatusFields = Pick<
  PersonRow,
  | 'status'
  | 'status_message'
  | 'status_until'
  | 'is_active'
  | 'pending'
  | 'deleted_at'
  | 'protection'
>;

const offline: ShownState = { status: 'offline', statusMessage: null, statusUntil: null };

/** The chosen status, as the person sees it; online again once it has expired. */
export function chosenState(row: StatusFields): ShownState {
  const until = row.status_until;
  if (until && until.getTime() <= Date.now()) return { ...offline, status: 'online' };
  return {
    status: row.status,
    statusMessage: row.status_message,
    statusUntil: until?.toISOString() ?? null,
  };
}

/** The true status, for people with user management: offline without a connection; bots always. */
export function trueState(row: StatusFields, isConnected: boolean): ShownState {
  const mayConnect = row.is_active && !row.pending && !row.deleted_at;
  const isOnline = isConnected && mayConnect && row.protection !== 'system_bot';
  return isOnline ? chosenState(row) : offline;
}

/** What everyone else sees. Offline people never show a message: it would reveal who is invisible. */
export function publicState(state: ShownState): ShownState {
  return state.status === 'invisible' ? offline : state;
}

const sources = new WeakMap<Platform, PresenceSource>();
const noPresence: PresenceSource = { connectedAmong: async () => new Set() };

export function keepPresenceSource(platform: Platform, source: PresenceSource): void {
  sources.set(platform, source);
}

/** The true states of these people, by id. */
export async function findStates(
  platform: Platform,
  rows: readonly PersonRow[],
): Promise<Map<number, ShownState>> {
  const source = sources.get(platform) ?? noPresence;
  const connected = await source.connectedAmong(rows.map(({ id }) => id));
  return new Map(rows.map((row) => [row.id, trueState(row, connected.has(row.id))]));
}
