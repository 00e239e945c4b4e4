import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of package.json, which holds migrations, content and builds, for sources and what is built of them. */
export const projectFolder = findProject(import.meta.dirname)

function findProject(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findProject(dirname(folder))
}
