/** The doctor's look at the certificate files that settings name. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deniedPath } from '#cli/file-fault.js';
import { DAY_MS } from '#contract/durations.js';
import { isoDay } from '#domain/days.js';
import { text } from './config-values.js';
import { fault, fine, type Patient, type Said, warning } from './doctor-patient.js';
import { sayFault } from './say-fault.js';

/** A certificate that ends sooner is a warning. */
export const CERTIFICATE_DAYS_ENOUGH = 30;

/** Files of the authorities that are trusted, and of certificates with the chain they need. */
const AUTHORITIES = ['NODE_EXTRA_CA_CERTS'];
const AUTHORITIES_OF_TRACES = [
  'OTEL_EXPORTER_OTLP_CERTIFICATE',
  'OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE',
];
const CHAINS_OF_TRACES = [
  'OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE',
  'OTEL_EXPORTER_OTLP_TRACES_CLIENT_CERTIFICATE',
];

interface NamedFile {
  readonly name: string;
  readonly path: string | null | undefined;
  /** Whether one valid certificate is enough: nobody knows which of the authorities is used. */
  readonly oneIsEnough: boolean;
}
const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** One finding for each file that a setting in use names. */
export async function checkCertificates(patient: Patient): Promise<readonly Said[]> {
  const now = patient.nowMs();
  const said = filesOf(patient).flatMap(({ path, ...file }) =>
    path ? [lookAt({ ...file, path }, now)] : [],
  );
  return said.length > 0 ? said : [fine('no setting names a file')];
}

function filesOf({ env, config }: Patient): readonly NamedFile[] {
  const query = config.databaseUrl === null ? null : new URL(config.databaseUrl).searchParams;
  const isTraced = config.traces !== null;
  const named = (names: readonly string[], oneIsEnough: boolean) =>
    names.map((name) => ({ name, path: text(env, name), oneIsEnough }));
  return [
    ...named([...AUTHORITIES, ...(isTraced ? AUTHORITIES_OF_TRACES : [])], true),
    ...named(isTraced ? CHAINS_OF_TRACES : [], false),
    { name: 'sslrootcert of DATABASE_URL', path: query?.get('sslrootcert'), oneIsEnough: true },
    { name: 'sslcert of DATABASE_URL', path: query?.get('sslcert'), oneIsEnough: false },
  ];
}

function lookAt(file: NamedFile & { readonly path: string }, nowMs: number): Said {
  const about = `${file.name}, ${file.path}`;
  try {
    const found = (readFileSync(file.path, 'utf8').match(PEM) ?? []).map(
      (pem) => new X509Certificate(pem),
    );
    if (found.length === 0) {
      return fault(`${about} contains no certificate in PEM form. Name a file with one.`);
    }
    return expiryOf(about, found, file.oneIsEnough, nowMs);
  } catch (error) {
    return fault(
      `${about} cannot be read: ${deniedPath(error) ?? sayFault(error)} Name a file that the service may read.`,
    );
  }
}

function expiryOf(
  about: string,
  found: readonly X509Certificate[],
  oneIsEnough: boolean,
  nowMs: number,
): Said {
  const ends = found.map(({ validTo }) => Date.parse(validTo));
  const end = oneIsEnough ? Math.max(...ends) : Math.min(...ends);
  const days = Math.floor((end - nowMs) / DAY_MS);
  if (end < nowMs) return fault(`${about} ended on ${isoDay(end)}. ${REPLACE}`);
  if (days < CERTIFICATE_DAYS_ENOUGH) {
    return warning(`${about} ends on ${isoDay(end)}, in ${days} days. ${REPLACE}`);
  }
  return fine(`${about} is valid until ${isoDay(end)}`);
}

const REPLACE = 'Replace the file with a renewed one and restart the service.';
