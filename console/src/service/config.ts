/** What the service sends its console before a key is known. Not part of the API, so not in the client. */
export interface ConsoleConfig {
  /** Template of raster tiles, or the path of an archive of vector tiles. */
  readonly tiles_url: string | null;
  /** Where the sandbox's invented streets are read; null where the map has none. */
  readonly streets_url: string | null;
  /** Whether the rows come from the built-in sandbox. */
  readonly sandbox: boolean;
  readonly version: string;
}

export async function readConfig(): Promise<ConsoleConfig> {
  const response = await fetch('/console-config.json');
  if (!response.ok) throw new Error(`console-config.json: HTTP ${response.status}`);
  return (await response.json()) as ConsoleConfig;
}
