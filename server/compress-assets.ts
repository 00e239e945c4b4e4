import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Writes `.br` and `.gz` beside every text asset, once, so that serving one is only reading it. */
export async function compressAssets(clientFolder: string) {
  const names = globSync('**/*.{js,css,svg,json,webmanifest}', { cwd: clientFolder })
  await Promise.all(
    names.map(async (name) => {
      const path = join(clientFolder, name)
      const bytes = readFileSync(path)
      await writeFile(`${path}.br`, await compressBrotli(bytes))
      await writeFile(`${path}.gz`, await compressGzip(bytes))
    }),
  )
}
