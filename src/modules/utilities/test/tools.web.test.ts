import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Grants } from '../../../platform/contract/access.ts';
import { utilityIds } from '../../shortcuts/contract/preferences.ts';
import { RefusedPlace } from '../web/ToolPlace.tsx';
import { toolsFor } from '../web/tools.ts';

const grants = (overrides: Partial<Grants> = {}): Grants => ({
  role: 'employee',
  pagePermissions: ['utilities'],
  featurePermissions: [],
  ...overrides,
});
const idsFor = (overrides: Partial<Grants>) => toolsFor(grants(overrides)).map(({ id }) => id);

describe('the utilities hub', () => {
  test('lists these tools in this order with these labels', () => {
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
      'Your notes and notes shared with you',
      'Scan vehicle VINs and inventory barcodes',
    ]);
  });

  test('adds a heading for the time clock, which has none of its own', () => {
    const tools = toolsFor(grants({ featurePermissions: ['all'] }));
    expect(tools.filter(({ unnamed }) => unnamed).map(({ id }) => id)).toEqual(['time-tracker']);
  });

  test.each([
    ['the feature', { featurePermissions: ['utilities'] }],
    ['full access', { featurePermissions: ['full_access'] }],
    ['all', { featurePermissions: ['all'] }],
  ])('has all tools for a user with %s', (_, overrides) => {
    expect(idsFor(overrides)).toEqual(utilityIds);
  });

  test.each([
    ['the page alone', {}],
    ['every page', { pagePermissions: ['all'] }],
    ['the admin role alone', { role: 'admin' as const }],
    ['other features', { featurePermissions: ['view_data', 'create_records'] }],
  ])('has only the shortcuts for a user with %s', (_, overrides) => {
    expect(idsFor(overrides)).toEqual(['heimdall-dashboard']);
  });

  test.each([
    ['is waiting for approval', { pending: true }],
    ['must choose a password', { mustChangePassword: true }],
  ])('has no tools for a user who %s', (_, overrides) => {
    expect(idsFor({ featurePermissions: ['all'], ...overrides })).toEqual([]);
  });

  test('has no tools without a user', () => {
    expect(toolsFor(null)).toEqual([]);
  });
});

test('the URL of a tool without access shows that access is required', () => {
  const shown = renderToStaticMarkup(createElement(RefusedPlace, { id: 'notes-manager' }));
  expect(shown).toMatch(/^<div id="notes-manager"[^>]*aria-label="Enterprise Notes"/);
  for (const text of [
    'Access Required',
    'You don&#x27;t have permission to access this section',
    'Please contact your administrator to request access.',
  ]) {
    expect(shown).toContain(text);
  }
});
