import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { findPostgresBinaries } from './tests/support/postgres-binaries.ts'
import { VitestTotals } from './tests/support/vitest-totals.ts'

const structure = ['tests/structure.test.ts', 'tests/page-weight.test.ts']
const unit = [
  'shared/**/*.test.ts',
  'app/**/*.test.{ts,tsx}',
  'bench/**/*.test.ts',
  'tests/{import,lint}-rules.test.ts',
  'tests/support/{run-command,suite-result}.test.ts',
]
const server = {
  include: ['server/**/*.test.ts', 'tests/**/*.test.ts'],
  exclude: [...structure, ...unit, 'tests/e2e/**'],
  // A first start of the embedded database takes ten seconds on a machine with other work to do.
  testTimeout: 90_000,
  hookTimeout: 120_000,
}

/** What starts its databases by itself, or needs none, does the same in both projects: once is enough. */
const ownDatabases = [
  'server/{backup-door,backup-settings,config,listen}.test.ts',
  'server/backups/{choose-kept-copies,copy-bucket,make-backup}.test.ts',
  'server/db/{cluster-folder,copy-cluster,embedded,embedded-memory,embedded-thread,lock,migrate}.test.ts',
  'server/http/{broken-requests,client-address,json-body,same-site,security-headers}.test.ts',
  'server/images/{variant-maker,variants}.test.ts',
  'server/messages/mailer.test.ts',
  'server/site/*.test.ts',
  'tests/{first,second}-start.test.ts',
  'tests/runtime-image.test.ts',
  'tests/support/postgres.test.ts',
]

const postgres = await findPostgresBinaries()
if (!postgres) {
  console.log('No PostgreSQL 15+ on this machine: the server suite runs on the embedded one only.')
}

export default defineConfig({
  test: {
    reporters: ['default', new VitestTotals()],
    // Each worker of the server suites holds a database of about 250 MB.
    maxWorkers: Math.min(4, availableParallelism()),
    expect: { requireAssertions: true },
    dangerouslyIgnoreUnhandledErrors: false,
    allowOnly: false,
    projects: [
      { extends: true, test: { name: 'structure', include: structure } },
      { extends: true, test: { name: 'unit', include: unit, testTimeout: 30_000 } },
      {
        extends: true as const,
        test: {
          name: 'server',
          ...server,
          globalSetup: 'tests/support/global-setup.ts',
          sequence: { groupOrder: 1 },
        },
      },
      ...(postgres
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                ...server,
                exclude: [...server.exclude, ...ownDatabases],
                globalSetup: 'tests/support/postgres-setup.ts',
                sequence: { groupOrder: 2 },
              },
            },
          ]
        : []),
    ],
  },
})
