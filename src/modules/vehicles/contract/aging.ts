export const agingBuckets = ['0-30', '31-45', '46-60', '61-90', '90+'] as const;
export type AgingBucket = (typeof agingBuckets)[number];

/** The days in stock each bucket holds, both ends included; null: no end. */
export const agingDays: Record<AgingBucket, readonly [number, number | null]> = {
  '0-30': [0, 30],
  '31-45': [31, 45],
  '46-60': [46, 60],
  '61-90': [61, 90],
  '90+': [91, null],
};

/** The days at which the managers of a store hear of a car. */
export const agingMarks = [45, 60, 90] as const;

export function bucketOf(days: number): AgingBucket {
  const found = agingBuckets.find((bucket) => days <= (agingDays[bucket][1] ?? Infinity));
  return found ?? '90+';
}
