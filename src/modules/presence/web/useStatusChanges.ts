import { useSocketEvent } from '../../../platform/web/realtime/RealtimeProvider.tsx';
import type { Person } from '../../people/contract.ts';
import { statusesChanged, userJoined, userStatusChange } from '../contract.ts';

/** Without the message and the end, those stay as they are. */
export type StatusChange = Pick<Person, 'status'> &
  Partial<Pick<Person, 'statusMessage' | 'statusUntil'>>;

/** The events with which statuses change. */
export const statusEvents = [statusesChanged, userStatusChange, userJoined];

/** Calls `handler` with the new statuses of those whose status changed, by id, while the component is mounted. */
export function useStatusChanges(
  handler: (changes: ReadonlyMap<number, StatusChange>) => void,
): void {
  useSocketEvent(statusesChanged, ({ statuses }) =>
    handler(new Map(statuses.map((one) => [one.userId, complete(one)]))),
  );
  useSocketEvent(userStatusChange, (one) => handler(new Map([[one.userId, complete(one)]])));
  useSocketEvent(userJoined, ({ userId, status }) => handler(new Map([[userId, { status }]])));
}

type Received = Pick<Person, 'status'> & {
  statusMessage?: string | null | undefined;
  statusUntil?: string | null | undefined;
};

const complete = ({ status, statusMessage = null, statusUntil = null }: Received) => ({
  status,
  statusMessage,
  statusUntil,
});
