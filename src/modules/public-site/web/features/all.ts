import { customers } from './customers.ts';
import { data } from './data.ts';
import { documents } from './documents.ts';
import type { Feature } from './feature.ts';
import { fleet } from './fleet.ts';
import { hr } from './hr.ts';
import { marketing } from './marketing.ts';
import { reports } from './reports.ts';

export const features: readonly Feature[] = [
  customers,
  documents,
  data,
  hr,
  marketing,
  fleet,
  reports,
];

export function findFeature(slug: string | undefined): Feature | undefined {
  return features.find((feature) => feature.slug === slug || feature.alias === slug);
}

export function featurePath(feature: Feature): string {
  return `/public/features/${feature.slug}`;
}
