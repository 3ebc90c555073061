import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { ListLink } from '../../../../platform/web/records/ListLink.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { useTopOfPage } from '../../../../platform/web/router/scrollPositions.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Loaded } from '../../../../platform/web/ui/Loaded.tsx';
import { getSheet, type Sheet } from '../../contract/sheets.ts';
import { SheetView } from '../sheets/SheetView.tsx';
import { workplaceOf } from '../state/labels.ts';
import { BasisField } from './rules/BasisField.tsx';
import { useDecideWeek } from './useDecideWeek.ts';

const refreshIntervalMs = 60_000;

/** The timesheet of a person whose hours the user manages. */
export function PersonSheet({ personId }: { personId: number }) {
  const { query, hrefWith } = useAddress();
  useTopOfPage();
  const week = query.get('week') ?? undefined;
  const shown = useQuery({
    ...queryOptionsFor(getSheet, { params: { id: personId }, query: { week } }),
    staleTime: 0,
    refetchInterval: refreshIntervalMs,
    placeholderData: keepPreviousData,
  });
  return (
    <div className="flex flex-col gap-3">
      <ListLink href={hrefWith({ person: null })} label="Team" className="self-start" />
      <Loaded query={shown} what="the timesheet">
        {(sheet) => (
          <>
            <PersonLine sheet={sheet} />
            <SheetView sheet={sheet} actions={<Approve sheet={sheet} />} />
            {sheet.may.setBasis && <BasisField key={sheet.week.start} sheet={sheet} />}
          </>
        )}
      </Loaded>
    </div>
  );
}

function PersonLine({ sheet: { person } }: { sheet: Sheet }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="text-xl font-semibold text-text">
        {`${person.firstName} ${person.lastName}`}
      </span>
      <span className="text-sm text-muted">{workplaceOf(person)}</span>
      <span className="font-mono text-xs text-muted">{person.emrn}</span>
    </p>
  );
}

function Approve({ sheet: { person, week, approval, may } }: { sheet: Sheet }) {
  const { decide, isPending } = useDecideWeek(week.start);
  if (!may.approve) return null;
  const reviewed = [{ id: person.id, fingerprint: approval.fingerprint }];
  const isApproved = approval.state === 'approved';
  const waitsFor = isApproved ? null : may.approvalWaitsFor;
  // One button for both, which keeps the focus.
  return (
    <span className="flex flex-wrap items-center gap-3">
      {waitsFor && <span className="text-xs text-muted">{waitsFor}</span>}
      <Button
        variant={isApproved ? 'secondary' : 'primary'}
        disabled={waitsFor !== null}
        pending={isPending}
        onClick={() => decide({ reviewed, approved: !isApproved })}
      >
        {isApproved ? 'Reopen week' : 'Approve week'}
      </Button>
    </span>
  );
}
