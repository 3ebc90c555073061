import { clsx } from 'clsx';
import { CornerDownLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { workOf } from '../work.ts';
import type { Find } from './useFinds.ts';

interface Props {
  listId: string;
  finds: readonly Find[];
  current: number;
  onPoint: (index: number) => void;
  onFollow: (find: Find) => void;
}

export function FindList({ listId, finds, current, onPoint, onFollow }: Props) {
  const firstPerson = finds.findIndex((find) => find.kind === 'person');
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Results"
      className="scroll-area min-h-0 overflow-y-auto p-2 empty:hidden"
    >
      {finds.map((find, index) => (
        <Option
          key={find.id}
          id={`${listId}-${find.id}`}
          current={index === current}
          heading={
            index === 0 && find.kind === 'page' ? 'Pages' : index === firstPerson && 'People'
          }
          onPoint={() => onPoint(index)}
          onFollow={() => onFollow(find)}
        >
          {find.kind === 'page' ? <PageFind find={find} /> : <PersonFind find={find} />}
        </Option>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  current: boolean;
  /** Named before the first of its kind. */
  heading: string | false;
  onPoint: () => void;
  onFollow: () => void;
  children: ReactNode;
}

function Option({ id, current, heading, onPoint, onFollow, children }: OptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <>
      {heading && (
        <p role="presentation" className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
          {heading}
        </p>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard */}
      <div
        ref={row}
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={current}
        onPointerMove={onPoint}
        onClick={onFollow}
        className={clsx(
          'flex min-h-11 cursor-default items-center gap-3 rounded-md px-2 py-1 text-base text-text',
          current && 'bg-hover',
        )}
      >
        {children}
        {current && <CornerDownLeft aria-hidden="true" className="size-3.5 shrink-0 text-muted" />}
      </div>
    </>
  );
}

function PageFind({ find }: { find: Extract<Find, { kind: 'page' }> }) {
  const { icon: Icon, label } = find.page;
  return (
    <>
      <Icon aria-hidden="true" className="mx-1 size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
    </>
  );
}

function PersonFind({ find }: { find: Extract<Find, { kind: 'person' }> }) {
  const { firstName, lastName, username, status } = find.person;
  const name = `${firstName} ${lastName}`;
  return (
    <>
      <Avatar name={name} status={status} />
      <span className="min-w-0 flex-1 truncate">
        {name} <span className="text-muted">@{username}</span>
      </span>
      <span className="shrink-0 text-xs text-muted max-sm:hidden">{workOf(find.person)}</span>
    </>
  );
}
