import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { calendarDay, weekdayDay } from '../../../../platform/contract/calendar.ts';
import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import {
  type Blackout,
  getSettings,
  type Holiday,
  type Rule,
  removeBlackout,
  removeHoliday,
  removeRule,
  type Settings,
} from '../../contract/rules.ts';
import type { getChoices, Kind } from '../../contract.ts';
import { KindMark } from '../parts/KindMark.tsx';
import { daysOf } from '../state/labels.ts';
import { useRefresh } from '../state/useTimeOff.ts';
import { describeRule } from './describeRule.ts';

const dialog = { place: 'dialog' } as const;
const KindDialog = lazyPart(() => import('./KindDialog.tsx'), dialog);
const RuleDialog = lazyPart(() => import('./RuleDialog.tsx'), dialog);
const HolidayDialog = lazyPart(() => import('./HolidayDialog.tsx'), dialog);
const BlackoutDialog = lazyPart(() => import('./BlackoutDialog.tsx'), dialog);

type Choices = ReplyOf<typeof getChoices>;
type Open =
  | { kind: Kind | null }
  | { rule: Rule | null; kindId: number }
  | { what: 'holiday' | 'blackout' }
  | null;

/** Kinds, how they accrue, holidays and blackout days. */
export default function SettingsView({ choices }: { choices: Choices }) {
  const { data, error, refetch } = useQuery(queryOptionsFor(getSettings));
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  if (error && !data) return <NotLoaded what="settings" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-96" />;
  const { may, stores } = choices;
  const scope = { stores, seesGroup: may.changeGroup };
  return (
    <div className="@container grid max-w-6xl gap-8 @5xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex flex-col gap-8">
        <KindList
          settings={data}
          may={may}
          onKind={(kind) => setOpen({ kind })}
          onRule={(rule, kindId) => setOpen({ rule, kindId })}
        />
      </div>
      <div className="flex flex-col gap-8">
        <Days
          label="Holidays"
          add={
            may.change && (
              <AddButton onClick={() => setOpen({ what: 'holiday' })}>Add holiday</AddButton>
            )
          }
          empty="No holidays yet. Holidays are not counted as time off."
          isEmpty={data.holidays.length === 0}
        >
          {data.holidays.map((holiday) => (
            <HolidayLine key={holiday.id} holiday={holiday} />
          ))}
        </Days>
        <Days
          label="Blackout days"
          add={
            may.change && (
              <AddButton onClick={() => setOpen({ what: 'blackout' })}>Add blackout days</AddButton>
            )
          }
          empty="No blackout days yet, such as the end of each month."
          isEmpty={data.blackouts.length === 0}
        >
          {data.blackouts.map((blackout) => (
            <BlackoutLine key={blackout.id} blackout={blackout} />
          ))}
        </Days>
      </div>
      <Suspense>
        {open && 'kind' in open && <KindDialog kind={open.kind} onClose={close} />}
        {open && 'rule' in open && (
          <RuleDialog
            rule={open.rule}
            kind={data.kinds.find(({ id }) => id === open.kindId)}
            {...scope}
            onClose={close}
          />
        )}
        {open && 'what' in open && open.what === 'holiday' && (
          <HolidayDialog {...scope} onClose={close} />
        )}
        {open && 'what' in open && open.what === 'blackout' && (
          <BlackoutDialog {...scope} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}

function AddButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button size="sm" onClick={onClick}>
      <Plus aria-hidden="true" />
      {children}
    </Button>
  );
}

interface KindListProps {
  settings: Settings;
  may: Choices['may'];
  onKind: (kind: Kind | null) => void;
  onRule: (rule: Rule | null, kindId: number) => void;
}

function KindList({ settings, may, onKind, onRule }: KindListProps) {
  return (
    <RecordSection
      label="Kinds and accrual"
      aside={may.changeGroup && <AddButton onClick={() => onKind(null)}>Add kind</AddButton>}
    >
      <ul className="flex flex-col divide-y divide-border">
        {settings.kinds.map((kind) => {
          const rules = settings.rules.filter(({ kindId }) => kindId === kind.id);
          return (
            <li key={kind.id} className="flex gap-3 py-3 first:pt-0">
              <KindMark kind={kind} />
              <div className="min-w-0 flex-1">
                <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <h4 className="text-base font-medium text-text">{kind.name}</h4>
                  {!kind.isActive && <Badge>Out of use</Badge>}
                  <span className="flex-1" />
                  {may.change && kind.hasBalance && (
                    <Button
                      size="sm"
                      aria-label={`Add rule for ${kind.name}`}
                      onClick={() => onRule(null, kind.id)}
                    >
                      Add rule
                    </Button>
                  )}
                  {may.changeGroup && (
                    <Button size="sm" aria-label={`Edit ${kind.name}`} onClick={() => onKind(kind)}>
                      Edit
                    </Button>
                  )}
                </div>
                <p className="text-sm text-muted">{describeKind(kind)}</p>
                {kind.hasBalance && rules.length === 0 && (
                  <p className="mt-1 text-sm text-muted">Nothing accrues: there is no rule yet.</p>
                )}
                <ul className="mt-1 flex flex-col">
                  {rules.map((rule) => (
                    <RuleLine key={rule.id} rule={rule} onEdit={() => onRule(rule, kind.id)} />
                  ))}
                </ul>
              </div>
            </li>
          );
        })}
      </ul>
    </RecordSection>
  );
}

const describeKind = (kind: Kind): string =>
  [
    kind.isPaid ? 'Paid' : 'Unpaid',
    kind.hasBalance
      ? kind.overdraw === 'refuse'
        ? 'never exceeds the balance'
        : 'may exceed the balance with a warning'
      : 'no balance',
    kind.needsApproval ? 'needs approval' : 'no approval needed',
    kind.hidesReason && 'reason private',
  ]
    .filter(Boolean)
    .join(', ');

function RuleLine({ rule, onEdit }: { rule: Rule; onEdit: () => void }) {
  const place = placeOf(rule);
  return (
    <li className="flex items-start gap-2 py-1 text-sm">
      <div className="min-w-0 flex-1">
        <p className="text-text tabular-nums">{describeRule(rule)}</p>
        <p className="text-xs text-muted tabular-nums">
          {`${place}, from ${calendarDay(rule.effectiveOn)}`}
          {rule.endsOn && ` until ${calendarDay(rule.endsOn)}`}
        </p>
      </div>
      {rule.may.change && (
        <Button size="sm" variant="ghost" aria-label={`Edit rule of ${place}`} onClick={onEdit}>
          Edit
        </Button>
      )}
      {rule.may.remove && (
        <RemoveButton
          what="rule"
          name={`the rule from ${calendarDay(rule.effectiveOn)}`}
          remove={() => call(removeRule, { params: { ruleId: rule.id } })}
        />
      )}
    </li>
  );
}

const placeOf = ({ store, department }: Pick<Rule, 'store' | 'department'>): string =>
  [store ? storeNames[store] : 'Every store', department && departmentNames[department]]
    .filter(Boolean)
    .join(', ');

interface DaysProps {
  label: string;
  add: ReactNode;
  empty: string;
  isEmpty: boolean;
  children: ReactNode;
}

function Days({ label, add, empty, isEmpty, children }: DaysProps) {
  return (
    <RecordSection label={label} aside={add}>
      {isEmpty ? (
        <p className="text-sm text-muted">{empty}</p>
      ) : (
        <ul className="divide-y divide-border">{children}</ul>
      )}
    </RecordSection>
  );
}

function HolidayLine({ holiday: { id, day, name, store, may } }: { holiday: Holiday }) {
  return (
    <li className="flex min-h-11 items-center gap-3 text-sm">
      <div className="min-w-0 flex-1 py-1.5">
        <p className="text-text">{name}</p>
        <p className="text-xs text-muted tabular-nums">
          {`${weekdayDay(day)}, ${day.slice(0, 4)}, ${store ? storeNames[store] : 'Every store'}`}
        </p>
      </div>
      {may.remove && (
        <RemoveButton
          what="holiday"
          name={name}
          remove={() => call(removeHoliday, { params: { holidayId: id } })}
        />
      )}
    </li>
  );
}

function BlackoutLine({ blackout }: { blackout: Blackout }) {
  const { id, name, startsOn, endsOn, lastDays, refuses, may } = blackout;
  const when =
    lastDays === null
      ? daysOf(startsOn, endsOn ?? startsOn)
      : `Last ${lastDays === 1 ? 'day' : `${lastDays} days`} of each month, from ${calendarDay(startsOn)}${
          endsOn ? ` until ${calendarDay(endsOn)}` : ''
        }`;
  return (
    <li className="flex min-h-11 items-center gap-3 text-sm">
      <div className="min-w-0 flex-1 py-1.5">
        <p className="flex flex-wrap items-center gap-2 text-text">
          {name}
          <Badge tone={refuses ? 'danger' : 'warning'}>{refuses ? 'Refuses' : 'Warns'}</Badge>
        </p>
        <p className="text-xs text-muted tabular-nums">{`${when}, ${placeOf(blackout)}`}</p>
      </div>
      {may.remove && (
        <RemoveButton
          what="blackout days"
          name={name}
          remove={() => call(removeBlackout, { params: { blackoutId: id } })}
        />
      )}
    </li>
  );
}

interface RemoveProps {
  what: string;
  name: string;
  remove: () => Promise<unknown>;
}

function RemoveButton({ what, name, remove }: RemoveProps) {
  const [isAsking, setAsking] = useState(false);
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: remove,
    onError: (error) => toastFailure(error, `Couldn’t remove the ${what}`),
    onSettled: async () => {
      setAsking(false);
      await refresh();
    },
  });
  return (
    <>
      <IconButton
        icon={Trash2}
        size="sm"
        label={`Remove ${name}`}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${name}?`}
        description="Existing requests stay as they are."
        confirmLabel="Remove"
        pending={isPending}
        onConfirm={() => mutate()}
      />
    </>
  );
}
