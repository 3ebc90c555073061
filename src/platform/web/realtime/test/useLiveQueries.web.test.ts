import { describe, expect, test } from 'vitest';
import { serverEvent } from '../../../contract/socket.ts';
import { mayBeOutdated } from '../useLiveQueries.ts';

const leadChanged = serverEvent('lead_changed', {});

describe('what was fetched before the first connection', () => {
  test('stays if no event was missed that announces a change of it', () => {
    expect(mayBeOutdated([leadChanged], [])).toBe(false);
    expect(mayBeOutdated([leadChanged], ['deal_changed'])).toBe(false);
  });

  test('is fetched again after such an event, and after a change of rights', () => {
    expect(mayBeOutdated([leadChanged], ['deal_changed', 'lead_changed'])).toBe(true);
    expect(mayBeOutdated([leadChanged], ['ready'])).toBe(true);
  });

  test('is fetched again if it is unknown what was missed, or what changes it', () => {
    expect(mayBeOutdated([leadChanged], undefined)).toBe(true);
    expect(mayBeOutdated(undefined, [])).toBe(true);
  });
});
