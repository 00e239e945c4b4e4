import { globSync, readFileSync } from 'node:fs'
import { findStrings } from '#tests/support/find-strings.ts'

/**
 * `npm run strings [-- PATH…]`: prints every text that a person may read on a screen, in a mail, in an error or in the
 * terminal, as `file:line<TAB>text`, sorted by file. `{…}` replaces inserted values.
 */

const sources = ['{app,client,kernel,main,platform,features}/**/*.{ts,tsx}']

const paths = process.argv.slice(2)
const files = globSync(paths.length > 0 ? paths.map((path) => `${path}/**/*.{ts,tsx}`) : sources)
for (const path of files.map((file) => file.replaceAll('\\', '/')).toSorted()) {
  if (/\.test\.tsx?$/.test(path)) continue
  const text = readFileSync(path, 'utf8')
  for (const { start, shown } of findStrings(path, text)) {
    console.log(`${path}:${text.slice(0, start).split('\n').length}\t${shown}`)
  }
}
