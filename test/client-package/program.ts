/** A user's program: it has the installed package and nothing else. */
import { Rowhouse, RowhouseError, type SearchRow } from '#client/index.js';

declare const process: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: { write(text: string): void };
};

const { ROWHOUSE_BASE_URL: baseUrl = '', ROWHOUSE_API_KEY: apiKey = '' } = process.env;
const client = new Rowhouse({ baseUrl, apiKey });

const rows: SearchRow<'/portal_a/listings'>[] = [];
for await (const row of client.portalA.listings.rows({ zip: '78704' })) rows.push(row);
const wrong = await client.portalA
  .listings({ zip: '7870' })
  .catch((error: unknown) => (error instanceof RowhouseError ? error.code : 'no RowhouseError'));
process.stdout.write(
  JSON.stringify({ count: rows.length, first: rows[0]?.address.city ?? null, wrong }),
);
