import type { Store } from '../../../src/platform/contract/access.ts';

interface Rooftop {
  /** What colleagues call it. */
  short: string;
  full: string;
  letter: string;
  models: string[];
  /** Newest repair order at the present. */
  roNow: number;
}

export const rooftops: Record<Store, Rooftop> = {
  ford: {
    short: 'Ford',
    full: 'Larkfield Ford',
    letter: 'F',
    models: [
      'F-150 XLT',
      'F-150 Lariat',
      'F-150 STX',
      'Explorer ST-Line',
      'Explorer XLT',
      'Escape Active',
      'Bronco Big Bend',
      'Bronco Badlands',
      'Bronco Sport Outer Banks',
      'Maverick XLT',
      'Maverick Lariat',
      'Mustang GT',
      'Expedition Limited',
    ],
    roNow: 614_860,
  },
  hyundai: {
    short: 'Hyundai',
    full: 'Larkfield Hyundai',
    letter: 'H',
    models: [
      'Tucson SEL',
      'Tucson Limited',
      'Santa Fe Calligraphy',
      'Santa Fe SEL',
      'Palisade SEL Premium',
      'Palisade Limited',
      'Elantra SEL',
      'Sonata SEL',
      'Kona Limited',
      'Ioniq 5 SEL',
      'Santa Cruz Limited',
    ],
    roNow: 382_415,
  },
  chevrolet: {
    short: 'Chevy',
    full: 'Larkfield Chevrolet',
    letter: 'C',
    models: [
      'Silverado LT Trail',
      'Silverado RST',
      'Silverado LTZ',
      'Equinox LT AWD',
      'Equinox ACTIV',
      'Traverse Premier',
      'Traverse LT',
      'Tahoe Z71',
      'Tahoe LT',
      'Trax 2RS',
      'Trailblazer ACTIV',
      'Colorado Z71',
    ],
    roNow: 725_390,
  },
};

export const usedModels = [
  'Toyota Camry SE',
  'Honda CR-V EX',
  'Ram 1500 Big Horn',
  'Jeep Grand Cherokee',
  'Nissan Rogue SV',
  'Kia Sorento',
  'Silverado 1500 LT',
  'F-150 XLT',
  'Equinox LT',
  'Elantra SEL',
  'Santa Fe SEL',
  'Toyota RAV4 XLE',
  'Subaru Outback',
  'GMC Terrain SLE',
];

export const colors = [
  'white',
  'black',
  'silver',
  'gray',
  'red',
  'dark blue',
  'green',
  'pearl white',
  'orange',
];

export const givenNames = [
  'Alicia',
  'Brandon',
  'Carmen',
  'Dwight',
  'Elena',
  'Felix',
  'Gwen',
  'Hassan',
  'Irene',
  'Jamal',
  'Kirsten',
  'Leo',
  'Mei',
  'Nadia',
  'Owen',
  'Paula',
  'Quentin',
  'Rosa',
  'Sanjay',
  'Tanya',
];

export const familyNames = [
  'Albright',
  'Barrera',
  'Chowdhury',
  'Dombrowski',
  'Eastman',
  'Fennimore',
  'Gutierrez',
  'Hendricks',
  'Iverson',
  'Jamison',
  'Kowalski',
  'Lindgren',
  'Mbeki',
  'Novotny',
  'Ortega',
  'Pham',
  'Quigley',
  'Rasmussen',
  'Sandhu',
  'Thornberry',
  'Unruh',
  'Vasquez',
  'Wetzel',
  'Yamada',
  'Zook',
  'Bergstrom',
  'Cisneros',
  'Friesen',
  'Harms',
  'Nakamura',
  'Osei',
  'Penner',
  'Schroeder',
  'Trujillo',
];
