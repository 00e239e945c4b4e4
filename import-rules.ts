import type { OxlintOverride } from 'oxlint'

/**
 * What each layer may import: kernel, schema, platform, features, app, main, and the browser's client.
 * Which feature may need which other stands in features.ts. An override replaces the rule of an earlier
 * one wholesale, so `restrict` builds each of them complete; tests/import-rules.test.ts plants a
 * violation of every line.
 */
type Pattern = {
  message: string
  group?: string[]
  regex?: string
  allowTypeImports?: boolean
}

const spelling: Pattern = {
  regex: String.raw`(^|/)\.\.(/|$)|^(\./[^+]|#)[^.?]*$|(^|/)index\.tsx?$`,
  message: `Write './name.ts' inside a folder and '#folder/name.ts' across folders: no '../', no missing extension, no index file.`,
}
const noTestCode: Pattern = {
  group: ['vitest', 'vitest/**', '@playwright/**', 'fast-check', '\\#tests/**'],
  message: 'Product code imports no test code.',
}
const http = ['fastify', '@fastify/**', 'fastify-*', 'node:http', 'node:https', 'node:http2']
const sql = ['drizzle-orm', 'drizzle-orm/**', 'pg', 'pg-boss', '@electric-sql/**']
const noServer: Pattern = {
  group: [
    '\\#main/**',
    '\\#platform/**',
    '\\#schema/**',
    '\\#features/*/server/**',
    './server/**',
    ...http,
    ...sql,
    'sharp',
    'nodemailer',
  ],
  message: 'The browser reaches the server through client/api and the contract only.',
}
const noNode: Pattern = { group: ['node:*'], message: 'This runs in the browser too.' }
const noScreens: Pattern = {
  group: ['\\#app/**', '\\#client/**', '\\#features/*/public/**', '\\#features/*/admin/**'],
  message: 'The server takes the pages from their built bundle, never from their sources.',
}
const noFeature: Pattern = {
  group: ['\\#features/**', '\\#app/**', '\\#main/**'],
  message: 'This layer knows no feature: what it needs of one is handed in.',
}
const noOthersInside: Pattern = {
  group: ['\\#features/*/server/*/**'],
  message: "Of another feature only what stands directly in its server/ is for others' use.",
}
const noMain: Pattern = {
  group: ['\\#main/**'],
  message: 'Only main puts everything together: what is needed of it is handed in.',
}

/** The complete import rule of one folder: what holds everywhere, then its own patterns. */
export function restrict(...patterns: Pattern[]): OxlintOverride['rules'] {
  const environment = 'Only platform/settings/config.ts reads the environment.'
  return {
    'no-restricted-imports': [
      'error',
      {
        paths: [
          { name: 'node:process', importNames: ['env'], message: environment },
          { name: 'process', message: "Write 'node:process'." },
        ],
        patterns: [spelling, ...patterns],
      },
    ],
  }
}

function onlyFrom(message: string, ...allowed: string[]): Pattern {
  return { group: ['*', './**', '\\#*/**', ...allowed.map((path) => `!${path}`)], message }
}

const kernel = onlyFrom(
  'kernel runs in the browser and on the server: it imports zod and itself only.',
  'zod',
  '\\#kernel/**',
  './**',
)
const words = onlyFrom(
  'A contract and its rules run on both sides: they import zod, the kernel, and those of other features.',
  'zod',
  '\\#kernel/**',
  '\\#features/*/contract.ts',
  '\\#features/*/rules.ts',
  './contract.ts',
  './rules.ts',
)

export const importRules: OxlintOverride[] = [
  { files: ['kernel/**'], rules: restrict(kernel) },
  {
    files: ['schema/**'],
    rules: restrict(noTestCode, {
      group: ['*', './**', '\\#*/**', '!drizzle-orm', '!drizzle-orm/**', '!\\#kernel/**', '!./**'],
      message: 'Tables know the kernel only.',
    }),
  },
  { files: ['platform/**'], rules: restrict(noTestCode, noFeature, noScreens) },
  {
    files: ['platform/db/**'],
    rules: restrict(noTestCode, noFeature, noScreens, {
      group: [...http, '\\#platform/http/**', '\\#platform/jobs/**'],
      message: 'The database knows neither HTTP nor the queue that use it.',
    }),
  },
  { files: ['client/**'], rules: restrict(noServer, noTestCode, noNode, noFeature) },
  {
    files: ['client/ui/**'],
    rules: restrict(noServer, noTestCode, noNode, noFeature, {
      group: ['\\#*/**', '!\\#client/ui/**'],
      message: 'client/ui knows nothing of the product.',
    }),
  },
  { files: ['features/*/contract.ts', 'features/*/rules.ts'], rules: restrict(words) },
  {
    files: ['features/*/server/**'],
    rules: restrict(
      noScreens,
      noMain,
      noTestCode,
      noOthersInside,
      {
        group: [
          ...http,
          '\\#platform/http/serve*.ts',
          '\\#features/*/server/routes.ts',
          './routes.ts',
        ],
        message: 'An operation knows no HTTP: it takes plain values and throws a Refusal.',
      },
      {
        group: ['\\#platform/settings/config.ts'],
        allowTypeImports: true,
        message: 'An operation gets its settings as parameters.',
      },
    ),
  },
  {
    files: ['features/*/server/routes.ts'],
    rules: restrict(
      noScreens,
      noMain,
      noTestCode,
      noOthersInside,
      { group: sql, message: 'Routes contain no SQL: put the query into an operation.' },
      {
        group: ['\\#schema/**'],
        allowTypeImports: true,
        message: 'Routes contain no SQL: put the query into an operation.',
      },
    ),
  },
  {
    files: ['features/*/{public,admin}/**'],
    rules: restrict(noServer, noTestCode, noNode, {
      group: ['\\#app/**'],
      message: 'A feature knows no page that composes it: what both need stands in client.',
    }),
  },
  { files: ['app/**'], rules: restrict(noServer, noTestCode, noNode) },
  { files: ['app/entry.server.tsx'], rules: restrict(noServer, noTestCode) },
  { files: ['main/**'], rules: restrict(noScreens, noTestCode) },
  {
    files: ['kernel/**/*.test.ts', 'features/*/*.test.ts'],
    rules: restrict({
      group: ['\\#platform/**', '\\#main/**', '\\#app/**'],
      message: 'What both sides know is tested without either.',
    }),
  },
  {
    files: ['{platform,schema,main}/**/*.test.ts', 'features/*/server/**/*.test.ts'],
    rules: restrict(noScreens),
  },
  {
    files: ['{app,client}/**/*.test.{ts,tsx}', 'features/*/{public,admin}/**/*.test.{ts,tsx}'],
    rules: restrict(noServer),
  },
]
