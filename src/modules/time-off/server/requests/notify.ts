import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { notify, type Unpublished, withdraw } from '../../../notifications/server/public.ts';
import type { State } from '../../contract/requests.ts';
import { findToday } from '../policy.ts';
import { describeSpan } from '../spans.ts';
import { findApprovers } from './approvers.ts';

/** What is said about a request: never its reason. */
export interface Said {
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
const textOf = (said: Said) => `${said.kindName}, ${describeSpan(said)}`;
const nameOf = ({ firstName, lastName }: By) => `${firstName} ${lastName}`;

/** Asks those who decide; what needs no approval, they are only notified of. */
export async function notifyApprovers(
  tx: Db<AnyTables>,
  said: Said,
  by: By,
  isApproved: boolean,
): Promise<Unpublished> {
  const approvers = await findApprovers(tx, [said.userId], await findToday(tx));
  return notify(tx, {
    userIds: (approvers.get(said.userId) ?? [])
      .map(({ id }) => id)
      .filter((id) => id !== by.userId),
    title: isApproved ? `${said.userName} takes time off` : `${said.userName} requests time off`,
    message: textOf(said),
    type: 'info',
    actionUrl: isApproved ? `${ownPath}?view=calendar` : approvalsPath,
    actionLabel: isApproved ? 'View calendar' : 'Review',
    key: keyOf(said.id),
    deliver,
  });
}

const titles: Partial<Record<State, string>> = {
  approved: 'Your time off was approved',
  declined: 'Your time off was declined',
  canceled: 'Your time off was canceled',
};

/** Tells the person what became of a request, unless they did it themselves; the question is withdrawn. */
export async function notifyPerson(
  tx: Db<AnyTables>,
  said: Said,
  by: By,
  { state, reason }: { state: State; reason: string },
): Promise<Unpublished[]> {
  const withdrawn = await withdraw(tx, { keys: [keyOf(said.id)] });
  const title = titles[state];
  if (by.userId === said.userId || !title) return [withdrawn];
  const sent = await notify(tx, {
    userIds: [said.userId],
    title,
    message: [textOf(said), reason || `By ${nameOf(by)}`].join('. '),
    type: state === 'approved' ? 'success' : 'warning',
    actionUrl: ownPath,
    actionLabel: 'View time off',
    key: `${keyOf(said.id)}:${state}`,
    deliver,
  });
  return [withdrawn, sent];
}

/** Tells those who decide that approved time off was canceled by the person. */
export async function notifyCanceled(tx: Db<AnyTables>, said: Said, by: By): Promise<Unpublished> {
  const approvers = await findApprovers(tx, [said.userId], await findToday(tx));
  return notify(tx, {
    userIds: (approvers.get(said.userId) ?? [])
      .map(({ id }) => id)
      .filter((id) => id !== by.userId),
    title: `${said.userName} canceled time off`,
    message: textOf(said),
    type: 'info',
    actionUrl: `${ownPath}?view=calendar`,
    actionLabel: 'View calendar',
    key: `${keyOf(said.id)}:canceled`,
    deliver,
  });
}
