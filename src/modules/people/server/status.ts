import type { Platform } from '../../../platform/server/platform.ts';
import type { ShownStatus } from '../contract.ts';
import type { PersonRow } from './tables.ts';

/** Knows who is here; whoever keeps the connections hands it in. */
export interface PresenceSource {
  /** Those of these people who have a live connection, on any instance, or had one moments ago. */
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

/** What the person chose, as they see it themselves; once its end has passed, online again. */
export function chosenState(row: StatusFields): ShownState {
  const until = row.status_until;
  if (until && until.getTime() <= Date.now()) return { ...offline, status: 'online' };
  return {
    status: row.status,
    statusMessage: row.status_message,
    statusUntil: until?.toISOString() ?? null,
  };
}

/** How it really is, for those who manage people: offline without a connection; bots always. */
export function trueState(row: StatusFields, isConnected: boolean): ShownState {
  const mayBeHere = row.is_active && !row.pending && !row.deleted_at;
  const isHere = isConnected && mayBeHere && row.protection !== 'system_bot';
  return isHere ? chosenState(row) : offline;
}

/**
 * What everybody else sees. Nobody offline shows a message: it would tell who is invisible from who
 * has gone.
 */
export function publicState(state: ShownState): ShownState {
  return state.status === 'invisible' ? offline : state;
}

const sources = new WeakMap<Platform, PresenceSource>();
const nobodyHere: PresenceSource = { connectedAmong: async () => new Set() };

export function keepPresenceSource(platform: Platform, source: PresenceSource): void {
  sources.set(platform, source);
}

/** The true states of these people, by id. */
export async function findStates(
  platform: Platform,
  rows: readonly PersonRow[],
): Promise<Map<number, ShownState>> {
  const source = sources.get(platform) ?? nobodyHere;
  const connected = await source.connectedAmong(rows.map(({ id }) => id));
  return new Map(rows.map((row) => [row.id, trueState(row, connected.has(row.id))]));
}
