import { weekdayTime } from '../../../../../platform/web/time/moments.ts';
import type { ListedRequest } from '../../../contract.ts';
import { kindNames } from '../../../contract.ts';
import { span } from '../../state/times.ts';

interface Props {
  request: Omit<ListedRequest, 'channelId' | 'messageId'>;
  /** The name of its conversation. */
  conversation: string;
}

/** The details of a request. */
export function Facts({ request, conversation }: Props) {
  const { askedAt, claimedAt, closedAt, dueAt, status } = request;
  const since = (at: string) => span(Math.max(Date.parse(at) - Date.parse(askedAt), 0));
  const facts = [
    ['Type', kindNames[request.kind]],
    ['Conversation', conversation],
    ['Message by', request.senderName],
    ['Requested by', request.askedByName],
    ['Requested', weekdayTime(askedAt)],
    ['Assigned to', request.ownerName ?? 'Unassigned'],
    ['Due', dueAt === null ? 'No due time' : weekdayTime(dueAt)],
    ['Claimed in', claimedAt && since(claimedAt)],
    [status === 'cancelled' ? 'Canceled' : 'Done', closedAt && weekdayTime(closedAt)],
    ['Duration', status === 'done' && closedAt && since(closedAt)],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-base">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="contents">
              <dt className="text-sm/5 text-muted">{name}</dt>
              <dd className="wrap-anywhere text-text tabular-nums">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
