import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Grants } from '../../../platform/contract/access.ts';
import { utilityIds } from '../../shortcuts/contract/preferences.ts';
import { RefusedPlace } from '../web/ToolPlace.tsx';
import { toolsFor } from '../web/tools.ts';

const grants = (given: Partial<Grants> = {}): Grants => ({
  role: 'employee',
  pagePermissions: ['utilities'],
  featurePermissions: [],
  ...given,
});
const idsFor = (given: Partial<Grants>) => toolsFor(grants(given)).map(({ id }) => id);

describe('the hub', () => {
  test('has these tools, in this order and under these names', () => {
    const tools = toolsFor(grants({ featurePermissions: ['utilities'] }));
    expect(tools.map(({ id, label }) => [id, label])).toEqual([
      ['heimdall-dashboard', 'Heimdall+ Dashboard'],
      ['time-tracker', 'Time Clock'],
      ['notes-manager', 'Enterprise Notes'],
      ['barcode-scanner', 'Barcode Scanner'],
    ]);
    expect(tools.map(({ description }) => description)).toEqual([
      'URL shortcuts and dashboard configuration',
      'Real-time punch in, punch out and breaks',
      'Notes of your own and those shared with you',
      'Scan vehicle VINs and inventory barcodes',
    ]);
  });

  test('names the time clock, which does not do so itself', () => {
    const tools = toolsFor(grants({ featurePermissions: ['all'] }));
    expect(tools.filter(({ unnamed }) => unnamed).map(({ id }) => id)).toEqual(['time-tracker']);
  });

  test.each([
    ['the feature', { featurePermissions: ['utilities'] }],
    ['full access', { featurePermissions: ['full_access'] }],
    ['all', { featurePermissions: ['all'] }],
  ])('has all of them for who holds %s', (_, given) => {
    expect(idsFor(given)).toEqual(utilityIds);
  });

  test.each([
    ['the page alone', {}],
    ['every page', { pagePermissions: ['all'] }],
    ['the role of administrators alone', { role: 'admin' as const }],
    ['other features', { featurePermissions: ['view_data', 'create_records'] }],
  ])('has the shortcuts and nothing else for who holds %s', (_, given) => {
    expect(idsFor(given)).toEqual(['heimdall-dashboard']);
  });

  test.each([
    ['waits for approval', { pending: true }],
    ['must choose a password', { mustChangePassword: true }],
  ])('has nothing for who %s', (_, given) => {
    expect(idsFor({ featurePermissions: ['all'], ...given })).toEqual([]);
  });

  test('has nothing for nobody', () => {
    expect(toolsFor(null)).toEqual([]);
  });
});

test('a tool that is not theirs says so where its address leads', () => {
  const shown = renderToStaticMarkup(createElement(RefusedPlace, { id: 'notes-manager' }));
  expect(shown).toMatch(/^<div id="notes-manager"[^>]*aria-label="Enterprise Notes"/);
  for (const words of [
    'Access Required',
    'You don&#x27;t have permission to access this section',
    'Please contact your administrator to request access.',
  ]) {
    expect(shown).toContain(words);
  }
});
