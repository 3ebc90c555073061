import { Car } from 'lucide-react';
import { call } from '../../../platform/web/api/call.ts';
import type { SearchSource } from '../../../platform/web/search/sources.ts';
import { readAccess, titleOf } from '../contract/vehicle.ts';
import { listVehicles } from '../contract.ts';

const maxResults = 4;

const source: SearchSource = {
  name: 'vehicle',
  heading: 'Vehicles',
  icon: Car,
  access: readAccess,
  async find(q, signal) {
    const query = { q, scope: 'all', limit: maxResults } as const;
    const { vehicles } = await call(listVehicles, { query }, { signal });
    return vehicles.map((car) => ({
      id: String(car.id),
      title: titleOf(car),
      detail: car.stockNumber,
      href: `/fleet?vehicle=${car.id}`,
    }));
  },
};
export default source;
