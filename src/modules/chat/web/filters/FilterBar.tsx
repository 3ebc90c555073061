import { ListFilter, X } from 'lucide-react';
import { useMemo } from 'react';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { CountBadge } from '../../../../platform/web/ui/CountBadge.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { Person } from '../../../people/contract.ts';
import { fullName } from '../state/conversations/conversation.ts';
import { useEveryone } from '../state/people/usePeople.ts';
import {
  type FilterName,
  type Filters,
  firstDay,
  lastDay,
  noFilters,
  rangeOf,
  useFilters,
} from './filters.ts';

const flags = [
  { name: 'hasAttachments', label: 'With attachments' },
  { name: 'unreadOnly', label: 'Unread' },
  { name: 'starredOnly', label: 'Starred' },
  { name: 'mentionsMe', label: 'Mentions me' },
] as const;

const types = [
  { value: 'text', label: 'Messages' },
  { value: 'poll', label: 'Polls' },
  { value: 'card', label: 'Cards' },
  { value: 'system', label: 'System messages' },
];

/** Opens the filters; shows how many are set. */
export function FilterButton({ channelId }: { channelId: string }) {
  const { open, active, setOpen } = useFilters(channelId);
  const label = active.length > 0 ? `Filters, ${plural(active.length, 'filter')} set` : 'Filters';
  return (
    <span className="relative">
      <IconButton
        label={label}
        icon={ListFilter}
        aria-expanded={open}
        className={open || active.length > 0 ? 'bg-accent-surface text-accent-strong!' : ''}
        onClick={() => setOpen(!open)}
      />
      <span aria-hidden className="pointer-events-none absolute -top-1 -right-1">
        <CountBadge count={active.length} />
      </span>
    </span>
  );
}

/** The filters below the conversation header. */
export function FilterBar({ channelId }: { channelId: string }) {
  const { open, active } = useFilters(channelId);
  return open || active.length > 0 ? <Bar channelId={channelId} /> : null;
}

function Bar({ channelId }: { channelId: string }) {
  const { open, filters, active, set, clear } = useFilters(channelId);
  const { everyone } = useEveryone();
  return (
    <section
      aria-label="Filters"
      className="@container flex shrink-0 flex-col gap-3 border-b border-border bg-sunken px-4 py-3"
    >
      {open && <Controls filters={filters} everyone={everyone} onChange={set} />}
      {active.length > 0 && (
        <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2">
          {active.map((name) => (
            <li key={name}>
              <Chip
                label={chipOf(name, filters, everyone)}
                onRemove={() => set({ [name]: noFilters[name] })}
              />
            </li>
          ))}
          <li>
            <Button size="sm" variant="ghost" onClick={clear}>
              Clear filters
            </Button>
          </li>
        </ul>
      )}
    </section>
  );
}

interface ControlsProps {
  filters: Filters;
  everyone: readonly Person[];
  onChange: (part: Partial<Filters>) => void;
}

function Controls({ filters, everyone, onChange }: ControlsProps) {
  const { from, to } = filters.dateRange ?? { from: '', to: '' };
  const complete = rangeOf(filters);
  const setRange = (range: { from: string; to: string }) =>
    onChange({ dateRange: range.from || range.to ? range : null });
  const people = useMemo(
    () => everyone.map((person) => ({ value: String(person.id), label: fullName(person) })),
    [everyone],
  );
  return (
    <>
      <div className="grid grid-cols-2 gap-3 @min-[620px]:grid-cols-4">
        <TextField
          label="Start date"
          type="date"
          min={firstDay}
          max={complete?.to || lastDay}
          value={from}
          onChange={(event) => setRange({ from: event.target.value, to })}
        />
        <TextField
          label="End date"
          type="date"
          min={complete?.from || firstDay}
          max={lastDay}
          value={to}
          onChange={(event) => setRange({ from, to: event.target.value })}
        />
        <SelectField
          label="From"
          placeholder="Anyone"
          options={people}
          value={String(filters.fromUser ?? '')}
          onChange={({ target }) =>
            onChange({ fromUser: target.value ? Number(target.value) : null })
          }
        />
        <SelectField
          label="Type"
          placeholder="Any type"
          options={types}
          value={filters.messageType ?? ''}
          onChange={({ target }) =>
            onChange({ messageType: (target.value || null) as Filters['messageType'] })
          }
        />
      </div>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {flags.map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label}
            checked={filters[name]}
            onCheckedChange={(checked) => onChange({ [name]: checked })}
          />
        ))}
      </div>
    </>
  );
}

function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={`Remove filter: ${label}`}
      className="inline-flex h-7 cursor-default items-center gap-1.5 rounded-full bg-accent-surface pr-2 pl-3 text-sm text-accent-strong hover:bg-fill touch:h-10"
    >
      {label}
      <X aria-hidden className="size-3.5" />
    </button>
  );
}

function chipOf(name: FilterName, filters: Filters, everyone: readonly Person[]): string {
  const { fromUser, messageType } = filters;
  const range = rangeOf(filters);
  if (name === 'dateRange' && range) {
    const { from, to } = range;
    if (!to) return `Since ${calendarDay(from)}`;
    return from ? `${calendarDay(from)} – ${calendarDay(to)}` : `Until ${calendarDay(to)}`;
  }
  if (name === 'fromUser') {
    const person = everyone.find(({ id }) => id === fromUser);
    return `From ${person ? fullName(person) : '…'}`;
  }
  const named = [...flags].find((flag) => flag.name === name);
  return named?.label ?? types.find(({ value }) => value === messageType)?.label ?? name;
}
