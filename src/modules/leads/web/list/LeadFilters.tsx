import type { ReactNode } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import {
  type FilterField,
  optionsOf,
  storeField,
} from '../../../../platform/web/records/filters.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { typeNames, types } from '../../contract/lead.ts';
import { statuses, statusNames } from '../../contract/status.ts';
import { type Choices, clockFilters, whose } from '../../contract.ts';
import { type LeadFilters as Filters, filterNames } from '../state/useLeads.ts';

interface Props {
  filters: Filters;
  choices: Choices;
  /** The board has no status filter; its columns are statuses. */
  withStatus: boolean;
  /** Actions, at the end of the bar. */
  children: ReactNode;
}

/** The lead filters; all of them live in the URL. */
export function LeadFilters({ filters, choices, withStatus, children }: Props) {
  const { query } = useAddress();
  return (
    <FilterBar
      search={{
        label: 'Search leads',
        placeholder: 'Name, phone, vehicle, VIN',
        className: '@2xl:w-full @4xl:w-60',
        maxLength: 100,
      }}
      fields={[
        assignedField(filters, choices),
        withStatus && {
          name: 'status',
          label: 'Status',
          options: optionsOf('Any status', statuses, statusNames),
          value: query.get('status') ?? '',
        },
        withStatus && {
          name: 'clock',
          label: 'Response',
          options: optionsOf('Any response', clockFilters, clockNames),
          value: query.get('clock') ?? '',
        },
        storeField(choices.stores, filters.store),
        sourceField(filters, choices),
        {
          name: 'type',
          label: 'Type',
          options: optionsOf('Any type', types, typeNames),
          value: filters.type ?? '',
        },
      ]}
      fieldClassName="flex-1 basis-36 @4xl:max-w-44 @4xl:basis-28"
      names={filterNames}
    >
      {children}
    </FilterBar>
  );
}

const clockNames = { running: 'Response due', overdue: 'Response overdue' };

const whoseNames = { all: 'All leads', mine: 'My leads', unassigned: 'Unassigned' };

/** All, mine, unassigned, or those of one employee: one excludes the other. */
const assignedField = (filters: Filters, choices: Choices): FilterField => ({
  name: 'whose',
  label: 'Assigned to',
  options: [
    ...whose.map((value) => ({ value, label: whoseNames[value] })).toReversed(),
    ...choices.staff.map(({ id, name }) => ({ value: String(id), label: name })),
  ],
  value: String(filters.assigneeId ?? filters.whose),
  changes: (value) => {
    const chosen = whose.find((known) => known === value);
    if (!chosen) return { whose: null, assigneeId: value };
    return { whose: chosen === 'all' ? null : chosen, assigneeId: null };
  },
  isActive: filters.assigneeId !== undefined || filters.whose !== 'all',
});

/** The sources of the chosen store; named with their store where there are several. */
function sourceField(filters: Filters, choices: Choices): FilterField {
  const sources = choices.sources.filter(({ store }) => !filters.store || store === filters.store);
  const withStore = !filters.store && choices.stores.length > 1;
  return {
    name: 'sourceId',
    label: 'Source',
    options: [
      { value: '', label: 'Any source' },
      ...sources.map(({ id, name, store }) => ({
        value: String(id),
        label: withStore ? `${name}, ${storeNames[store]}` : name,
      })),
    ],
    value: String(filters.sourceId ?? ''),
  };
}
