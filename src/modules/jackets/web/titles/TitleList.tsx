import { FileSignature, Landmark, Timer } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { ExportButton } from '../../../../platform/web/download/ExportButton.tsx';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { FilterChips } from '../../../../platform/web/records/FilterChips.tsx';
import { optionsOf, storeField } from '../../../../platform/web/records/filters.ts';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import {
  exportTitles,
  type TitleRow,
  tagWarningDays,
  taskNames,
  titleScopes,
  titleTasks,
} from '../../contract/titles.ts';
import {
  type RecordChoices,
  titleFilterNames,
  useChoices,
  useTitles,
} from '../state/useJackets.ts';
import { TitleTable } from './TitleTable.tsx';

const TitleDialog = lazyPart(() => import('../parts/TitleDialog.tsx'), { place: 'dialog' });
const TitleLimitsDialog = lazyPart(() => import('./TitleLimitsDialog.tsx'), { place: 'dialog' });

type Scope = (typeof titleScopes)[number];
const scopeNames: Record<Scope, string> = {
  open: 'Open',
  overdue: 'Overdue',
  tags: 'Tags expiring',
  done: 'Done',
  all: 'All',
};

/** The title work of delivered deals, what is due first on top. */
export default function TitleList({ records }: { records: RecordChoices }) {
  const { query, setQuery } = useAddress();
  const { seesPayoffs } = useChoices();
  const { filters, pages, scopes } = useTitles(records);
  const [edited, setEdited] = useState<TitleRow>();
  const [isLimiting, setLimiting] = useState(false);
  const counts: Partial<Record<Scope, number>> = scopes ?? {};
  return (
    <>
      <FilterChips
        label="Title work"
        options={titleScopes.map((scope) => ({
          value: scope,
          label: scopeNames[scope],
          count: counts[scope],
        }))}
        value={filters.scope}
        onChange={(scope) => scope && setQuery({ scope: scope === 'open' ? null : scope })}
      >
        {seesPayoffs && (
          <Link href="/fleet?payoff=due" className={buttonClasses({ variant: 'ghost' })}>
            <Landmark aria-hidden="true" />
            Floorplan payoffs due
          </Link>
        )}
      </FilterChips>
      <FilterBar
        search={{
          label: 'Search titles',
          placeholder: 'Deal, stock, vehicle, VIN, customer',
          className: '@2xl:w-full @4xl:w-76',
          maxLength: 100,
        }}
        fields={[
          storeField(records.stores, filters.store),
          {
            name: 'step',
            label: 'Open step',
            options: optionsOf('Any step', titleTasks, taskNames),
            value: filters.step ?? '',
          },
        ]}
        fieldClassName="flex-1 basis-32 @4xl:max-w-44"
        names={titleFilterNames}
      >
        <Button onClick={() => setLimiting(true)}>
          <Timer aria-hidden="true" />
          Limits
        </Button>
        {records.may.keep && (
          <ExportButton noun="titles" save={() => saveFile(exportTitles, { body: filters })} />
        )}
      </FilterBar>
      <RecordList
        pages={pages}
        one="deal"
        many="titles"
        icon={FileSignature}
        isFiltered={titleFilterNames.some((name) => query.get(name))}
        texts={{
          noMatch: { title: 'No titles found', description: 'Nothing matches these filters.' },
          none: emptyTexts[filters.scope],
        }}
        skeleton={['w-20', 'w-52', 'w-36']}
        isRoomy
      >
        {(rows) => <TitleTable rows={rows} isStale={pages.isStale} onEdit={setEdited} />}
      </RecordList>
      <Suspense>
        {edited && (
          <TitleDialog
            title={`Title work of deal ${edited.number}`}
            description={`${edited.vehicle}, ${edited.customer}`}
            work={edited}
            onClose={() => setEdited(undefined)}
          />
        )}
        {isLimiting && <TitleLimitsDialog onClose={() => setLimiting(false)} />}
      </Suspense>
    </>
  );
}

const emptyTexts: Record<Scope, { title: string; description: string }> = {
  open: {
    title: 'No open title work',
    description: 'Delivered deals appear here until payoff, title and registration are done.',
  },
  overdue: {
    title: 'Nothing is overdue',
    description: 'Deals appear here once a step is past its day.',
  },
  tags: {
    title: 'No tags are expiring',
    description: `Temporary tags appear here ${tagWarningDays} days before they expire, until the registration is sent.`,
  },
  done: {
    title: 'Nothing done yet',
    description: 'Deals of the last year appear here once their title work is done.',
  },
  all: {
    title: 'No delivered deals',
    description: 'Deals delivered in the last year appear here.',
  },
};
