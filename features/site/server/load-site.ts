import { readFile } from 'node:fs/promises'
import { siteMistakes, siteSchema, type Site } from '#kernel/site.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { moveFormerParts } from './read-stored-site.ts'

/** Thrown for an invalid site file; the message names the file and each invalid field. */
export class InvalidSiteFile extends OperatorError {}

/**
 * Content of the site file. `moved` are the partner paths in the file that collide with paths of custom pages and were
 * removed.
 */
type SiteFile = { site: Site; moved: string[] }

/** Reads and validates the site file at a path. Throws InvalidSiteFile. */
export async function readSiteFile(path: string): Promise<SiteFile> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new InvalidSiteFile(`SITE_FILE cannot be read: ${error.message}`)
  })
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (error) {
    throw new InvalidSiteFile(`SITE_FILE ${path} is not valid JSON: ${(error as Error).message}`)
  }
  const { content, moved } = moveFormerParts(read)
  const result = siteSchema.safeParse(content)
  if (result.success) return { site: result.data, moved }
  const mistakes = siteMistakes(result.error).map((line) => `  ${line}`)
  throw new InvalidSiteFile(`SITE_FILE ${path} has mistakes:\n${mistakes.join('\n')}`)
}

export async function loadSite(path: string): Promise<Site> {
  return (await readSiteFile(path)).site
}
