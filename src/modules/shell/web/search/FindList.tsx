import { clsx } from 'clsx';
import { CornerDownLeft, type LucideIcon, MessageSquareText } from 'lucide-react';
import { Fragment } from 'react';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { CountBadge } from '../../../../platform/web/ui/CountBadge.tsx';
import { FoundOption } from '../../../../platform/web/ui/FoundOption.tsx';
import { Marked } from '../../../../platform/web/ui/Marked.tsx';
import { channelIcon } from '../../../chat/web/public.ts';
import type { FoundMessage } from '../../../chat-search/web/public.ts';
import type { Person } from '../../../people/contract.ts';
import { workOf } from '../work.ts';
import type { Conversation } from './conversations.ts';
import type { Find } from './finds.ts';
import type { RecordFind } from './useRecordFinds.ts';

interface Props {
  listId: string;
  finds: readonly Find[];
  current: number;
  onPoint: (index: number) => void;
  onFollow: (find: Find) => void;
}

const headings: Record<Exclude<Find['kind'], 'record'>, string> = {
  page: 'Pages',
  conversation: 'Conversations',
  action: 'Actions',
  person: 'People',
  message: 'Messages',
};

const headingOf = (find: Find) =>
  find.kind === 'record' ? find.source.heading : headings[find.kind];

export function FindList({ listId, finds, current, onPoint, onFollow }: Props) {
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Results"
      className="scroll-area min-h-0 overflow-y-auto p-2 empty:hidden"
    >
      {finds.map((find, index) => (
        <Fragment key={find.id}>
          <HeadingBefore find={find} before={finds[index - 1]} />
          <FoundOption
            id={`${listId}-${find.id}`}
            current={index === current}
            onPoint={() => onPoint(index)}
            onChoose={() => onFollow(find)}
            className="min-h-11 items-center px-2 py-1"
          >
            {find.kind === 'page' && <PlainFind {...find.page} />}
            {find.kind === 'action' && <PlainFind {...find.action} />}
            {find.kind === 'conversation' && <ConversationFind {...find.conversation} />}
            {find.kind === 'person' && <PersonFind person={find.person} />}
            {find.kind === 'record' && <RecordItem {...find} />}
            {find.kind === 'message' && <MessageFind found={find.found} />}
            {index === current && (
              <CornerDownLeft aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
            )}
          </FoundOption>
        </Fragment>
      ))}
    </div>
  );
}

function HeadingBefore({ find, before }: { find: Find; before: Find | undefined }) {
  const text = headingOf(find);
  if (before && headingOf(before) === text) return null;
  return (
    <p role="presentation" className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
      {text}
    </p>
  );
}

function PlainFind({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <>
      <Icon aria-hidden="true" className="mx-1 size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
    </>
  );
}

function ConversationFind({ channel, name, unread, loud }: Conversation) {
  const Icon = channelIcon(channel);
  return (
    <>
      {channel.type === 'direct' ? (
        <Avatar name={name} size="sm" />
      ) : (
        <Icon aria-hidden="true" className="mx-1 size-4 shrink-0 text-muted" />
      )}
      <span className={clsx('min-w-0 flex-1 truncate', unread > 0 && 'font-semibold')}>{name}</span>
      {!channel.joined && <span className="shrink-0 text-xs text-muted">Not joined</span>}
      <CountBadge count={unread} label="unread" tone={loud ? 'loud' : 'quiet'} />
    </>
  );
}

function RecordItem({ source: { icon: Icon }, item }: RecordFind) {
  return (
    <>
      <Icon aria-hidden="true" className="mx-1 size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">{item.title}</span>
      <span className="shrink-0 text-xs text-muted max-sm:hidden">{item.detail}</span>
    </>
  );
}

function PersonFind({ person }: { person: Person }) {
  const { shownName: name, username, status } = person;
  return (
    <>
      <Avatar name={name} status={status} />
      <span className="min-w-0 flex-1 truncate">
        {name} <span className="text-muted">@{username}</span>
      </span>
      <span className="shrink-0 text-xs text-muted max-sm:hidden">{workOf(person)}</span>
    </>
  );
}

function MessageFind({ found: { message, excerpt, file } }: { found: FoundMessage }) {
  return (
    <>
      <MessageSquareText aria-hidden="true" className="mx-1 size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">
        <span className="text-muted">{message.senderName}: </span>
        <Marked parts={file?.name ?? excerpt} />
      </span>
    </>
  );
}
