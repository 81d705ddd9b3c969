/** Words in the names of streets that have more than one spelling, beside the suffixes and directions of postal-words. */

import { tableOf } from './postal-words.js';

/** The map of a table of numbers in words, without the numbers. */
const numbersOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...tableOf(text)].filter(([word]) => !/\d/.test(word)));

/** Abbreviations in names. "Penn" and "Pennsylvania" are two streets of one town, so no such pair is here. */
export const NAME_WORDS = tableOf(`
ACAD ACADEMY
ADM ADMIRAL
ALT ALTERNATE
ARPT AIRPORT
BENJ BENJAMIN
BUS BUSINESS
CAPT CAPTAIN CPT
CEM CEMETERY
CHAS CHARLES
CMDR COMMANDER
CO COUNTY CNTY CTY
COL COLONEL
CTRY COUNTRY CNTRY
DR DOCTOR
FRNTG FRONTAGE FRTG
GEN GENERAL GENL
GEO GEORGE
GOV GOVERNOR
INTL INTERNATIONAL
JR JUNIOR
LTL LITTLE
LT LIEUTENANT
LWR LOWER LOWR
MAJ MAJOR
MEM MEMORIAL MEML
MKT MARKET
NATL NATIONAL
PRES PRESIDENT
PVT PRIVATE PRVT
REV REVEREND
SEN SENATOR
SGT SERGEANT
SR SENIOR
STE SAINTE
SVC SERVICE SERV SRVC
TWP TOWNSHIP TWNSHP
UNIV UNIVERSITY
UPR UPPER UPPR
WM WILLIAM`);

/** Kinds that stand before a Spanish name, after Publication 28: "Avenida" is not "Ave" behind a name. */
export const KIND_WORDS = tableOf(`
AVE AVENIDA AVDA
CALLE CLL
CMT CAMINITO
CAM CAMINO
CER CERRADA
CIR CIRCULO
ENT ENTRADA
PSO PASEO
PLA PLACITA
RCH RANCHO
VER VEREDA`);

/** People whose names are written in several ways: a name, then the ways. Titles and "Jr" may stand around them. */
export const PEOPLE = new Map(
  `MLK: MLK, M L K, M L KING, ML KING, MARTIN LUTHER KING, MARTIN L KING
JFK: JFK, J F K, JOHN F KENNEDY, J F KENNEDY, JF KENNEDY
FDR: FDR, F D R, FRANKLIN D ROOSEVELT, F D ROOSEVELT, FRANKLIN DELANO ROOSEVELT
LBJ: LBJ, L B J, LYNDON B JOHNSON, LYNDON BAINES JOHNSON, L B JOHNSON`
    .split('\n')
    .flatMap((line) => {
      const [name = '', ways = ''] = line.split(': ');
      return ways.split(', ').map((way) => [way, name] as const);
    }),
);
export const TITLES = new Set(['DR', 'DOCTOR', 'REV', 'REVEREND', 'PRES', 'PRESIDENT']);

/** Numbers in words. */
export const ORDINAL_WORDS = numbersOf(`
1 FIRST
2 SECOND
3 THIRD
4 FOURTH
5 FIFTH
6 SIXTH
7 SEVENTH
8 EIGHTH
9 NINTH
10 TENTH
11 ELEVENTH
12 TWELFTH
13 THIRTEENTH
14 FOURTEENTH
15 FIFTEENTH
16 SIXTEENTH
17 SEVENTEENTH
18 EIGHTEENTH
19 NINETEENTH
20 TWENTIETH
30 THIRTIETH
40 FORTIETH FOURTIETH
50 FIFTIETH
60 SIXTIETH
70 SEVENTIETH
80 EIGHTIETH
90 NINETIETH
100 HUNDREDTH`);
export const TENS_WORDS = numbersOf(`
20 TWENTY
30 THIRTY
40 FORTY FOURTY
50 FIFTY
60 SIXTY
70 SEVENTY
80 EIGHTY
90 NINETY`);
export const CARDINAL_WORDS = numbersOf(`
1 ONE
2 TWO
3 THREE
4 FOUR
5 FIVE
6 SIX
7 SEVEN
8 EIGHT
9 NINE
10 TEN
11 ELEVEN
12 TWELVE
13 THIRTEEN
14 FOURTEEN
15 FIFTEEN
16 SIXTEEN
17 SEVENTEEN
18 EIGHTEEN
19 NINETEEN`);

/** Behind these a bare number is an ordinal: "39 Ave" is "39th Ave". */
export const ORDINAL_SUFFIXES = new Set('AVE BLVD CIR CRES CT DR LN PL RD ST TER WAY'.split(' '));
