/**
 * The benchmark: portals with questions about them, on one loopback server. Each question has its
 * own address of its portal, where its requests are counted and its fault strikes
 * (docs/benchmark.md). Nothing else of the sandbox is served: no truth, no faults, no clock.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dayOf, isoDate } from '../data/calendar.js';
import { isForeign, jsonReply, readBody, type SandboxReply, send, URL_CHARS_MAX } from '../http.js';
import type { SandboxOptions } from '../options.js';
import type { PortalRequest } from '../portal.js';
import { replyWith } from '../serve-portal.js';
import { type SandboxServer, serveRequests } from '../server.js';
import { openState, type SandboxState } from '../state.js';
import { membersOf, readJson } from '../text.js';
import { type BenchmarkQuestion, type ExamQuestion, makeExam } from './exam.js';
import { ANSWER_BYTES_MAX, readAnswers } from './read-answers.js';
import { type BenchmarkScore, reportOf, totalsOf } from './report.js';
import { FIELDS, scoreQuestion, type Traffic } from './score.js';

export interface Benchmark extends SandboxServer {
  readonly seed: number;
  readonly day: string;
  readonly questions: number;
}

/** Requests of one question, and how long after the first one the portal answers it. */
const REQUESTS_MAX = 5_000;
const QUESTION_MS_MAX = 3_600_000;
const CURRENT = 'current';

interface BenchmarkServer {
  readonly state: SandboxState;
  readonly exam: ReadonlyMap<string, ExamQuestion>;
  readonly day: string;
  readonly traffic: Map<string, QuestionTraffic>;
  /** The question that /current is about. */
  current: string | null;
}

interface QuestionTraffic extends Traffic {
  requests: number;
  struck: number;
  readonly fromMs: number;
}

/** Listens and draws the questions. The homes stay as they are at the start. */
export async function startBenchmark(options: SandboxOptions): Promise<Benchmark> {
  // A home whose place the portal withholds is in no area for certain.
  const state = openState({ ...options, hidden: 0 });
  const atMs = state.world.nowMs();
  state.world.set({ atMs, speed: 0 });
  let served: BenchmarkServer | undefined;
  // The port first: a start that cannot have it ends at once.
  const server = await serveRequests(options, state.closing, async (request, response) => {
    if (served !== undefined) return answer(served, request, response);
    send(response, jsonReply(503, { error: 'The benchmark is starting.' }));
  });
  const questions = await makeExam(state);
  const day = isoDate(dayOf(atMs));
  const exam = new Map(questions.map((question) => [question.id, question]));
  served = { state, exam, day, traffic: new Map(), current: null };
  return { ...server, seed: state.seed, day, questions: questions.length };
}

async function answer(
  served: BenchmarkServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = request.url ?? '/';
  if (target.length > URL_CHARS_MAX) return send(response, { status: 414, text: 'too long' });
  const url = new URL(`http://benchmark.invalid${target}`);
  const isScore = url.pathname === '/score';
  const body = await readBody(request, isScore ? ANSWER_BYTES_MAX : undefined);
  if (body === undefined) {
    return send(response, jsonReply(413, { error: 'The body is too large.' }));
  }
  const { method = 'GET', headers } = request;
  const [, first = '', second = ''] = url.pathname.split('/', 3);
  const path = url.pathname.slice(first.length + second.length + 2);
  const asked = { method, path, query: url.searchParams, body, headers };
  if (second === '') {
    const reply = isForeign(request)
      ? jsonReply(403, { error: 'Pages of other sites cannot use the benchmark.' })
      : answerOther(served, first, asked, headers.host ?? '');
    return send(response, reply);
  }
  const reply = await answerQuestion(served, first, second, asked);
  // A hanging fault sends no reply; the connection ends with the benchmark.
  return reply === undefined ? undefined : send(response, reply);
}

/** The endpoints beside the portals. */
function answerOther(
  served: BenchmarkServer,
  name: string,
  { method, query, body }: PortalRequest,
  host: string,
): SandboxReply {
  const isPost = method === 'POST';
  if (name === CURRENT && isPost) return setCurrent(served, body);
  const isScore = name === 'score' && isPost;
  if (!isScore && !(name === 'questions' && !isPost)) {
    return jsonReply(404, { error: 'GET /questions, POST /current or POST /score' });
  }
  const chosen = questionsAbout(served, query.get('portal'));
  if (typeof chosen === 'string') return jsonReply(400, { error: chosen });
  if (isScore) return answerScore(served, chosen, query, body);
  return jsonReply(200, showQuestions(served, chosen, host));
}

/** The questions about some portals, or about all; a text describes an error in the names. */
function questionsAbout({ exam }: BenchmarkServer, names: string | null) {
  const all = [...exam.values()];
  if (names === null) return all;
  const asked = names.split(',');
  const known = [...new Set(all.map(({ portal }) => portal))].sort();
  return asked.every((name) => known.some((one) => one === name))
    ? all.filter(({ portal }) => asked.includes(portal))
    : `"portal" must be some of ${known.join(', ')}, separated by commas.`;
}

function showQuestions(
  { state, day }: BenchmarkServer,
  chosen: readonly ExamQuestion[],
  host: string,
) {
  const shown = (question: BenchmarkQuestion) => {
    const { id, portal, kind, statuses, sold_within_days, sold_since, filters, area } = question;
    return {
      id,
      portal,
      kind,
      statuses,
      sold_within_days,
      sold_since,
      filters,
      area,
      fields: ['source_id', ...Object.keys(FIELDS[kind])],
      url: `http://${host}/${id}/${portal}`,
    };
  };
  return { seed: state.seed, day, questions: chosen.map(shown) };
}

function setCurrent(served: BenchmarkServer, body: string): SandboxReply {
  const question = membersOf(readJson(body))?.['question'];
  if (typeof question !== 'string' || !served.exam.has(question)) {
    return jsonReply(400, { error: 'Send {"question":"q01"} with the id of a question.' });
  }
  served.current = question;
  return jsonReply(200, { question });
}

function answerScore(
  served: BenchmarkServer,
  chosen: readonly ExamQuestion[],
  query: URLSearchParams,
  body: string,
): SandboxReply {
  const answers = readAnswers(body, new Set(chosen.map(({ id }) => id)));
  if (typeof answers === 'string') return jsonReply(400, { error: answers });
  const none = { requests: 0, struck: 0 };
  const questions = chosen.map((question) =>
    scoreQuestion(question, answers.get(question.id), served.traffic.get(question.id) ?? none),
  );
  const { seed } = served.state;
  const score: BenchmarkScore = { seed, day: served.day, totals: totalsOf(questions), questions };
  return query.get('format') === 'json'
    ? jsonReply(200, score)
    : { status: 200, text: reportOf(score) };
}

/** A request to a question's portal. */
async function answerQuestion(
  served: BenchmarkServer,
  first: string,
  name: string,
  request: PortalRequest,
): Promise<SandboxReply | undefined> {
  const { state, exam } = served;
  const id = first === CURRENT ? served.current : first;
  if (id === null) {
    return jsonReply(409, { error: 'No question is current: POST /current {"question":"q01"}.' });
  }
  const question = exam.get(id);
  const portal = state.portals.get(name);
  if (question === undefined || question.portal !== name || portal === undefined) {
    return jsonReply(404, { error: `${id} is not a question about ${name}: see GET /questions.` });
  }
  const traffic = trafficOf(served, id);
  if (traffic.requests >= REQUESTS_MAX) {
    return jsonReply(429, { error: `${id} has used its ${REQUESTS_MAX} requests.` });
  }
  if (state.clock.nowMs() - traffic.fromMs > QUESTION_MS_MAX) {
    return jsonReply(410, { error: `${id} is over: an hour has passed since its first request.` });
  }
  traffic.requests += 1;
  const { fault } = question;
  const isStruck =
    fault !== undefined &&
    traffic.requests >= fault.from &&
    traffic.requests < fault.from + (fault.times ?? REQUESTS_MAX);
  if (!isStruck) return replyWith(state, portal, request);
  traffic.struck += 1;
  return replyWith(state, portal, request, { mode: fault.mode, rate: 1, latency_ms: 0 });
}

function trafficOf({ state, traffic }: BenchmarkServer, id: string): QuestionTraffic {
  const known = traffic.get(id) ?? { requests: 0, struck: 0, fromMs: state.clock.nowMs() };
  traffic.set(id, known);
  return known;
}
