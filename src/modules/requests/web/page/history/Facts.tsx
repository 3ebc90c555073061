import { weekdayTime } from '../../../../../platform/web/time/moments.ts';
import type { ListedRequest } from '../../../contract.ts';
import { kindNames } from '../../../contract.ts';
import { span } from '../../live/times.ts';

interface Props {
  request: Omit<ListedRequest, 'channelId' | 'messageId'>;
  /** What its conversation is called. */
  place: string;
}

/** What a request is, and how long it took. */
export function Facts({ request, place }: Props) {
  const { askedAt, claimedAt, closedAt, dueAt, status } = request;
  const since = (at: string) => span(Math.max(Date.parse(at) - Date.parse(askedAt), 0));
  const facts = [
    ['What', kindNames[request.kind]],
    ['Conversation', place],
    ['Said by', request.senderName],
    ['Asked by', request.askedByName],
    ['Asked', weekdayTime(askedAt)],
    ['Owner', request.ownerName ?? 'Nobody'],
    ['Due', dueAt === null ? 'No time' : weekdayTime(dueAt)],
    ['Claimed in', claimedAt && since(claimedAt)],
    [status === 'cancelled' ? 'Cancelled' : 'Done', closedAt && weekdayTime(closedAt)],
    ['Took', status === 'done' && closedAt && since(closedAt)],
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
