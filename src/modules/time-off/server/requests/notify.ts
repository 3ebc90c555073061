import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { notify, type Unpublished, withdraw } from '../../../notifications/server/public.ts';
import type { State } from '../../contract/requests.ts';
import { findToday } from '../policy.ts';
import { describeSpan } from '../spans.ts';
import { findApprovers } from './approvers.ts';

/** What notifications say about a request: never its reason. */
export interface RequestSummary {
  id: number;
  userId: number;
  userName: string;
  kindName: string;
  startsOn: string;
  endsOn: string;
  portion: 'full' | 'morning' | 'afternoon' | 'hours';
  fromMinute: number;
  toMinute: number;
}

interface By {
  userId: number;
  firstName: string;
  lastName: string;
}

const deliver = { push: true, digest: true };
const ownPath = '/people/time-off';
const approvalsPath = '/people/time-off?view=approvals';
const keyOf = (id: number) => `time-off:${id}`;
const textOf = (request: RequestSummary) => `${request.kindName}, ${describeSpan(request)}`;
const nameOf = ({ firstName, lastName }: By) => `${firstName} ${lastName}`;

/** Asks those who decide. If no approval is needed, they are only notified. */
export async function notifyApprovers(
  tx: Db<AnyTables>,
  request: RequestSummary,
  by: By,
  isApproved: boolean,
): Promise<Unpublished> {
  const approvers = await findApprovers(tx, [request.userId], await findToday(tx));
  return notify(tx, {
    userIds: (approvers.get(request.userId) ?? [])
      .map(({ id }) => id)
      .filter((id) => id !== by.userId),
    title: isApproved
      ? `${request.userName} takes time off`
      : `${request.userName} requests time off`,
    message: textOf(request),
    type: 'info',
    actionUrl: isApproved ? `${ownPath}?view=calendar` : approvalsPath,
    actionLabel: isApproved ? 'View calendar' : 'Review',
    key: keyOf(request.id),
    deliver,
  });
}

const titles: Partial<Record<State, string>> = {
  approved: 'Your time off was approved',
  declined: 'Your time off was declined',
  canceled: 'Your time off was canceled',
};

/** Notifies the person of the outcome, unless they did it themselves. Those who were asked are no longer. */
export async function notifyPerson(
  tx: Db<AnyTables>,
  request: RequestSummary,
  by: By,
  { state, reason }: { state: State; reason: string },
): Promise<Unpublished[]> {
  const withdrawn = await withdraw(tx, { keys: [keyOf(request.id)] });
  const title = titles[state];
  if (by.userId === request.userId || !title) return [withdrawn];
  const sent = await notify(tx, {
    userIds: [request.userId],
    title,
    message: [textOf(request), reason || `By ${nameOf(by)}`].join('. '),
    type: state === 'approved' ? 'success' : 'warning',
    actionUrl: ownPath,
    actionLabel: 'View time off',
    key: `${keyOf(request.id)}:${state}`,
    deliver,
  });
  return [withdrawn, sent];
}

/** Notifies those who decide that the person canceled approved time off. */
export async function notifyCanceled(
  tx: Db<AnyTables>,
  request: RequestSummary,
  by: By,
): Promise<Unpublished> {
  const approvers = await findApprovers(tx, [request.userId], await findToday(tx));
  return notify(tx, {
    userIds: (approvers.get(request.userId) ?? [])
      .map(({ id }) => id)
      .filter((id) => id !== by.userId),
    title: `${request.userName} canceled time off`,
    message: textOf(request),
    type: 'info',
    actionUrl: `${ownPath}?view=calendar`,
    actionLabel: 'View calendar',
    key: `${keyOf(request.id)}:canceled`,
    deliver,
  });
}
