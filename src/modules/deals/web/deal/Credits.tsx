import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { type Credit, creditNames, type DealPage, houseDeal } from '../../contract/deal.ts';
import { signedDollarsOf } from '../parts/worksheet/Rows.tsx';

/** Who gets how much of the deal, as the dashboard and the reports count it. */
export function Credits({ deal: { credits, deliveredOn, type, status } }: { deal: DealPage }) {
  const isCounted = deliveredOn !== null;
  return (
    <RecordSection
      label="Credit"
      aside={credits.length > 0 && !isCounted && 'Counts once delivered'}
    >
      {credits.length === 0 ? (
        <p className="text-sm text-muted">
          {status === 'canceled' || type === 'retail' || type === 'lease'
            ? 'A canceled deal carries no credit.'
            : 'Only retail and lease deals carry credit.'}
        </p>
      ) : (
        <ul className="flex flex-col text-sm">
          {credits.map((credit) => (
            <li
              key={`${credit.role} ${credit.person?.id}`}
              className="flex items-baseline justify-between gap-4 py-1"
            >
              <span className="min-w-0 text-text">
                {credit.person?.name ?? houseDeal}
                <span className="block text-xs text-muted">{creditNames[credit.role]}</span>
              </span>
              <span className="shrink-0 text-right tabular-nums text-text">
                {credit.units === 0.5 ? '½ unit' : '1 unit'}
                {credit.gross && (
                  <span className="block text-xs text-muted">
                    {grossOf(credit.role, credit.gross)}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </RecordSection>
  );
}

/** F&I is credited with back gross alone. */
const grossOf = (role: Credit['role'], { frontCents, backCents }: NonNullable<Credit['gross']>) =>
  [
    role !== 'finance_manager' && `Front ${signedDollarsOf(frontCents)}`,
    `Back ${signedDollarsOf(backCents)}`,
  ]
    .filter(Boolean)
    .join(' · ');
