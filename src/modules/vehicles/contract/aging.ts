export const agingBuckets = ['0-30', '31-45', '46-60', '61-90', '90+'] as const;
export type AgingBucket = (typeof agingBuckets)[number];

/** Days in stock per bucket, both ends inclusive; null: open-ended. */
export const agingDays: Record<AgingBucket, readonly [number, number | null]> = {
  '0-30': [0, 30],
  '31-45': [31, 45],
  '46-60': [46, 60],
  '61-90': [61, 90],
  '90+': [91, null],
};

/** Days in stock at which managers are notified. */
export const agingMarks = [45, 60, 90] as const;

export function bucketOf(days: number): AgingBucket {
  const found = agingBuckets.find((bucket) => days <= (agingDays[bucket][1] ?? Infinity));
  return found ?? '90+';
}
