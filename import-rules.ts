import type { OxlintOverride } from 'oxlint'

/**
 * Defines what each layer may import: kernel, schema, platform, features, app, main, and the browser's client.
 * features.ts defines which features may need each other. An override replaces earlier rules completely, so
 * `restrict` builds each one in full; tests/import-rules.test.ts plants a violation of every line.
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
  message: 'Product code must not import test code.',
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
  message: 'Browser code may reach the server through client/api and contracts only.',
}
const noNode: Pattern = { group: ['node:*'], message: 'This code also runs in the browser.' }
const noScreens: Pattern = {
  group: ['\\#app/**', '\\#client/**', '\\#features/*/public/**', '\\#features/*/admin/**'],
  message: 'The server must import pages from their build, not from their sources.',
}
const noFeature: Pattern = {
  group: ['\\#features/**', '\\#app/**', '\\#main/**'],
  message: 'This layer must not import features: pass what it needs as a parameter.',
}
const noOthersInside: Pattern = {
  group: ['\\#features/*/server/*/**'],
  message: 'From another feature, import only files directly in its server folder.',
}
const noMain: Pattern = {
  group: ['\\#main/**'],
  message: 'Only main composes the process: pass what is needed as a parameter.',
}

/** Returns the complete import rule of a folder: the general patterns and its own. */
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
  'Contracts and rules run on both sides: they may import zod, the kernel, and contracts and rules of other features.',
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
      message: 'Tables may import the kernel only.',
    }),
  },
  { files: ['platform/**'], rules: restrict(noTestCode, noFeature, noScreens) },
  {
    files: ['platform/db/**'],
    rules: restrict(noTestCode, noFeature, noScreens, {
      group: [...http, '\\#platform/http/**', '\\#platform/jobs/**'],
      message: 'Database code must not import HTTP or the job queue.',
    }),
  },
  { files: ['client/**'], rules: restrict(noServer, noTestCode, noNode, noFeature) },
  {
    files: ['client/ui/**'],
    rules: restrict(noServer, noTestCode, noNode, noFeature, {
      group: ['\\#*/**', '!\\#client/ui/**'],
      message: 'client/ui must not import product code.',
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
        message: 'Operations must not use HTTP: take plain values and throw a Refusal.',
      },
      {
        group: ['\\#platform/settings/config.ts'],
        allowTypeImports: true,
        message: 'Operations receive settings as parameters.',
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
      message: 'Features must not import pages of app: move shared code to client.',
    }),
  },
  { files: ['app/**'], rules: restrict(noServer, noTestCode, noNode) },
  { files: ['app/entry.server.tsx'], rules: restrict(noServer, noTestCode) },
  { files: ['main/**'], rules: restrict(noScreens, noTestCode) },
  {
    files: ['kernel/**/*.test.ts', 'features/*/*.test.ts'],
    rules: restrict({
      group: ['\\#platform/**', '\\#main/**', '\\#app/**'],
      message: 'Tests of shared code must import neither server nor browser code.',
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
