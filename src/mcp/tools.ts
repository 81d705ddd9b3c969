/** The tools, in the order of the list for clients. */
import { ACCOUNT, LIST_SOURCES } from './account-tools.js';
import { ESTIMATE_PRICE } from './estimate-tool.js';
import { FIND_HOMES } from './find-tool.js';
import { GET_AREA_HISTORY } from './history-tool.js';
import { GET_HOME_STORY } from './home-tools.js';
import { KEEP_SEARCH } from './keep-tool.js';
import { GET_HOME, GET_JOB, SEARCH_LISTINGS } from './search-tools.js';
import { SUMMARIZE_AREA } from './summarize-tool.js';
import type { Tool } from './tool.js';
import { CREATE_WATCH, END_WATCH, LIST_EVENTS } from './watch-tools.js';

export const TOOLS: readonly Tool[] = [
  FIND_HOMES,
  SEARCH_LISTINGS,
  GET_JOB,
  GET_HOME,
  GET_HOME_STORY,
  ESTIMATE_PRICE,
  SUMMARIZE_AREA,
  GET_AREA_HISTORY,
  KEEP_SEARCH,
  LIST_SOURCES,
  ACCOUNT,
  CREATE_WATCH,
  END_WATCH,
  LIST_EVENTS,
];
