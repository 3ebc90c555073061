import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';

/** The allowed targets of a fetch. */
export interface FetchRules {
  allowsAddress(address: string): boolean;
  allowsPort(port: number): boolean;
  /** Resolves all addresses of a name; called once for each step of a fetch. */
  resolve(host: string): Promise<LookupAddress[]>;
}

const resolve = (host: string) => lookup(host, { all: true, verbatim: true });

/** The public internet: nothing of this machine, its networks, or its cloud provider. */
export const openInternet: FetchRules = {
  allowsAddress: isPublicAddress,
  allowsPort: (port) => port === 80 || port === 443,
  resolve,
};

/** For tests: also this machine, on whatever port a test listens. */
export const withThisMachine: FetchRules = {
  allowsAddress: (address) =>
    isPublicAddress(address) || (isIP(address) === 4 && address.startsWith('127.')),
  allowsPort: () => true,
  resolve,
};
