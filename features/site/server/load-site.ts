import { readFile } from 'node:fs/promises'
import { siteMistakes, siteSchema, type Site } from '#kernel/site.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'

/** The site file cannot be used; the message names the file and each field. */
export class InvalidSiteFile extends OperatorError {}

/** Reads and checks the site file. Specification, "Series". */
export async function loadSite(path: string): Promise<Site> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new InvalidSiteFile(`SITE_FILE cannot be read: ${error.message}`)
  })
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw new InvalidSiteFile(`SITE_FILE ${path} is not valid JSON: ${(error as Error).message}`)
  }
  const result = siteSchema.safeParse(content)
  if (result.success) return result.data
  const mistakes = siteMistakes(result.error).map((line) => `  ${line}`)
  throw new InvalidSiteFile(`SITE_FILE ${path} has mistakes:\n${mistakes.join('\n')}`)
}
