/**
 * The parts of New York City as people who search for homes there name them: each area with its
 * code, by the code of the area that contains it, from the whole city (1) down.
 */
export const NYC_AREAS: Readonly<Record<number, string>> = {
  1: '100 Manhattan, 200 Bronx, 300 Brooklyn, 400 Queens, 500 Staten Island',
  100: `101 Roosevelt Island, 102 All Downtown, 119 All Midtown, 135 All Upper West Side, 139 All
    Upper East Side, 144 All Upper Manhattan`,
  102: `103 Civic Center, 104 Financial District, 105 Tribeca, 106 Stuyvesant Town/PCV, 107 Soho, 108
    Little Italy, 109 Lower East Side, 110 Chinatown, 112 Battery Park City, 113 Gramercy Park,
    115 Chelsea, 116 Greenwich Village, 117 East Village, 157 West Village, 158 Flatiron, 162
    Nolita`,
  104: '114 Fulton/Seaport',
  107: '166 Hudson Square',
  109: '111 Two Bridges',
  115: '163 West Chelsea',
  116: '118 Noho',
  158: '159 NoMad',
  119: '120 Midtown, 121 Central Park South, 122 Midtown South, 123 Midtown East, 124 Midtown West',
  123: '130 Murray Hill, 131 Sutton Place, 132 Turtle Bay, 133 Kips Bay',
  132: '134 Beekman',
  124: "146 Hudson Yards, 152 Hell's Kitchen",
  135: '137 Upper West Side',
  137: '136 Lincoln Square, 138 Manhattan Valley',
  139: '140 Upper East Side',
  140: '141 Lenox Hill, 142 Yorkville, 143 Carnegie Hill, 164 Upper Carnegie Hill',
  144: `147 Morningside Heights, 148 Hamilton Heights, 149 Washington Heights, 150 Inwood, 153 West
    Harlem, 154 Central Harlem, 155 East Harlem, 226 Marble Hill`,
  149: '145 Hudson Heights, 151 Fort George',
  153: '161 Manhattanville',
  154: '165 South Harlem',
  200: `201 Mott Haven, 202 Melrose, 203 Port Morris, 204 Hunts Point, 205 Longwood, 207 Morrisania,
    209 Crotona Park East, 210 Highbridge, 211 Concourse, 212 Morris Heights, 213 University
    Heights, 214 Fordham, 216 East Tremont, 218 Belmont, 221 Bedford Park, 224 Kingsbridge, 225
    Riverdale, 228 Soundview, 229 Castle Hill, 231 Parkchester, 232 Throgs Neck, 233 Pelham Bay,
    234 Co-op City, 236 City Island, 237 Morris Park, 238 Pelham Parkway, 240 Van Nest, 241
    Laconia, 242 Williamsbridge, 243 Baychester, 244 Woodlawn, 245 Wakefield, 246 Eastchester, 248
    Tremont, 260 Norwood, 265 Bronxwood, 266 Pelham Gardens, 270 Woodstock, 272 Westchester
    Village, 273 Country Club, 274 Schuylerville, 276 Edenwald`,
  201: '271 North New York',
  207: '208 Claremont',
  216: '219 West Farms',
  224: '220 Kingsbridge Heights',
  225: '227 Fieldston, 249 Spuyten Duyvil',
  232: '267 Locust Point',
  248: '215 Mt. Hope',
  272: '235 Westchester Square',
  300: `301 Greenpoint, 302 Williamsburg, 303 Downtown Brooklyn, 304 Fort Greene, 305 Brooklyn
    Heights, 306 Boerum Hill, 307 DUMBO, 310 Bedford-Stuyvesant, 313 Bushwick, 314 East New York,
    318 Red Hook, 319 Park Slope, 320 Gowanus, 321 Carroll Gardens, 322 Cobble Hill, 323 Sunset
    Park, 324 Windsor Terrace, 325 Crown Heights, 326 Prospect Heights, 328 Columbia St Waterfront
    District, 329 Prospect Lefferts Gardens, 331 Bay Ridge, 332 Dyker Heights, 334 Bensonhurst,
    336 Bath Beach, 337 Gravesend, 338 Borough Park, 339 Ocean Parkway, 340 Kensington, 341 Coney
    Island, 342 Brighton Beach, 343 Ditmas Park, 345 Seagate, 346 Flatbush, 348 Midwood, 349
    Sheepshead Bay, 350 Manhattan Beach, 354 Brownsville, 355 Prospect Park South, 358 East
    Flatbush, 359 Canarsie, 360 Flatlands, 361 Marine Park, 362 Mill Basin, 363 Bergen Beach, 364
    Clinton Hill, 365 Old Mill Basin, 367 Greenwood, 370 Gerritsen Beach`,
  302: '373 East Williamsburg',
  307: '308 Vinegar Hill',
  310: '312 Stuyvesant Heights, 353 Ocean Hill',
  314: '315 New Lots, 316 City Line, 317 Starrett City, 347 Cypress Hills',
  325: '327 Weeksville',
  331: '333 Fort Hamilton',
  338: '335 Mapleton',
  343: '352 Fiske Terrace',
  349: '344 Homecrest, 366 Madison',
  358: '309 Farragut, 330 Wingate',
  400: `401 Astoria, 402 Long Island City, 403 Sunnyside, 404 Woodside, 405 Jackson Heights, 406 East
    Elmhurst, 407 North Corona, 408 Elmhurst, 409 Corona, 410 Maspeth, 411 Middle Village, 412
    Ridgewood, 413 Glendale, 414 Rego Park, 415 Forest Hills, 416 Flushing, 417 Whitestone, 418
    College Point, 419 Fresh Meadows, 420 Kew Gardens Hills, 421 Jamaica Hills, 422 Woodhaven, 423
    Richmond Hill, 424 Kew Gardens, 425 Howard Beach, 426 Ozone Park, 427 South Ozone Park, 428
    Bayside, 429 Douglaston, 430 Little Neck, 431 Auburndale, 432 Jamaica, 433 South Jamaica, 434
    Hollis, 435 St. Albans, 436 Laurelton, 437 Cambria Heights, 438 Queens Village, 439 Glen Oaks,
    442 Floral Park, 443 Bellerose, 444 Rosedale, 445 Springfield Gardens, 446 Briarwood, 447
    Jamaica Estates, 449 New Hyde Park, 450 South Richmond Hill, 451 Oakland Gardens, 453
    Hillcrest, 454 Pomonok, 455 Utopia, 459 Clearview, 477 Rockaway All, 479 Brookville`,
  401: '474 Ditmars-Steinway',
  402: '478 Hunters Point',
  416: '456 East Flushing, 457 Murray Hill (Queens)',
  417: '460 Malba, 461 Beechhurst',
  425: `467 Hamilton Beach, 468 Ramblersville, 469 Rockwood Park, 470 Lindenwood, 471 Old Howard Beach
`,
  428: '480 Bay Terrace (Queens)',
  477: `440 Far Rockaway, 441 Broad Channel, 448 Arverne, 452 Rockaway Park, 462 Bayswater, 463 Belle
    Harbor, 464 Breezy Point, 465 Neponsit, 466 Edgemere, 473 Hammels`,
  500: '501 North Shore, 502 South Shore, 503 East Shore, 504 West Shore, 505 Mid-Island',
  501: `509 Arlington, 519 Clifton, 524 Elm Park, 533 Grymes Hill, 537 Howland Hook, 544 Mariners
    Harbor, 547 New Brighton, 553 Park Hill, 556 Port Richmond, 562 Rosebank, 565 Shore Acres, 566
    Silver Lake, 569 Saint George, 571 Stapleton, 576 Tompkinsville, 580 West Brighton`,
  502: `507 Annadale, 508 Arden Heights, 517 Charleston, 525 Eltingville, 531 Great Kills, 532
    Greenridge, 538 Huguenot, 554 Pleasant Plains, 557 Princes Bay, 560 Richmond Valley, 563
    Rossville, 577 Tottenville, 584 Woodrow`,
  503: `510 Arrochar, 511 Bay Terrace, 522 Dongan Hills, 523 Egbertville, 526 Emerson Hill, 527 Fort
    Wadsworth, 529 Grant City, 530 Grasmere, 540 Lighthouse Hill, 546 Midland Beach, 548 New Dorp,
    550 Oakwood, 551 Ocean Breeze, 561 Richmondtown, 568 South Beach, 575 Todt Hill, 591 New Dorp
    Beach, 592 Oakwood Beach`,
  504: '512 Bloomfield, 518 Chelsea (Staten Island), 578 Travis',
  505: `514 Bulls Head, 516 Castleton Corners, 528 Graniteville, 543 Manor Heights, 545 Meiers
    Corners, 549 New Springville, 573 Sunnyside (Staten Island), 582 Westerleigh, 583 Willowbrook`,
};
