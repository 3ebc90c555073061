import { dash, figureOf } from '../../../contract/figures/format.ts';
import { type Column, type ReportRecord, units } from '../../../contract/report.ts';
import { dayOf, exactMomentOf } from '../../state/spans.ts';

type Kind = Column['kind'];
type Value = ReportRecord['cells'][number];

export const isNumber = (kind: Kind): boolean => units.some((unit) => unit === kind);

export function cellOf(kind: Kind, value: Value, timezone: string): string {
  if (value === null || value === '') return dash;
  const unit = units.find((one) => one === kind);
  if (unit) return typeof value === 'number' ? figureOf(unit, value) : String(value);
  if (kind === 'day') return dayOf(String(value));
  if (kind === 'at') return exactMomentOf(String(value), timezone);
  return String(value);
}
