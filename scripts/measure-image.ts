import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assembleImage, measureMegabytes } from '#tests/support/assemble-image.ts'

/** `npm run measure:image`: prints the size that the Dockerfile adds to its base image, total and by folder. */
const folder = mkdtempSync(join(tmpdir(), 'greenroom-image-'))
try {
  await assembleImage(folder)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const size = measureMegabytes(join(folder, entry.name))
    console.log(`${size.toFixed(1).padStart(8)} MB  ${entry.name}`)
  }
  console.log(`${measureMegabytes(folder).toFixed(1).padStart(8)} MB  in all`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
