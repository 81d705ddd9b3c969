/** The areas of the portal, and those that contain the homes of each ZIP. */

/** The parts of each area, by its code: a tree from the whole city (1) down. */
export const PARTS: Readonly<Record<number, string>> = {
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

/** The areas of each ZIP, the one with most homes first. Other ZIPs' homes are in OTHER_AREAS. */
export const AREAS_OF_ZIPS = `
  10001 163 115 146 122, 10002 109 111 110, 10003 117 113 118, 10004 104, 10005 104 114, 10006
  104, 10007 105 103, 10009 117 106, 10010 133 113 158, 10011 115 163 157, 10012 107 118 162 116,
  10013 105 166 110, 10014 157 166, 10016 130 133 159, 10017 132 134 123, 10018 122 152 124, 10019
  152 120 121, 10020 120, 10021 140 141 142, 10022 131 123, 10023 136 137, 10024 137, 10025 138
  137 147, 10026 165 154, 10027 161 147 154, 10028 142 143 140, 10029 155, 10030 154, 10031 148
  153, 10032 149 148, 10033 149 145, 10034 150, 10035 155, 10036 152 124 120, 10037 154 155, 10038
  114 104 111, 10039 154 149, 10040 151 149 150, 10044 101, 10065 141 140, 10069 136, 10075 140
  142 141, 10103 120, 10110 120, 10111 120, 10112 120, 10115 147, 10119 122, 10128 142 143 164,
  10152 123, 10153 121, 10154 123, 10162 142, 10165 132, 10167 132, 10168 132, 10169 132, 10170
  132, 10171 132, 10172 132, 10173 132, 10174 132, 10177 132, 10199 146, 10271 104, 10278 103,
  10279 105, 10280 112, 10281 112, 10282 112, 10301 566 547 569 516 575, 10302 556 582, 10303 544
  528 509, 10304 575 519 571 553, 10305 510 568 562 522, 10306 548 550 591 511 546, 10307 577,
  10308 531 511, 10309 554 557 517, 10310 580 516, 10311 549, 10312 538 508 525 507, 10314 514 549
  582 583 578, 10451 201 211 202, 10452 210 211, 10453 212 213 248, 10454 203 201 271, 10455 205
  201, 10456 211 207 205 208, 10457 248 207 218 215, 10458 214 218 260, 10459 205 209, 10460 216
  209 231 219, 10461 237 233 274 235, 10462 231 240 229, 10463 224 225 249 220, 10464 236, 10465
  232 273 267, 10466 245 276, 10467 260 241 242, 10468 224 214 213 220, 10469 266 243 241, 10470
  244 245, 10471 225 227, 10472 228 231 229, 10473 228 229, 10474 204 203, 10475 234 246, 11001
  442, 11004 442 439, 11005 442, 11040 449, 11101 402 403 478, 11102 401, 11103 401, 11104 403,
  11105 401 474, 11106 402 401, 11109 402 478, 11201 303 305 304 308, 11203 358 309 330, 11204 338
  334 335, 11205 310 364 304, 11206 302 310 313 373, 11207 314 313 315 347, 11208 314 347 316,
  11209 331 333, 11210 348 360 358, 11211 302 373, 11212 354 358, 11213 325 327, 11214 337 336
  334, 11215 367 319 320, 11216 310 325, 11217 319 306 320, 11218 340 324 346, 11219 338 332,
  11220 323 331, 11221 310 313 312, 11222 301, 11223 337 349 339, 11224 341 342 345, 11225 329
  325, 11226 346 358, 11228 332 334 336, 11229 349 370 361 366 344, 11230 348 346 352 339, 11231
  318 321 328, 11232 323, 11233 310 325 353 312, 11234 361 360 363, 11235 349 342 350, 11236 359,
  11237 313 302 373, 11238 364 325 326, 11239 314 317, 11243 304, 11249 302, 11354 416 418 457,
  11355 416 456, 11356 418, 11357 417 460 461, 11358 416, 11359 428, 11360 428 480, 11361 428,
  11362 429 430, 11363 429 430, 11364 428 451, 11365 416 419 455 454, 11366 416 419, 11367 420
  416, 11368 409 405 416, 11369 406, 11370 406 401, 11371 406, 11372 405, 11373 408, 11374 414,
  11375 415, 11377 404 410 403, 11378 410, 11379 411 408, 11385 412 413, 11411 437, 11412 435,
  11413 445 436 444, 11414 425 470 471, 11415 424 423, 11416 426, 11417 426, 11418 423, 11419 423,
  11420 427 423, 11421 422, 11422 444 436, 11423 434, 11424 424, 11426 443, 11427 443 438 451,
  11428 438, 11429 438 442, 11430 432, 11432 447 432 421, 11433 432 435, 11434 432, 11435 432 446,
  11436 432 427, 11439 432, 11451 432, 11691 440 462 466, 11692 448, 11693 441 473, 11694 452 463
  465, 11697 464
`;

/** One area per borough that no client knows. */
export const OTHER_AREAS: Readonly<Record<number, string>> = {
  100: '180 Anchor Reach',
  200: '280 Bellows Yard',
  300: '390 Inkpot Corner',
  400: '490 Juniper Slip',
  500: '595 Lantern Square',
};
