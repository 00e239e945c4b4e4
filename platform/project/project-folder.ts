import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder that contains package.json, migrations, content and builds. */
export const projectFolder = findProject(import.meta.dirname)

function findProject(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findProject(dirname(folder))
}
