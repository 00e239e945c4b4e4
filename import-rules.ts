import type { OxlintOverride } from 'oxlint'

/**
 * Who may import whom (docs/decisions.md). An override replaces the rule of an earlier one
 * wholesale, so `restrict` builds each of them complete; tests/lint-rules.test.ts plants a
 * violation of every line.
 */
type Pattern = {
  message: string
  group?: string[]
  regex?: string
  allowTypeImports?: boolean
}

const screens =
  'landing event register notify members desk not-found join crew confirm-seat enter unsubscribe'.split(
    ' ',
  )

const spelling: Pattern = {
  regex: String.raw`(^|/)\.\.(/|$)|^(\./[^+]|#)[^.?]*$|(^|/)index\.tsx?$`,
  message: `Write './name.ts' inside a folder and '#folder/name.ts' across folders: no '../', no missing extension, no index file.`,
}
const noTestCode: Pattern = {
  group: ['vitest', 'vitest/**', '@playwright/**', 'fast-check', '\\#tests/**'],
  message: 'Product code imports no test code.',
}
const noPages: Pattern = {
  group: ['\\#app/**'],
  message: 'The server takes the pages from their built bundle, never from their sources.',
}
const http = ['fastify', '@fastify/**', 'fastify-*', 'node:http', 'node:https', 'node:http2']
const sql = ['drizzle-orm', 'drizzle-orm/**', 'pg', 'pg-boss', '@electric-sql/**']
const noServer: Pattern = {
  group: ['\\#server/**', ...http, ...sql, 'sharp', 'nodemailer'],
  message: 'The browser reaches the server through app/api and the contract only.',
}
const noNode: Pattern = { group: ['node:*'], message: 'app runs in the browser too.' }

/** Allows of `#app` only the named folders and files. */
function onlyFromApp(allowed: string[], message: string): Pattern {
  return { group: ['\\#app/**', ...allowed.map((path) => `!\\#app/${path}`)], message }
}

/** The complete import rule of one folder: what holds everywhere, then its own patterns. */
export function restrict(...patterns: Pattern[]): OxlintOverride['rules'] {
  const environment = 'Only server/config.ts reads the environment.'
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

const fromScreen = ['api/**', 'ui/**', 'components/**']
const screenMessage =
  'A screen imports shared, app/api, app/ui, app/components and its own folder; what two screens use belongs in app/components.'

export const importRules: OxlintOverride[] = [
  {
    files: ['shared/**'],
    rules: restrict({
      group: ['*', '!zod', '!\\#shared/**', '!./**'],
      message: 'shared runs in the browser and on the server: it imports zod and itself only.',
    }),
  },
  { files: ['server/**'], rules: restrict(noPages, noTestCode) },
  {
    files: ['server/db/**'],
    rules: restrict(noPages, noTestCode, {
      group: [
        ...http,
        '\\#server/**',
        '!\\#server/db/**',
        '!\\#server/operator-error.ts',
        '!\\#server/refusal.ts',
        '!\\#server/unusable-database.ts',
      ],
      message: 'The database knows neither HTTP nor the operations that use it.',
    }),
  },
  {
    files: ['server/*/**'],
    excludeFiles: ['server/db/**', 'server/http/**', 'server/commands/**', 'server/**/routes.ts'],
    rules: restrict(
      noPages,
      noTestCode,
      {
        group: [
          ...http,
          '\\#server/http/**',
          '\\#server/app.ts',
          '\\#server/main.ts',
          '\\#server/serve.ts',
          '\\#server/**/routes.ts',
          './**/routes.ts',
        ],
        message: 'An operation knows no HTTP: it takes plain values and throws a Refusal.',
      },
      {
        group: ['\\#server/config.ts'],
        allowTypeImports: true,
        message: 'An operation gets its settings as parameters.',
      },
    ),
  },
  {
    files: ['server/**/routes.ts'],
    rules: restrict(
      noPages,
      noTestCode,
      { group: sql, message: 'Routes contain no SQL: put the query into an operation.' },
      {
        group: ['\\#server/**', '!\\#server/http/**'],
        allowTypeImports: true,
        message: 'Routes import the contract, server/http and the operations of their own folder.',
      },
    ),
  },
  { files: ['app/**'], rules: restrict(noServer, noTestCode, noNode) },
  { files: ['app/entry.server.tsx'], rules: restrict(noServer, noTestCode) },
  {
    files: ['app/ui/**'],
    rules: restrict(noServer, noTestCode, noNode, {
      group: ['\\#*/**', '!\\#app/ui/**'],
      message: 'app/ui knows nothing of the product: what does belongs in app/components.',
    }),
  },
  {
    files: ['app/api/**'],
    rules: restrict(
      noServer,
      noTestCode,
      noNode,
      onlyFromApp(['api/**'], 'app/api is used by screens, not built on them.'),
    ),
  },
  {
    files: ['app/components/**'],
    rules: restrict(
      noServer,
      noTestCode,
      noNode,
      onlyFromApp(fromScreen, 'app/components imports shared, app/api and app/ui, no screen.'),
    ),
  },
  {
    files: ['app/screens/**'],
    rules: restrict(noServer, noTestCode, noNode, onlyFromApp(fromScreen, screenMessage)),
  },
  ...screens.map((screen) => ({
    files: [`app/screens/${screen}/**`],
    rules: restrict(
      noServer,
      noTestCode,
      noNode,
      onlyFromApp([...fromScreen, `screens/${screen}/**`], screenMessage),
    ),
  })),
  {
    files: ['shared/**/*.test.ts'],
    rules: restrict({ group: ['\\#server/**', '\\#app/**'], message: 'shared needs neither.' }),
  },
  { files: ['server/**/*.test.ts'], rules: restrict(noPages) },
  { files: ['app/**/*.test.{ts,tsx}'], rules: restrict(noServer) },
]
