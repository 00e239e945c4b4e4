import type { Config } from '#server/config.ts'

/** Where links in mails lead, without a trailing slash; without PUBLIC_URL only this machine itself. */
export function siteOrigin({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`
}
