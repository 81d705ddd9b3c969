/** Names of cities that no gazetteer spells the way people or the Census Bureau do. */

/** State, the other name, and the name under which the city is found. */
export const CITY_ALIASES: readonly (readonly [state: string, alias: string, name: string])[] = [
  ['CA', 'San Buenaventura', 'Ventura'],
  ['CA', 'El Paso de Robles', 'Paso Robles'],
  ['DC', 'Washington DC', 'Washington'],
  ['DC', 'District of Columbia', 'Washington'],
  ['GA', 'Athens-Clarke County', 'Athens'],
  ['GA', 'Augusta-Richmond County', 'Augusta'],
  ['GA', 'Macon-Bibb County', 'Macon'],
  ['HI', 'Urban Honolulu', 'Honolulu'],
  ['ID', 'Boise City', 'Boise'],
  ['KY', 'Lexington-Fayette', 'Lexington'],
  ['KY', 'Lexington-Fayette Urban County', 'Lexington'],
  ['KY', 'Louisville/Jefferson County', 'Louisville'],
  ['KY', 'Louisville-Jefferson', 'Louisville'],
  ['MT', 'Anaconda-Deer Lodge County', 'Anaconda'],
  ['MT', 'Butte-Silver Bow', 'Butte'],
  ['TN', 'Nashville-Davidson', 'Nashville'],
  ['TN', 'Nashville-Davidson metropolitan government', 'Nashville'],
  ['TN', 'Hartsville/Trousdale County', 'Hartsville'],
];

/**
 * New York City and its boroughs: the post office calls Manhattan "New York" and most of Queens by
 * its neighbourhoods, so here the ZIPs of the borough make the city. The whole city has no borough.
 */
export const NYC_CITIES: readonly {
  readonly borough: string | null;
  readonly names: readonly string[];
}[] = [
  { borough: null, names: ['New York', 'New York City', 'NYC', 'City of New York'] },
  { borough: 'Manhattan', names: ['Manhattan'] },
  { borough: 'Bronx', names: ['Bronx', 'The Bronx'] },
  { borough: 'Brooklyn', names: ['Brooklyn'] },
  { borough: 'Queens', names: ['Queens'] },
  { borough: 'Staten Island', names: ['Staten Island'] },
];
