import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';

/** Where a fetch may lead. */
export interface FetchRules {
  allowsAddress(address: string): boolean;
  allowsPort(port: number): boolean;
  /** Every address of a name; asked once for each step of a fetch. */
  resolve(host: string): Promise<LookupAddress[]>;
}

const resolve = (host: string) => lookup(host, { all: true, verbatim: true });

/** The web as everybody sees it: nothing of this machine, its networks, or the cloud it stands in. */
export const openInternet: FetchRules = {
  allowsAddress: isPublicAddress,
  allowsPort: (port) => port === 80 || port === 443,
  resolve,
};

/** For tests: this machine as well, on whatever port a test listens. */
export const withThisMachine: FetchRules = {
  allowsAddress: (address) =>
    isPublicAddress(address) || (isIP(address) === 4 && address.startsWith('127.')),
  allowsPort: () => true,
  resolve,
};
