import type { Department, Role } from '../../src/platform/contract/access.ts';

interface DemoShortcut {
  title: string;
  url: string;
  description: string;
  icon: string;
  category: string;
  departments?: Department[];
  roles?: Role[];
}

/** What the group opens every day beside Forecourt: public sites, and its own mail box for trouble. */
const shortcuts: readonly DemoShortcut[] = [
  {
    title: 'Recall lookup',
    url: 'https://www.nhtsa.gov/recalls',
    description: 'Open recalls by VIN',
    icon: 'ShieldCheck',
    category: 'Vehicles',
  },
  {
    title: 'VIN decoder',
    url: 'https://vpic.nhtsa.dot.gov/decoder/',
    description: 'What the maker reported for a VIN',
    icon: 'CarFront',
    category: 'Vehicles',
  },
  {
    title: 'Title history',
    url: 'https://vehiclehistory.bja.ojp.gov/',
    description: 'Brands, salvage and odometer',
    icon: 'FileText',
    category: 'Vehicles',
  },
  {
    title: 'Fuel economy',
    url: 'https://www.fueleconomy.gov/feg/findacar.shtml',
    description: 'Window sticker figures to compare',
    icon: 'Fuel',
    category: 'Vehicles',
  },
  {
    title: 'Kelley Blue Book',
    url: 'https://www.kbb.com/',
    description: 'Trade-in and retail values',
    icon: 'DollarSign',
    category: 'Sales',
    departments: ['sales', 'finance'],
  },
  {
    title: 'IT help desk',
    url: 'mailto:it@larkfield.example?subject=Help',
    description: 'Write to the people who keep it running',
    icon: 'Headset',
    category: 'General',
  },
  {
    title: 'Weather for the lot',
    url: 'https://www.weather.gov/',
    description: 'Hail and wind before it comes',
    icon: 'Cloud',
    category: 'General',
  },
  {
    title: 'Used car market report',
    url: 'https://www.manheim.com/',
    description: 'Wholesale prices of the week',
    icon: 'ChartLine',
    category: 'Sales',
    roles: ['manager', 'general_manager', 'executive', 'admin'],
  },
];

/** As rows, in their order. */
export function demoShortcuts() {
  return shortcuts.map(({ departments = [], roles = [], ...shortcut }, at) => ({
    ...shortcut,
    departments,
    roles,
    stores: [],
    is_global: departments.length + roles.length === 0,
    is_active: true,
    position: at + 1 - shortcuts.length,
  }));
}
