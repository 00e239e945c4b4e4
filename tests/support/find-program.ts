import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the path of a program, also in root's search path. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
