import { basename, dirname } from 'node:path/posix'
import { refusals } from '#kernel/refusals.ts'
import { findBareTexts } from './bare-texts.ts'
import { importsOf, type Source } from './source-tree.ts'

/** Files that may be longer than the limit. The list only shrinks. */
const longFiles: Record<string, number> = {}
const cap = 300

const vagueWords =
  /(^|[-/])(utils?|helpers?|common|misc|managers?|services?|handlers?|items?|(?<!structured-)data)(?=[-./])/
/** Matches an element without a role that has a label, up to the end of its tag. */
const generics =
  /<(?:div|span|p|pre|code|em|strong|del|ins|sub|sup)\s(?:(?!role=)(?:[^<>]|=>))*?aria-label(?:ledby)?=(?:(?!role=)(?:[^<>]|=>))*?(?<!=)>/
type Rule = (source: Source) => string | false

/** Each rule returns what is wrong with a file, or false. */
export const structureRules = {
  name: ({ path }) =>
    !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.(ts|tsx|mjs)$/.test(basename(path)) &&
    'a file name is lower case with hyphens',
  barrel: ({ path }) =>
    basename(path).startsWith('index.') && 'no index file: import what you need',
  vagueName: ({ path }) =>
    vagueWords.test(path) && 'the name says nothing: call it after what the specification calls it',
  length: ({ path, text }) => {
    // Generated files may be long.
    if (text.startsWith('// Written by ')) return false
    const lines = text.split('\n').length - 1
    return lines > (longFiles[path] ?? cap) && `${lines} lines: look for the second idea in it`
  },
  bareText: (source) => {
    const [found] = findBareTexts(source)
    return (
      found !== undefined && `${found} needs an element around it, or around the text beside it`
    )
  },
  ownFolder: (source) => {
    const own = importsOf(source).find(
      (specifier) =>
        specifier.startsWith('#') && dirname(specifier.slice(1)) === dirname(source.path),
    )
    return own !== undefined && `${own} is in this folder: write './${basename(own)}'`
  },
  component: ({ path, text }) => {
    const name =
      /^(?:app|client|features\/[^/]+\/(?:public|admin))\/(?:.*\/)?([a-z0-9-]+)\.tsx$/.exec(
        path,
      )?.[1]
    // A plural names several things that belong together.
    if (name === undefined || name.endsWith('s')) return false
    const wanted = joinWords(name)
    return !exportsName(text, wanted) && `its main export is not ${wanted}`
  },
  queueTables: ({ path, text }) =>
    !/^(platform\/jobs|tests|bench)\/|\.test\.ts$/.test(path) &&
    (/\bjobs"?\."?(job|queue|schedule|subscription|warning)/.test(text) ||
      /from 'pg-boss'/.test(text)) &&
    'only platform/jobs touches the tables of the queue: it exports what others need of them',
  clock: ({ path, text }) =>
    /^features\/[^/]+\/server\//.test(path) &&
    !path.endsWith('.test.ts') &&
    // The provider's dates are in its own time zone.
    path !== 'features/newsletter/server/mailerlite-client.ts' &&
    /\bDate\.now\(\)|\bnew Date\(\)/.test(text) &&
    'the time is handed in: take `now`, and `queueTime` for the queue',
  testTitle: ({ path, text }) => {
    if (!/\.test\.tsx?$/.test(path)) return false
    const bad = testTitles(text).find((title) => !isSentence(title))
    return bad !== undefined && `the test title is no sentence: "${bad}"`
  },
  judgedSpeed: ({ path, text }) =>
    /\.test\.tsx?$/.test(path) &&
    (/\bexpect\([^\n]*\b(?:Date|performance)\.now\(\) - (?!\d)|\bhrtime\b/.test(text) ||
      /\b(?:const|let) \w+ = (?:Date|performance)\.now\(\) - [a-z]/.test(text)) &&
    'a test that looks at a clock fails on a busy machine: count the work (tests/support/count-characters.ts)',
  namedGeneric: ({ path, text }) =>
    path.endsWith('.tsx') &&
    generics.test(text) &&
    'an element that has no role can have no name: give it a role, or write the words out',
  mockedModule: ({ path, text }) =>
    /\.test\.tsx?$/.test(path) &&
    /\bvi\.(do)?[mM]ock\(/.test(text) &&
    'a worker keeps its modules from file to file: hand in what a test replaces',
  refusal: ({ path, text }) => {
    if (!/^(platform|features|main)\//.test(path) || path.endsWith('.test.ts')) return false
    const thrown = [...text.matchAll(/\bnew Refusal\(\s*(?:'(\w*)'|([^,)\s]*))/g)]
    const unknown = thrown.find(([, code, other = '']) =>
      code === undefined ? other !== 'code' : !(code in refusals),
    )
    if (unknown) return `${unknown[0]}…: a refusal takes a code of kernel/refusals.ts`
    return (
      path !== 'platform/http/errors.ts' &&
      /\.(status|code)\([45]\d\d\)|\bstatusCode = [45]\d\d/.test(text) &&
      'a refusal is thrown with a code of kernel/refusals.ts, not answered by hand'
    )
  },
  testPlace: ({ path }) => {
    const isJourney = /^tests\/e2e\/[^/]+$/.test(path)
    if (isJourney)
      return !path.endsWith('.test.ts') && 'a journey is named *.test.ts, or nothing runs it'
    return (
      /\.(test|spec)\./.test(path) &&
      !/^(kernel|schema|platform|client|features|app|main|bench|tests)\/.*\.test\.tsx?$/.test(
        path,
      ) &&
      'no test project runs this file'
    )
  },
} satisfies Record<string, Rule>

/** Returns all violations as lines. */
export function findBreaches(sources: Source[]): string[] {
  return sources.flatMap((source) =>
    Object.values<Rule>(structureRules).flatMap((rule) => {
      const wrong = rule(source)
      return wrong === false ? [] : [`${source.path}: ${wrong}`]
    }),
  )
}

/** Returns the titles of tests, including `test.for`. */
function testTitles(text: string): string[] {
  const plain =
    /^\s*(?:test|it)(?:\.(?!describe|step|for|each)[a-z]+)*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gim
  const table = /\)\(\s*(['"`])((?:\\.|(?!\1).)*)\1,\s*(?:async )?\(/g
  const found = [...text.matchAll(plain), ...text.matchAll(table)]
  return found.map((match) => (match[2] ?? '').replaceAll('\\', ''))
}

/** Returns whether a title has at least four words and begins with a letter, a number or a placeholder. */
function isSentence(title: string): boolean {
  return /^[\p{L}\d$%]/u.test(title) && title.trim().split(/\s+/).length >= 4
}

function exportsName(text: string, name: string): boolean {
  return new RegExp(
    String.raw`^export (default )?(async )?(function\*?|const|class) ${name}\b`,
    'm',
  ).test(text)
}

function joinWords(name: string): string {
  const joined = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return joined.charAt(0).toUpperCase() + joined.slice(1)
}
