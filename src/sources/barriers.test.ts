import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barrierIn } from './barriers.js';

const PORTALS = ['portal_a', 'portal_b', 'nyc_portal', 'auction'] as const;
const BASE = 'https://up.example/api';
const page = (markup: string) => `<!DOCTYPE html><html><head>${markup}</head><body></body></html>`;

/** The barriers of a source, and what the message names. */
const BARRIERS: readonly (readonly [what: string, body: string, named: RegExp])[] = [
  ['px-captcha', page('<div id="px-captcha"></div>'), /challenge page \(px-captcha/],
  [
    'captcha-delivery',
    page('<script src="https://ct.captcha-delivery.com/c.js"></script>'),
    /challenge page \(captcha-delivery/,
  ],
  [
    'captcha-delivery as JSON',
    '{"url":"https://geo.captcha-delivery.com/captcha/?cid=1"}',
    /challenge page \(captcha-delivery/,
  ],
  [
    'awswaf.com',
    page('<script src="https://x.token.awswaf.com/x/challenge.js"></script>'),
    /challenge page \(awswaf\.com/,
  ],
];

for (const source of PORTALS) {
  test(`${source}: every challenge page is a block by its name, with 200, 202 and 403`, () => {
    for (const [what, body, named] of BARRIERS) {
      for (const status of [200, 202, 403]) {
        const barrier = barrierIn(source, { status, headers: {}, body }, BASE);
        assert.ok(barrier !== null, `${what} with ${status}`);
        assert.deepEqual([barrier.kind, barrier.blocked], ['refused', true]);
        assert.match(barrier.message, named);
        assert.ok(barrier.message.startsWith(`${source} blocked the request`), barrier.message);
      }
      assert.equal(barrierIn(source, { status: 503, headers: {}, body }, BASE), null, what);
    }
  });

  test(`${source}: a query that is barred by its form is a change, and no block`, () => {
    const errors = [{ message: 'no', extensions: { code: 'GRAPH_RESILIENCY_ERROR' } }];
    const answer = (json: object) => ({ status: 200, headers: {}, body: JSON.stringify(json) });
    for (const json of [{ errors }, { errors, data: null }, { errors, data: { search: null } }]) {
      const barrier = barrierIn(source, answer(json), BASE);
      assert.deepEqual([barrier?.kind, barrier?.blocked], ['changed', false]);
      assert.match(
        barrier?.message ?? '',
        /blocks queries of this form \(GRAPH_RESILIENCY_ERROR\)/,
      );
    }
    // Errors beside an answer concern some of its members.
    assert.equal(
      barrierIn(source, answer({ errors, data: { search: { homes: [] } } }), BASE),
      null,
    );
    assert.equal(barrierIn(source, answer({ data: 'GRAPH_RESILIENCY_ERROR' }), BASE), null);
  });

  test(`${source}: a redirect to the start page says that the search is out of range`, () => {
    const to = (location: string, status = 302) =>
      barrierIn(source, { status, headers: { location }, body: '' }, BASE);
    for (const start of ['/', 'https://up.example/', '/?from=search', '/api', '/api/']) {
      assert.equal(to(start)?.kind, 'changed', start);
      assert.match(to(start, 307)?.message ?? '', /home page \(HTTP 307\).*out of range/);
    }
    assert.equal(to('/homes/2_p/'), null);
    assert.equal(to(''), null);
    assert.equal(to('https://['), null);
  });
}

const WORDS = 'px-captcha, captcha-delivery, awswaf.com and challenge.js are words of my remark';

test('honest responses whose homes mention challenges are not barriers', () => {
  const remarks = { homes: [{ id: 1, remark: WORDS }] };
  const json = JSON.stringify(remarks);
  const bodies = [
    json,
    `{}&&${json}`,
    JSON.stringify([remarks]),
    `id,remark\r\n1,"${WORDS}"\r\n`,
    `<html><script id="__NEXT_DATA__" type="application/json">${json}</script></html>`,
  ];
  for (const body of bodies) {
    assert.equal(barrierIn('portal_a', { status: 200, headers: {}, body }, BASE), null, body);
  }
  const large = page(`<p>${WORDS}</p>`) + ' '.repeat(80 * 1_024);
  assert.equal(barrierIn('portal_a', { status: 200, headers: {}, body: large }, BASE), null);
});
