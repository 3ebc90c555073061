import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { RecordForm } from '../../../platform/web/forms/useRecordForm.ts';
import { landscapeFocus, newDashboard } from '../contract/dashboard.ts';
import { newShortcut, type Shortcut } from '../contract.ts';
import { drawLandscape } from '../server/dashboard/landscape.ts';
import { addressToSave, autoSaveMs } from '../web/config/autoSave.ts';
import { LinkFields } from '../web/form/LinkFields.tsx';
import type { Values } from '../web/form/values.ts';
import { countText } from '../web/list/ShortcutList.tsx';
import { Preview } from '../web/preview/Preview.tsx';

const shortcut = (id: number, overrides: Partial<Shortcut> = {}): Shortcut => ({
  ...newShortcut,
  id,
  title: `Link ${id}`,
  url: `https://example.com/${id}`,
  version: 1,
  roles: [],
  departments: [],
  stores: [],
  ...overrides,
});
const links = (count: number) => Array.from({ length: count }, (_, at) => shortcut(at + 1));

const render = (shortcuts: readonly Shortcut[], config: object = {}, mayConfigure = false) =>
  renderToStaticMarkup(
    createElement(Preview, {
      config: { ...newDashboard, backgroundUrl: '', backgroundPath: '', ...config },
      shortcuts,
      mayConfigure,
    }),
  );
const tiles = (shown: string) => [...shown.matchAll(/<a href="([^"]*)"/g)].map(([, url]) => url);

describe('the dashboard', () => {
  test('has default texts and a default grid', () => {
    expect(newDashboard).toMatchObject({
      title: 'Heimdall+ Dashboard',
      subtitle: 'Quick Access Hub',
      gridColumns: 3,
      gridRows: 4,
      shortcutSize: 'medium',
    });
    const shown = render(links(1));
    expect(shown).toContain('Heimdall+ Dashboard');
    expect(shown).toContain('Quick Access Hub');
  });

  test('shows at most six shortcuts in at most three columns', () => {
    expect(tiles(render(links(7)))).toEqual(links(6).map(({ url }) => url));
    for (const gridColumns of [3, 4, 12]) {
      expect(render(links(6), { gridColumns })).toContain('@3xl:grid-cols-3');
    }
    expect(render(links(6), { gridColumns: 12 })).not.toMatch(/grid-cols-(?:[4-9]|1\d)/);
    expect(tiles(render(links(7), { gridColumns: 1, gridRows: 2 }))).toHaveLength(2);
    expect(tiles(render(links(7), { gridColumns: 2, gridRows: 1 }))).toHaveLength(2);
  });

  test('offers "Show all" only when there are more', () => {
    expect(render(links(6))).not.toContain('Show all');
    expect(render(links(7))).toContain('Show all 7 shortcuts');
  });

  test('opens links in a new tab without opener or referrer', () => {
    const shown = render(links(1));
    expect(shown).toMatch(/target="_blank" rel="noopener noreferrer"/);
    expect(shown).toContain('(opens in a new tab)');
  });

  test('has no tile for a script URL', () => {
    const [unsafe] = [shortcut(1, { url: 'javascript:alert(1)' })];
    expect(tiles(render([unsafe, shortcut(2)]))).toEqual(['https://example.com/2']);
  });

  test('has an empty state that names the next step', () => {
    const [admin, others] = [render([], {}, true), render([])];
    for (const shown of [admin, others]) expect(shown).toContain('No shortcuts available');
    expect(admin).toContain('Add shortcuts in the panel above');
    expect(others).toContain('Contact your administrator to add shortcuts');
  });
});

test('the list shows the number of shortcuts', () => {
  expect([0, 1, 2, 60].map(countText)).toEqual([
    'No URL shortcuts created yet. Add your first shortcut above.',
    '1 shortcut configured',
    '2 shortcuts configured',
    '60 shortcuts configured',
  ]);
});

test('the form uses a URL input', () => {
  const values = shortcut(1);
  const field = (name: keyof Values) => ({ value: values[name], onChange: () => {} });
  const form = { values, field } as unknown as RecordForm<Values>;
  const shown = renderToStaticMarkup(createElement(LinkFields, { form, categories: [] }));
  expect(shown).toMatch(/<input[^>]*type="url"/);
});

describe('the background', () => {
  test('is saved a second after typing stops', () => {
    expect(autoSaveMs).toBe(1_000);
    expect(addressToSave(' /auth-2.svg', '/auth-1.svg')).toBe('/auth-2.svg');
  });

  test.each([
    ['untouched', undefined],
    ['blank', ''],
    ['only spaces', '  '],
    ['unchanged', '/auth-1.svg'],
    ['not a valid URL', 'javascript:alert(1)'],
  ])('is not auto-saved while it is %s', (_, typed) => {
    expect(addressToSave(typed, '/auth-1.svg')).toBeNull();
  });
});

test('a wide banner does not cut off the sun or moon of the built-in backgrounds', () => {
  const path = '/api/heimdall-backgrounds/7';
  expect(render([], { backgroundPath: path })).toContain('object-position:50% 10%');
  expect(render([], { backgroundPath: '/api/heimdall-backgrounds/ab12' })).not.toContain(
    'object-position',
  );
  const [width, height] = [1_920, 1_080];
  for (let number = 1; number <= 1_000; number += 1) {
    const disc = /<circle cx="\d+" cy="(\d+)" r="(\d+)" fill="#/.exec(drawLandscape(number));
    const [y = 0, radius = 0] = (disc?.slice(1) ?? []).map(Number);
    // A 4:1 banner.
    const top = (height - width / 4) * landscapeFocus.y;
    expect(y - radius, `background ${number}`).toBeGreaterThan(top);
  }
});
