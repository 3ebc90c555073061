import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { describe, expect, test } from 'vitest';
import { themes } from '../theme.ts';

const script = readFileSync(
  new URL('../../../../main/public/theme-init.js', import.meta.url),
  'utf8',
);

/** The theme set before the first paint. */
function begin(getItem: () => string | null, isSystemDark = false, pathname = '/'): object {
  const dataset = {};
  vm.runInNewContext(script, {
    location: { pathname },
    document: { documentElement: { dataset } },
    localStorage: { getItem },
    matchMedia: () => ({ matches: isSystemDark }),
  });
  return dataset;
}

describe('a page starts', () => {
  test.each(themes.map(({ value }) => value))('in %s if that was chosen', (theme) => {
    const scheme = theme === 'dark' || theme === 'high-contrast' ? 'dark' : 'light';
    expect(begin(() => theme)).toEqual({ theme, scheme });
  });

  test('dark if it follows the system, and that is dark', () => {
    expect(begin(() => 'auto', true)).toEqual({ theme: 'auto', scheme: 'dark' });
    expect(begin(() => 'blue', true)).toEqual({ theme: 'blue', scheme: 'light' });
  });

  test('as the system is on a kiosk, unless another theme was chosen', () => {
    expect(begin(() => null, true, '/kiosk')).toEqual({ theme: 'auto', scheme: 'dark' });
    expect(begin(() => null, false, '/kiosk')).toEqual({ theme: 'auto', scheme: 'light' });
    expect(begin(() => 'blue', true, '/kiosk')).toEqual({ theme: 'blue', scheme: 'light' });
  });

  test('light if nothing or something unknown was chosen, or storage is blocked', () => {
    const light = { theme: 'light', scheme: 'light' };
    expect(begin(() => null)).toEqual(light);
    expect(begin(() => 'sepia')).toEqual(light);
    const forbidden = () => {
      throw new Error('Storage is forbidden');
    };
    expect(begin(forbidden)).toEqual(light);
  });
});
