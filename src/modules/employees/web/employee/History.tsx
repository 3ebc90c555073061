import { useInfiniteQuery } from '@tanstack/react-query';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { departmentNames, homeStoreName } from '../../../../platform/contract/names.ts';
import { phoneText, readPhone } from '../../../../platform/contract/phones.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordHistory } from '../../../../platform/web/records/RecordSection.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import {
  type EventData,
  historyPageSize,
  type JobFacts,
  listEmployeeEvents,
} from '../../contract/employee.ts';
import { payBasisNames } from '../../contract/fields.ts';
import { equipmentNames, groupNames } from '../state/labels.ts';

/** What happened to the file, latest first. */
export function History({ employeeId }: { employeeId: number }) {
  const params = { employeeId };
  const pages = useInfiniteQuery({
    queryKey: [...queryKeyFor(listEmployeeEvents, { params }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listEmployeeEvents, { params, query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < historyPageSize ? undefined : page.at(-1)?.id),
    refetchOnMount: 'always',
  });
  const events = pages.data?.pages.flat();
  if (pages.error && !events)
    return <NotLoaded what="the history" error={pages.error} onRetry={pages.refetch} />;
  if (events?.length === 0)
    return <p className="text-sm text-muted">No changes to this file yet.</p>;
  return (
    <RecordHistory
      events={events}
      describe={describe}
      footer={
        pages.hasNextPage && (
          <LoadMore
            isManual
            pending={pages.isFetchingNextPage}
            onMore={() => void pages.fetchNextPage()}
          />
        )
      }
    />
  );
}

const jobText = ({ jobTitle, store, department, manager }: JobFacts) =>
  [
    jobTitle ?? 'No job title',
    department && departmentNames[department],
    homeStoreName(store),
    manager ? `reports to ${manager}` : 'reports to no one',
  ]
    .filter(Boolean)
    .join(' · ');

const fieldNames = {
  employeeNumber: 'Employee number',
  hiredOn: 'Hired',
  leftOn: 'Last day',
  reviewOn: 'Next review',
  workPhone: 'Work phone',
  payBasis: 'Pay basis',
};

type FieldChange = Extract<EventData, { kind: 'employment' }>['fields'][number];

function valueText(name: FieldChange['name'], value: string | null): string {
  if (value === null) return 'none';
  switch (name) {
    case 'hiredOn':
    case 'leftOn':
    case 'reviewOn':
      return calendarDay(value);
    case 'payBasis':
      return (payBasisNames as Record<string, string>)[value] ?? value;
    case 'workPhone': {
      const phone = readPhone(value);
      return phone ? phoneText(phone) : value;
    }
    default:
      return value;
  }
}

type Items = Extract<EventData, { kind: 'equipment_changed' }>['items'];
const itemTexts = (items: Items) =>
  items
    .map(({ kind, name, serial }) =>
      [`${equipmentNames[kind]}: ${name}`, serial].filter(Boolean).join(', '),
    )
    .join('\n');

function describe(data: EventData): { title: string; detail?: string | undefined } {
  switch (data.kind) {
    case 'job':
      return {
        title: data.isPlanned
          ? `Job change planned for ${calendarDay(data.effectiveOn)}`
          : `Job changed as of ${calendarDay(data.effectiveOn)}`,
        detail: `${jobText(data.to)}\nBefore: ${jobText(data.from)}\nReason: ${data.reason}`,
      };
    case 'job_began':
      return {
        title: 'Planned job began',
        detail: data.keptManager
          ? `${jobText(data.to)}\nThe planned manager now reports to this employee, so the manager was kept.`
          : jobText(data.to),
      };
    case 'job_removed':
      return {
        title: `Job change of ${calendarDay(data.effectiveOn)} removed`,
        detail: jobText(data.removed),
      };
    case 'employment':
      return {
        title: 'Employment changed',
        detail: data.fields
          .map(
            ({ name, from, to }) =>
              `${fieldNames[name]}: ${valueText(name, from)} → ${valueText(name, to)}`,
          )
          .join('\n'),
      };
    case 'personal':
      return {
        title: data.isProposed
          ? `${groupNames[data.group]}: change approved`
          : `${groupNames[data.group]} changed`,
      };
    case 'proposal':
      return {
        title: `${groupNames[data.group]}: ${proposalSteps[data.step]}`,
        detail: data.reason ? `Reason: ${data.reason}` : undefined,
      };
    case 'equipment_issued':
      return {
        title: `Equipment issued on ${calendarDay(data.on)}`,
        detail: itemTexts(data.items),
      };
    case 'equipment_returned':
      return {
        title: `Equipment returned on ${calendarDay(data.on)}`,
        detail: itemTexts(data.items),
      };
    case 'equipment_changed':
      return { title: 'Equipment corrected', detail: itemTexts(data.items) };
    case 'equipment_removed':
      return { title: 'Equipment removed', detail: itemTexts(data.items) };
  }
}

const proposalSteps = {
  made: 'change proposed',
  declined: 'change declined',
  withdrawn: 'change withdrawn',
};
