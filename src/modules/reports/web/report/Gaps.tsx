import { storeNames } from '../../../../platform/contract/names.ts';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { Report } from '../../contract/report.ts';
import { dayOf } from '../spans.ts';

/** In words, so that nobody takes a missing past for zero. */
export const gapSentences = ({ gaps }: Pick<Report, 'gaps'>): string[] =>
  gaps.map(({ store, since }) =>
    since
      ? `No records of ${storeNames[store]} before ${dayOf(since)}.`
      : `No records of ${storeNames[store]} yet.`,
  );

/** Which stores tell of only a part of the period. */
export function Gaps({ report }: { report: Report }) {
  if (report.gaps.length === 0) return null;
  return <Notice tone="warning">{gapSentences(report).join(' ')}</Notice>;
}
