import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, UserPlus } from 'lucide-react';
import { Link } from 'wouter';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Badge, type Tone } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../platform/web/ui/Menu.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import type { Choices } from '../../contract/finding.ts';
import { listUps, setUpStep, type Up, type upResults } from '../../contract/ups.ts';
import { customerHref } from '../../contract.ts';
import { Section } from '../parts/Section.tsx';
import { timeOf, toastFailure } from '../state/labels.ts';
import { UpDialog } from './UpDialog.tsx';

type Result = (typeof upResults)[number];
const results: Record<Result, { name: string; tone: Tone }> = {
  sold: { name: 'Sold', tone: 'success' },
  appointment: { name: 'Appointment', tone: 'info' },
  be_back: { name: 'Be-back', tone: 'warning' },
  left: { name: 'Left', tone: 'neutral' },
};
const refetchMs = 30_000;

interface Props {
  choices: Choices;
  me: number;
}

/** Showroom visits of today. */
export function UpsLog({ choices, me }: Props) {
  const { query, setQuery } = useAddress();
  const adding = query.get('new') === 'arrival' && choices.may.create;
  const store = choices.stores.find((one) => one === query.get('store'));
  const { data } = useQuery({
    ...queryOptionsFor(listUps, { query: { store } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: refetchMs,
  });
  const hereCount = data?.filter(({ result }) => result === null).length ?? 0;
  return (
    <Section
      title={hereCount > 0 ? `Showroom, ${hereCount} here now` : 'Showroom'}
      action={
        <span className="flex items-center gap-2">
          {choices.stores.length > 1 && (
            <SelectField
              label="Showroom store"
              labelHidden
              className="w-36"
              options={[
                { value: '', label: 'All stores' },
                ...choices.stores.map((one) => ({ value: one, label: storeNames[one] })),
              ]}
              value={store ?? ''}
              onChange={(event) => setQuery({ store: event.target.value })}
            />
          )}
          {choices.may.create && (
            <Button
              size="sm"
              variant="primary"
              onClick={() => setQuery({ new: 'arrival' }, { push: true })}
            >
              <UserPlus aria-hidden="true" />
              Log visit
            </Button>
          )}
        </span>
      }
    >
      {!data && <Skeleton className="h-64" />}
      {data?.length === 0 && (
        <EmptyState
          title="No visits yet today"
          description="Log a visit so everyone sees who is helping them."
        />
      )}
      <ul aria-label="Showroom" className="divide-y divide-border">
        {data?.map((up) => (
          <UpLine key={up.id} up={up} choices={choices} />
        ))}
      </ul>
      {adding && <UpDialog choices={choices} me={me} close={() => setQuery({ new: null })} />}
    </Section>
  );
}

function UpLine({ up, choices }: { up: Up; choices: Choices }) {
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-start gap-x-3 py-2.5">
      <time dateTime={up.arrivedAt} className="text-sm text-muted">
        {timeOf(up.arrivedAt)}
      </time>
      <span className="min-w-0">
        <span className="block truncate text-base font-medium text-text">
          {up.customerId ? <Link href={customerHref(up.customerId)}>{up.guest}</Link> : up.guest}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
          {choices.stores.length > 1 && <StoreMark store={up.store} />}
          <span>{[up.greeter.name, up.interest].filter(Boolean).join(' · ')}</span>
        </span>
        <span className="flex flex-wrap gap-1.5 pt-1 empty:hidden">
          {up.steps.test_drive && <Badge>{`Test drive ${timeOf(up.steps.test_drive)}`}</Badge>}
          {up.steps.write_up && <Badge>{`Write-up ${timeOf(up.steps.write_up)}`}</Badge>}
        </span>
      </span>
      {up.result ? (
        <span className="flex flex-col items-end gap-0.5">
          <Badge tone={results[up.result].tone}>{results[up.result].name}</Badge>
          {up.steps.left && <span className="text-xs text-muted">{timeOf(up.steps.left)}</span>}
        </span>
      ) : choices.may.create ? (
        <StepMenu up={up} />
      ) : (
        <Badge tone="accent">Here</Badge>
      )}
    </li>
  );
}

function StepMenu({ up }: { up: Up }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (next: { step: 'test_drive' | 'write_up' } | { step: 'left'; result: Result }) =>
      call(setUpStep, { params: { upId: up.id }, body: { version: up.version, ...next } }),
    onError: (error) => toastFailure(error, 'Couldn’t update visit'),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyFor(listUps) }),
  });
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button size="sm" pending={isPending} aria-label={`Here: update ${up.guest}`}>
          Here
          <ChevronDown aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        {!up.steps.test_drive && (
          <MenuItem onSelect={() => mutate({ step: 'test_drive' })}>Test drive</MenuItem>
        )}
        {!up.steps.write_up && (
          <MenuItem onSelect={() => mutate({ step: 'write_up' })}>Write-up</MenuItem>
        )}
        {(Object.keys(results) as Result[]).map((result) => (
          <MenuItem key={result} onSelect={() => mutate({ step: 'left', result })}>
            {result === 'left' ? 'Left' : `Left: ${results[result].name.toLowerCase()}`}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
