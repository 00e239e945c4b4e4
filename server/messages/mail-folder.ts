import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where mails are written without a mail server: for nobody but the site's own user. */
export function mailFolder(dataDir: string) {
  return join(dataDir, 'mail')
}

/** Writes a mail into the folder, which is made where it is missing, and returns its path. */
export async function writeMail(folder: string, name: string, message: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${name}.eml`)
  await writeFile(path, message, { mode: 0o600 })
  return path
}

/** Takes from everybody else what earlier versions, or a copy of the data folder, left open. */
export async function closeMailFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!names) return
  await chmod(folder, 0o700)
  for (const name of names) await chmod(join(folder, name), 0o600)
}
