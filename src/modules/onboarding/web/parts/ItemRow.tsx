import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleCheck, CircleDashed, Ellipsis, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { dateText } from '../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../platform/web/ui/Menu.tsx';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { decideItem, type Item, type RunItem } from '../../contract.ts';
import { ownerText } from '../state/labels.ts';
import { queries } from '../state/useOnboarding.ts';

interface Props {
  item: Item & { check?: RunItem['check'] };
  isOwnerHidden?: boolean;
  onEdit?: () => void;
  onRemove?: () => void;
}

/** Why a reason is asked for: to skip, or to finish the list while something is out. */
type Question = { state: 'done' | 'skipped'; title: string; verb: string };

/** One thing to do: marked as done by its box, skipped by its menu. */
export function ItemRow({ item, isOwnerHidden = false, onEdit, onRemove }: Props) {
  const client = useQueryClient();
  const [question, setQuestion] = useState<Question | null>(null);
  // What was chosen shows at once; a refusal takes it back.
  const [chosen, setChosen] = useState<Item['state'] | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ state, reason = null }: { state: Item['state']; reason?: string | null }) =>
      call(decideItem, {
        params: { itemId: item.id },
        body: { version: item.version, state, reason },
      }),
    onSuccess: () => setQuestion(null),
    onError: (error, { state }) => {
      if (error instanceof ApiError && error.code === 'confirmation_required') {
        setQuestion({ state: 'done', title: sentenceOf(error), verb: 'Finish' });
        return;
      }
      toastFailure(error, state === 'open' ? 'Couldn’t open task again' : 'Couldn’t update task');
    },
    onSettled: async () => {
      await refreshRecords(client, queries);
      setChosen(null);
    },
  });
  const isOpen = item.state === 'open';
  const { title, may } = item;
  const hasMenu = may.decide || may.edit;
  return (
    <li className="flex items-start gap-2 border-b border-border py-2.5">
      <div className="min-w-0 flex-1">
        {may.decide ? (
          <Checkbox
            label={
              <span
                className={clsx(!isOpen && 'text-muted', item.state === 'done' && 'line-through')}
              >
                {title}
              </span>
            }
            checked={(chosen ?? item.state) === 'done'}
            onCheckedChange={(checked) => {
              if (isPending) return;
              const state = checked ? 'done' : 'open';
              setChosen(state);
              mutate({ state });
            }}
          />
        ) : (
          <span className="flex min-h-6 items-start gap-2.5 text-base">
            {isOpen ? (
              <CircleDashed aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
            ) : (
              <CircleCheck
                aria-hidden="true"
                className="mt-0.5 size-4 shrink-0 text-success-text"
              />
            )}
            <span className={isOpen ? 'text-text' : 'text-muted'}>{title}</span>
          </span>
        )}
        <div className="flex flex-col gap-1 pl-[26px]">
          {item.note && <p className="text-sm wrap-anywhere text-muted">{item.note}</p>}
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
            {!isOwnerHidden && <span>{ownerText(item)}</span>}
            <State item={item} />
          </p>
          {isOpen && item.check && <Check check={item.check} />}
        </div>
      </div>
      {hasMenu && (
        <Menu>
          <MenuTrigger asChild>
            <IconButton label={`More for ${title}`} icon={Ellipsis} size="sm" />
          </MenuTrigger>
          <MenuContent align="end">
            {may.decide && isOpen && (
              <MenuItem
                onSelect={() =>
                  setQuestion({ state: 'skipped', title: `Skip “${title}”`, verb: 'Skip' })
                }
              >
                Skip…
              </MenuItem>
            )}
            {may.decide && !isOpen && (
              <MenuItem onSelect={() => mutate({ state: 'open' })}>Open again</MenuItem>
            )}
            {may.edit && onEdit && <MenuItem onSelect={onEdit}>Edit…</MenuItem>}
            {may.edit && onRemove && (
              <MenuItem danger onSelect={onRemove}>
                Remove
              </MenuItem>
            )}
          </MenuContent>
        </Menu>
      )}
      {question && (
        <ReasonDialog
          title={question.title}
          verb={question.verb}
          maxLength={500}
          pending={isPending}
          onClose={() => setQuestion(null)}
          onSubmit={(reason) => mutate({ state: question.state, reason })}
        />
      )}
    </li>
  );
}

function State({ item: { state, decided, dueOn, isOverdue } }: { item: Item }) {
  if (state === 'open') {
    return isOverdue ? (
      <Badge tone="warning" icon={TriangleAlert}>
        {`Overdue since ${calendarDay(dueOn)}`}
      </Badge>
    ) : (
      <span>{`Due ${calendarDay(dueOn)}`}</span>
    );
  }
  const by = decided?.by ? `, ${decided.by}` : '';
  const on = decided ? ` ${dateText(decided.at)}` : '';
  return (
    <span className="wrap-anywhere">
      {`${state === 'done' ? 'Done' : 'Skipped'}${on}${by}${decided?.reason ? `: ${decided.reason}` : ''}`}
    </span>
  );
}

function Check({ check: { isMet, text } }: { check: NonNullable<RunItem['check']> }) {
  const Icon = isMet ? CircleCheck : CircleDashed;
  return (
    <p className="flex items-start gap-1.5 text-xs text-text">
      <Icon
        aria-hidden="true"
        className={clsx(
          'mt-px size-3.5 shrink-0',
          isMet ? 'text-success-text' : 'text-warning-text',
        )}
      />
      {text}
    </p>
  );
}
