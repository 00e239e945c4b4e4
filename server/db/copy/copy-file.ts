import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { UnusableDatabase } from '#server/unusable-database.ts'

/**
 * Writes a copy to `file`, compressed and readable by this user only. The file appears when it is
 * whole and on the disk. Throws UnusableDatabase when there is one of that name already.
 */
export async function writeCopyFile(file: string, text: AsyncIterable<string>) {
  if (existsSync(file)) throw new UnusableDatabase(`${file} exists already. Nothing was written.`)
  const unfinished = `${file}.part`
  try {
    await rm(unfinished, { force: true })
    const target = createWriteStream(unfinished, { mode: 0o600, flush: true })
    await pipeline(Readable.from(text), createGzip(), target)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Hands the text of a copy's file to `use`. Throws UnusableDatabase when it is damaged. */
export async function readCopyFile<Result>(
  file: string,
  use: (text: AsyncIterable<string>) => Promise<Result>,
): Promise<Result> {
  let result: Result | undefined
  try {
    const unpacked = createGunzip().setEncoding('utf8')
    await pipeline(createReadStream(file), unpacked, async (text: AsyncIterable<string>) => {
      result = await use(text)
    })
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!code.startsWith('Z_')) throw error
    const message = `${file} is damaged, or not a copy made by "npm run export". Nothing was changed.`
    throw new UnusableDatabase(message, { cause: error })
  }
  return result as Result
}
