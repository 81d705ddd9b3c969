/**
 * `rowhouse doctor`: what would prevent, hinder or end the service on this machine. It reads only:
 * no migration, no file in the data directory, no lock that a start would meet.
 */
import type { CheckResult } from '#cli/doctor-command.js';
import { deniedPath } from '#cli/file-fault.js';
import type { Config } from './config.js';
import { ADMIN_TOKEN_FILE, packageVersion, readDataFile } from './data-files.js';
import { checkCertificates } from './doctor-certificates.js';
import { checkDirectory, checkDisk } from './doctor-disk.js';
import { type Examination, fault, type Patient, type Said, warning } from './doctor-patient.js';
import { askService, checkPorts, checkService } from './doctor-service.js';
import { checkNode, checkSettings } from './doctor-settings.js';
import { checkSources } from './doctor-sources.js';
import { checkClock, checkStore, checkWebhooks, lookAtStore } from './doctor-store.js';
import { sayFault } from './say-fault.js';
import { systemClock } from './system.js';

interface Check {
  readonly check: string;
  /** Parts of the settings without which there is nothing to check. */
  readonly needs: readonly (keyof Config)[];
  readonly run: (patient: Patient) => Promise<readonly Said[]>;
}

const STORE = ['dataDir', 'databaseUrl'] as const;

/** In the order in which they are printed. */
const CHECKS: readonly Check[] = [
  { check: 'settings', needs: [], run: checkSettings },
  { check: 'node', needs: [], run: checkNode },
  { check: 'directory', needs: STORE, run: checkDirectory },
  { check: 'disk', needs: STORE, run: checkDisk },
  { check: 'service', needs: ['dataDir', 'adminPort', 'adminToken'], run: checkService },
  { check: 'ports', needs: ['host', 'port', 'adminPort', 'metrics', 'role'], run: checkPorts },
  { check: 'store', needs: STORE, run: checkStore },
  { check: 'clock', needs: STORE, run: checkClock },
  { check: 'webhooks', needs: STORE, run: checkWebhooks },
  { check: 'sources', needs: ['upstreams', 'sandbox'], run: checkSources },
  { check: 'certificates', needs: ['databaseUrl', 'traces'], run: checkCertificates },
];

/** All results, in the order of the checks. */
export async function examine(examination: Examination): Promise<readonly CheckResult[]> {
  const { config, adminUrl } = examination;
  const patient: Patient = {
    ...examination,
    version: packageVersion(),
    nowMs: systemClock.nowMs,
    service: once(() => askService(adminUrl, tokenOf(config))),
    // What cannot be read is one fault, however many checks look at it.
    store: once(() =>
      lookAtStore(patient).catch((error: unknown) => ({
        facts: null,
        said: fault(explain(error)),
      })),
    ),
  };
  const found: CheckResult[] = [];
  for (const { check, needs, run } of CHECKS) {
    const wrong = examination.faults.find(({ part }) => part !== null && needs.includes(part));
    const said =
      wrong === undefined
        ? await run(patient).catch((error: unknown) => [fault(explain(error))])
        : [
            warning(
              'not checked: it needs a setting that is wrong. Correct it and run this again.',
            ),
          ];
    found.push(...said.map((one) => ({ check, ...one })));
  }
  return found;
}

const tokenOf = ({ adminToken, dataDir }: Config): string | null =>
  adminToken ?? readDataFile(dataDir, ADMIN_TOKEN_FILE);

/** A denied file is most often one of the service, which runs as another user. */
function explain(error: unknown): string {
  const denied = deniedPath(error);
  return denied === null ? sayFault(error) : `${denied} Run this as the user of the service.`;
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= Promise.resolve().then(ask);
    return asked;
  };
}
