import { FileText, Upload } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { monthField, storeField } from '../../../../platform/web/records/filters.ts';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import { ViewsMenu, type ViewsSource } from '../../../../platform/web/records/ViewsMenu.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { CountBadge } from '../../../../platform/web/ui/CountBadge.tsx';
import { ListCount } from '../../../../platform/web/ui/ListCount.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../platform/web/ui/Tabs.tsx';
import type { Document } from '../../contract/document.ts';
import { deleteView, listViews, saveView, type ViewFilters } from '../../contract/views.ts';
import type { Choices } from '../../contract.ts';
import { cabinetName, linkKindNames, typeOptions } from '../state/labels.ts';
import {
  type DocumentFilters,
  filterNames,
  useChoices,
  useDocumentList,
} from '../state/useDocuments.ts';
import { DocumentTable } from './DocumentTable.tsx';
import { SelectionActions } from './SelectionActions.tsx';

/** The documents of the user's cabinets, in tabs: all, the inbox, each cabinet. */
export function DocumentList() {
  const { query, setQuery } = useAddress();
  const choices = useChoices();
  const { filters, datedIn, sort, pages } = useDocumentList();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const tab = filters.scope === 'inbox' ? 'inbox' : (filters.cabinet ?? 'all');
  const show = (next: string) => {
    setSelected(new Set());
    const isCabinet = next !== 'all' && next !== 'inbox';
    setQuery(
      {
        scope: next === 'inbox' ? 'inbox' : null,
        cabinet: isCabinet ? next : null,
        type: null,
      },
      { push: true },
    );
  };
  const rows = pages.rows ?? [];
  const chosen = rows.filter(({ id }) => selected.has(id));
  const toggle = (id: number) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const isFiltered = filterNames.some((name) => query.get(name));
  return (
    <Tabs value={tab} onValueChange={show} className="@container px-4 pt-1 pb-10 md:px-6">
      <TabList aria-label="Documents by cabinet">
        <Tab value="all">All</Tab>
        <Tab value="inbox">
          Inbox
          <CountBadge count={choices.inbox} label="to file" />
        </Tab>
        {choices.readable.map((cabinet) => (
          <Tab key={cabinet} value={cabinet}>
            {cabinetName(cabinet)}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={tab} tabIndex={-1} className="flex flex-col gap-3">
        <FilterBar
          search={{
            label: 'Search documents',
            placeholder: 'Words, names, deal, RO, VIN, number',
            className: '@2xl:w-full @4xl:w-80',
            maxLength: 100,
          }}
          fields={[...fieldsOf(filters, datedIn, choices), sortField(sort)]}
          fieldClassName="flex-1 basis-32 @4xl:max-w-44"
          names={filterNames}
        />
        {/* One line whatever it holds, so that a row stays where it was selected. */}
        <div className="flex min-h-row items-center gap-x-2 @max-2xl:overflow-x-auto @2xl:gap-x-4">
          {chosen.length > 0 ? (
            <SelectionActions
              documents={chosen}
              choices={choices}
              onClear={() => setSelected(new Set())}
              onSelectAll={() => setSelected(new Set(rows.map(({ id }) => id)))}
              isAll={chosen.length === rows.length}
            />
          ) : (
            <>
              <div className="shrink-0 whitespace-nowrap">
                <ListCount count={pages.count} one="document" />
              </div>
              {filters.linkKind && <LinkedTo filters={filters} rows={rows} />}
              <span className="ml-auto">
                <ViewsMenu
                  source={views}
                  filters={viewOf(filters, datedIn)}
                  names={viewNames}
                  stores={choices.stores}
                />
              </span>
              {choices.writable.length > 0 && (
                <Button variant="primary" onClick={() => setQuery({ new: 'upload' })}>
                  <Upload aria-hidden="true" className="@max-md:hidden" />
                  Upload
                </Button>
              )}
            </>
          )}
        </div>
        <RecordList
          pages={pages}
          isLoading={!choices.isKnown}
          many="documents"
          icon={FileText}
          isFiltered={isFiltered}
          texts={{
            noMatch: {
              title: 'No documents found',
              description: 'No documents on this tab match these filters. Try the All tab.',
            },
            none: emptyText(filters, choices),
          }}
          skeleton={['w-8', 'w-52', 'w-36']}
          isRoomy
        >
          {(found) => (
            <DocumentTable
              rows={found}
              showsCabinet={filters.cabinet === undefined}
              selected={selected}
              onToggle={toggle}
              isStale={pages.isStale}
            />
          )}
        </RecordList>
      </TabPanel>
    </Tabs>
  );
}

const views: ViewsSource<ViewFilters> = {
  queryKey: queryKeyFor(listViews),
  list: (signal) => call(listViews, {}, { signal }),
  save: (body) => call(saveView, { body }),
  remove: (viewId) => call(deleteView, { params: { viewId } }),
};
const viewNames = ['q', 'scope', 'cabinet', 'type', 'store', 'datedIn'] as const;

function viewOf(filters: DocumentFilters, datedIn: string | undefined): ViewFilters {
  const { q, scope, cabinet, type, store } = filters;
  return {
    q: q || undefined,
    scope: scope === 'inbox' || scope === 'removed' ? scope : undefined,
    cabinet,
    type,
    store,
    datedIn,
  };
}

function fieldsOf(filters: DocumentFilters, datedIn: string | undefined, choices: Choices) {
  const { cabinet, type, scope, store } = filters;
  return [
    storeField(choices.stores, store),
    cabinet !== undefined && {
      name: 'type',
      label: 'Type',
      options: [{ value: '', label: 'Any type' }, ...typeOptions(cabinet)],
      value: type ?? '',
    },
    monthField({
      name: 'datedIn',
      label: 'Dated in',
      all: 'Any date',
      prefix: 'Dated in',
      value: datedIn,
    }),
    choices.seesRemoved &&
      scope !== 'inbox' && {
        name: 'scope',
        label: 'Status',
        options: [
          { value: '', label: 'Filed' },
          { value: 'removed', label: 'Removed' },
        ],
        value: scope === 'removed' ? 'removed' : '',
      },
  ];
}

function emptyText({ scope, cabinet }: DocumentFilters, { readable, writable }: Choices) {
  if (cabinet && !readable.includes(cabinet))
    return {
      title: `You don’t have access to ${cabinetName(cabinet)}`,
      description: 'Its documents are for those who work in its department.',
    };
  if (scope === 'inbox')
    return {
      title: 'The inbox is empty',
      description: 'Uploads without a type wait here until someone files them.',
    };
  if (scope === 'removed')
    return {
      title: 'No removed documents',
      description: 'Documents that are taken out of a cabinet are kept here.',
    };
  const place = cabinet ? ` in ${cabinetName(cabinet)}` : '';
  return {
    title: `No documents${place} yet`,
    description:
      writable.length > 0
        ? 'Select “Upload”, or drop files anywhere on this page.'
        : 'Documents appear here once someone adds them.',
  };
}

const sortOptions = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: '-date', label: 'Latest date' },
  { value: 'date', label: 'Earliest date' },
  { value: 'title', label: 'Title' },
];

const sortField = (sort: string) => ({
  name: 'sort',
  label: 'Sort',
  options: sortOptions,
  value: sort,
  isActive: false,
  changes: (value: string) => ({ sort: value === 'newest' ? null : value }),
});

interface LinkedToProps {
  filters: DocumentFilters;
  rows: readonly Document[];
}

/** The record that the list is narrowed to. */
function LinkedTo({ filters: { linkKind, linkId }, rows }: LinkedToProps) {
  const { setQuery } = useAddress();
  if (!linkKind) return null;
  const link = rows
    .flatMap(({ links }) => links)
    .find(({ kind, id }) => kind === linkKind && id === linkId);
  const name = link?.title ?? `this ${linkKindNames[linkKind].toLowerCase()}`;
  return (
    <p className="flex items-center gap-2 text-sm whitespace-nowrap text-text">
      {`Of ${name}`}
      <Button size="sm" variant="ghost" onClick={() => setQuery({ linkKind: null, linkId: null })}>
        Show all
      </Button>
    </p>
  );
}
