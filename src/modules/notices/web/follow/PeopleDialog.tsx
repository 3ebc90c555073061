import { Check } from 'lucide-react';
import { departmentNames } from '../../../../platform/contract/names.ts';
import { useNow } from '../../../../platform/web/time/useNow.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { NoticePart, NoticePerson, NoticeState } from '../../contract.ts';
import { storeList } from '../state/labels.ts';
import { formatTime } from '../state/times.ts';
import { FollowActions } from './FollowActions.tsx';
import { useNoticePeople } from './useFollowing.ts';

interface Props {
  notice: NoticePart;
  state: NoticeState;
  /** The message can be changed: neither deleted nor in an archived channel. */
  open: boolean;
  onClose: () => void;
}

const isOutstanding = ({ confirmedAt, standing }: NoticePerson) =>
  confirmedAt === null && standing === 'here';

/** Who has confirmed and who hasn't, live. */
export default function PeopleDialog({ notice, state, open, onClose }: Props) {
  const people = useNoticePeople(notice.noticeId);
  const waiting = people.data?.filter(isOutstanding) ?? [];
  const others = people.data?.filter((one) => !isOutstanding(one)) ?? [];
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      size="lg"
      title={notice.title}
      description={people.data ? summary(waiting.length, people.data) : 'Confirmations'}
      footer={
        <FollowActions
          notice={notice}
          state={state}
          canAct={open && notice.closedAt === null}
          waiting={waiting.length}
        />
      }
    >
      {people.isPending && <Skeletons />}
      {people.isError && (
        <NotLoaded what="the list" error={people.error} onRetry={people.refetch} />
      )}
      <PeopleList name="Not confirmed" people={waiting} />
      <PeopleList name={waiting.length > 0 ? 'Others' : 'Everyone'} people={others} />
    </Dialog>
  );
}

function summary(waiting: number, people: readonly NoticePerson[]): string {
  const confirmed = people.filter(({ confirmedAt }) => confirmedAt !== null).length;
  return waiting === 0
    ? `${confirmed} confirmed, none outstanding.`
    : `${confirmed} confirmed, ${waiting} outstanding.`;
}

function PeopleList({ name, people }: { name: string; people: readonly NoticePerson[] }) {
  const now = useNow();
  if (people.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll a long list
    <section aria-label={name} tabIndex={0} className="mb-4">
      <h3 className="pb-1 text-sm font-medium text-muted">
        {name} <span className="tabular-nums">({people.length})</span>
      </h3>
      <ul className="divide-y divide-border">
        {people.map((person) => (
          <PersonLine key={person.userId} person={person} now={now} />
        ))}
      </ul>
    </section>
  );
}

function Skeletons() {
  return (
    <div className="flex flex-col gap-3">
      {[0, 1, 2, 3].map((key) => (
        <Skeleton key={key} className="h-10 w-full" />
      ))}
    </div>
  );
}

interface PersonLineProps {
  person: NoticePerson;
  now: Date;
}

/** A recipient and whether they have confirmed. */
function PersonLine({ person, now }: PersonLineProps) {
  const { name, department, stores, status, standing } = person;
  const facts = [department && departmentNames[department], storeList(stores)].filter(Boolean);
  return (
    <li className="flex min-h-12 items-center gap-3 py-1.5">
      <Avatar name={name} status={standing === 'here' ? status : undefined} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-base font-medium text-text">{name}</span>
        <span className="block truncate text-xs text-muted">{facts.join(' · ')}</span>
      </span>
      <span className="shrink-0 text-right text-xs text-muted">
        <Standing person={person} now={now} />
      </span>
    </li>
  );
}

function Standing({ person, now }: PersonLineProps) {
  const { confirmedAt, standing, escalatedAt, remindedAt } = person;
  if (confirmedAt) {
    return (
      <span className="inline-flex items-center gap-1 text-success-text">
        <Check aria-hidden className="size-3.5" />
        Confirmed {formatTime(confirmedAt, now)}
      </span>
    );
  }
  if (standing === 'gone') return 'Account inactive';
  if (standing === 'left') return 'No longer in the conversation';
  if (escalatedAt) return `Escalated to manager ${formatTime(escalatedAt, now)}`;
  return remindedAt ? `Reminded ${formatTime(remindedAt, now)}` : 'Not confirmed';
}
