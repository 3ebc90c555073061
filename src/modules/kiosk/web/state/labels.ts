import type { KioskRule, PunchOrigin } from '../../contract/devices.ts';

export const originNames: Record<PunchOrigin, string> = {
  anywhere: 'Anywhere',
  networks: 'Kiosks and allowed networks',
  kiosks: 'Kiosks only',
};

export const originHints: Record<PunchOrigin, string> = {
  anywhere: 'Employees may punch on any device, wherever they are.',
  networks: 'On their own devices, employees can punch only on the networks below.',
  kiosks: 'On their own devices, employees can’t punch at all.',
};

/** What a rule means for the store's employees. */
export const describeRule = ({ punchFrom, networks }: KioskRule): string =>
  punchFrom === 'networks'
    ? `${originNames.networks}: ${networks.join(', ')}`
    : originNames[punchFrom];
