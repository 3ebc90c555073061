import { useState } from 'react';
import { Link } from 'wouter';
import { storeNames } from '../../../../platform/contract/names.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { SelectField, type SelectOption } from '../../../../platform/web/ui/SelectField.tsx';
import type { HandoverOutcome } from '../../contract.ts';
import { type Choice, type HandoverSource, stays } from './plan.ts';

interface Props {
  source: HandoverSource;
  options: readonly SelectOption[];
  defaultId: string;
  choice: Choice;
  problems: HandoverOutcome['problems'];
  onChange: (choice: Choice) => void;
}

const shownAtFirst = 5;

/** The things of one kind, with who takes them. */
export function Source({ source, options, defaultId, choice, problems, onChange }: Props) {
  const { title, act, items } = source;
  const [isOpen, setOpen] = useState(false);
  // What could not be moved comes first, with the reason.
  const problemOf = (id: string) => problems.find((problem) => problem.id === id)?.message;
  const sorted = items.toSorted((a, b) => Number(!problemOf(a.id)) - Number(!problemOf(b.id)));
  const shown = isOpen ? sorted : sorted.slice(0, shownAtFirst);
  const people = options.slice(1);
  const defaultName = people.find(({ value }) => value === defaultId)?.label;
  return (
    <RecordSection label={title} aside={items.length}>
      {act !== 'move' ? (
        <SelectField
          label={`What happens to ${title.toLowerCase()}`}
          className="w-full sm:w-80"
          options={[
            { value: '', label: act === 'end' ? 'End them' : 'Cancel them' },
            { value: stays, label: 'Leave them' },
          ]}
          value={choice.all ?? ''}
          onChange={(event) => onChange({ ...choice, all: event.target.value })}
        />
      ) : (
        <SelectField
          label={`Successor for ${title.toLowerCase()}`}
          className="w-full sm:w-80"
          options={[
            { value: '', label: defaultName ? `Default: ${defaultName}` : 'No successor yet' },
            { value: stays, label: 'Leave them for now' },
            ...people,
          ]}
          value={choice.all ?? ''}
          onChange={(event) => onChange({ ...choice, all: event.target.value })}
        />
      )}
      <ul className="mt-2 flex flex-col">
        {shown.map((item) => {
          const problem = problemOf(item.id);
          return (
            <li
              key={item.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-border py-2 text-sm"
            >
              <span className="min-w-0 flex-1 basis-56">
                <span className="block truncate text-text">
                  {item.href ? <Link href={item.href}>{item.title}</Link> : item.title}
                </span>
                <span className="block text-xs text-muted">
                  {[item.detail, item.store && storeNames[item.store]]
                    .filter((part) => part)
                    .join(' · ')}
                </span>
                {problem && <span className="block text-xs text-danger-text">{problem}</span>}
              </span>
              {act === 'move' && (
                <SelectField
                  label={`Successor for ${item.title}`}
                  labelHidden
                  className="w-full sm:w-60"
                  options={[
                    { value: '', label: 'Same as above' },
                    { value: stays, label: 'Leave for now' },
                    ...people,
                  ]}
                  value={choice.single?.[item.id] ?? ''}
                  onChange={(event) =>
                    onChange({
                      ...choice,
                      single: { ...choice.single, [item.id]: event.target.value },
                    })
                  }
                />
              )}
            </li>
          );
        })}
      </ul>
      {items.length > shownAtFirst && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-1"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : `Show all ${items.length}`}
        </Button>
      )}
    </RecordSection>
  );
}
