import { useAddress } from '../../../../../platform/web/router/address.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import { Panel } from '../../../../../platform/web/ui/frame/Panel.tsx';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import { type Description, type Report, rowsAtMost } from '../../../contract/report.ts';
import type { PartialQuery } from '../../state/address.ts';
import { groupingLabelOf } from '../../state/measures.ts';
import { shortSpanOf } from '../../state/spans.ts';
import { type Compared, FiguresTable } from './FiguresTable.tsx';

interface Props {
  description: Description;
  report: Report | undefined;
  reportQuery: PartialQuery;
  setReportQuery: (reportQuery: PartialQuery) => void;
  today: string;
}

/** The table of all measures, compared with another span. */
export function FiguresPanel({ description, report, reportQuery, setReportQuery, today }: Props) {
  const { query, setQuery } = useAddress();
  const compared = comparedIn(query);
  const by = report?.by ?? reportQuery.by ?? description.groupings[0]?.id ?? '';
  return (
    <Panel
      title={`By ${groupingLabelOf(description, by).toLowerCase()}`}
      action={
        <SelectField
          label="Compare with"
          labelHidden
          className="w-56 @max-xl:w-[100cqi] @max-xl:pt-1 @3xl:w-72"
          options={[
            {
              value: '',
              label: `vs ${report ? shortSpanOf(report.previous, today) : 'previous period'}`,
            },
            { value: 'year', label: 'vs a year ago' },
            { value: 'none', label: 'No comparison' },
          ]}
          value={query.get('compare') ?? ''}
          onChange={({ target }) => setQuery({ compare: target.value })}
        />
      }
    >
      {!report ? (
        <Waiting />
      ) : report.rows.length === 0 ? (
        <EmptyState
          title="No data in this period"
          description={
            reportQuery.only ? 'Choose another period or remove filters.' : 'Choose another period.'
          }
          action={<Button onClick={() => setReportQuery({})}>Clear filters</Button>}
        />
      ) : (
        <>
          <FiguresTable
            description={description}
            report={report}
            reportQuery={reportQuery}
            setReportQuery={setReportQuery}
            compared={compared}
          />
          {report.isCut && (
            <p className="mt-2 text-sm text-muted">
              {`Showing the first ${rowsAtMost} rows. The total includes all rows. Export the figures to see the rest.`}
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

const lines = Array.from({ length: 6 }, (_, at) => at);

function Waiting() {
  return (
    <div aria-hidden="true" className="flex flex-col pt-9">
      {lines.map((line) => (
        <span key={line} className="flex h-12 items-center gap-6 border-b border-border px-2">
          <Skeleton className="h-3 w-36" />
          <Skeleton className="h-3 w-52" />
        </span>
      ))}
    </div>
  );
}

function comparedIn(query: URLSearchParams): Compared {
  const compare = query.get('compare');
  if (compare === 'none') return null;
  return compare === 'year' ? 'yearBefore' : 'previous';
}
