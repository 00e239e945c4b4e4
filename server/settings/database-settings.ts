import { onOrOff, text, type Setting } from './setting-schemas.ts'

export const databaseSettings = {
  DATABASE_URL: {
    doc: 'A PostgreSQL 15+ server, postgres://user:password@host/database. Unset: the embedded database.',
    fallback: '',
    schema: text.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
  },
  DATABASE_NAMED_STATEMENTS: {
    doc: 'on, or off where DATABASE_URL leads to a pooler that cannot keep named statements: slower.',
    fallback: 'on',
    schema: onOrOff,
  },
} satisfies Record<string, Setting>
