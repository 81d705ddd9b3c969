/** Opens the traces: the packages of OpenTelemetry are loaded where an operator has set an endpoint, and not before. */
import { OperatorError } from '#base/operator-error.js';
import { type Traces, UNTRACED } from '#base/traces.js';
import type { TraceSettings } from './config-traces.js';
import type { TraceParts } from './opentelemetry.js';

/** Traces that are sent to the endpoint of the settings; none without settings. Throws OperatorError without the packages. */
export async function openTraces(
  settings: TraceSettings | null,
  parts: TraceParts,
): Promise<Traces> {
  if (settings === null) return UNTRACED;
  const { collectTraces } = await import('./opentelemetry.js').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new OperatorError(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages of OpenTelemetry are not installed. Install without --omit=optional, or unset it.',
    );
  });
  return collectTraces(settings, parts);
}
