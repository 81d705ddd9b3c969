/** All questions, as agents put them. */
import { AREA_QUESTIONS } from './area.js';
import type { Question } from './asker.js';
import { HOME_QUESTIONS } from './home.js';

export const QUESTIONS: readonly Question[] = [...AREA_QUESTIONS, ...HOME_QUESTIONS];
