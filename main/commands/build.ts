import { buildPages } from '#main/build-pages.ts'
import { processEnvironment } from '#platform/settings/config.ts'

/** `npm run build`: builds the pages ahead of the first start, for an image whose folder is read-only. */
await buildPages(processEnvironment(), (line) => process.stdout.write(`${line}\n`))
