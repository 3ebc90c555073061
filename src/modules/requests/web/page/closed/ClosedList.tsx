import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { FilterBar } from '../../../../../platform/web/records/FilterBar.tsx';
import {
  employeeField,
  optionsOf,
  readFilters,
} from '../../../../../platform/web/records/filters.ts';
import { RecordList } from '../../../../../platform/web/records/RecordList.tsx';
import { useRecordList } from '../../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../../platform/web/router/address.ts';
import {
  countClosed,
  listClosed,
  listParties,
  type Outcome,
  outcomes,
} from '../../../contract/history.ts';
import { type ChannelNames, useChannelNames } from '../../state/useChannelNames.ts';
import { ClosedTable } from './ClosedTable.tsx';

/** Closed requests in the user's conversations. */
export function ClosedList() {
  const { query } = useAddress();
  const filters = filtersIn(query);
  const channels = useChannelNames();
  const pages = useRecordList({
    list: listClosed,
    count: countClosed,
    filters,
    cursorOf: ({ cursor }) => ({ after: cursor }),
  });
  return (
    <div className="flex flex-col gap-3">
      <FilterBar
        search={{
          label: 'Search requests',
          placeholder: 'Search requests',
          className: '@2xl:w-full @4xl:w-72',
          maxLength: 200,
        }}
        fields={useFields(filters, channels)}
        fieldClassName="flex-1 basis-36 @4xl:max-w-56"
        names={filterNames}
      />
      <RecordList
        pages={pages}
        one="request"
        many="requests"
        icon={ClipboardCheck}
        isFiltered={filterNames.some((name) => query.get(name))}
        texts={{
          noMatch: {
            title: 'No requests match these filters',
            description: 'Change or clear a filter.',
          },
          none: {
            title: 'No closed requests',
            description: 'Requests appear here once they’re done or canceled.',
          },
        }}
        skeleton={['w-64', 'w-24', 'w-16']}
        isRoomy
      >
        {(rows) => <ClosedTable requests={rows} channels={channels} isStale={pages.isStale} />}
      </RecordList>
    </div>
  );
}

const filterNames = ['q', 'outcome', 'person', 'in'];

interface ClosedFilters {
  q?: string | undefined;
  outcome?: Outcome | undefined;
  channelId?: string | undefined;
  personId?: number | undefined;
}

function filtersIn(query: URLSearchParams): ClosedFilters {
  const read = readFilters(query);
  return {
    q: read.text('q'),
    outcome: read.oneOf('outcome', outcomes),
    channelId: read.text('in'),
    personId: read.id('person'),
  };
}

const outcomeNames: Record<Outcome, string> = {
  done: 'Done',
  cancelled: 'Canceled',
  overdue: 'Closed late',
};

function useFields({ outcome, personId, channelId }: ClosedFilters, channels: ChannelNames) {
  const { data: parties = [] } = useQuery({
    ...queryOptionsFor(listParties, { query: { channelId } }),
    placeholderData: keepPreviousData,
  });
  return [
    {
      name: 'outcome',
      label: 'Outcome',
      options: optionsOf('Any outcome', outcomes, outcomeNames),
      value: outcome ?? '',
    },
    employeeField({
      name: 'person',
      label: 'Person',
      all: 'Anyone',
      staff: parties,
      value: personId,
    }),
    {
      name: 'in',
      label: 'Conversation',
      options: [{ value: '', label: 'All my conversations' }, ...channels.options],
      value: channelId ?? '',
    },
  ];
}
