import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'

/** Creates a folder that is deleted after the test. */
export async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Draws a picture with noise, which compresses badly. */
export function drawPicture(width: number, height: number) {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
}

/** Creates a site file with an empty picture folder and a data folder. `config` configures `testApp` for it. */
export async function testPictures() {
  const root = await temporaryFolder()
  const siteFile = join(root, 'content', 'site.json')
  const folder = join(root, 'content', 'images')
  const dataDir = join(root, 'data')
  await mkdir(folder, { recursive: true })
  await mkdir(dataDir)
  await copyFile('content/site.json', siteFile)
  return {
    root,
    folder,
    cache: join(dataDir, 'picture-cache'),
    config: { siteFile, dataDir, logLevel: 'silent' as const },
    async add(path: string, content: Buffer | string) {
      const file = join(folder, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, content)
      return file
    },
  }
}
