import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: [
    './server/db/schema.ts',
    './server/db/consents-schema.ts',
    './server/db/library-schema.ts',
    './server/db/messages-schema.ts',
    './server/db/desk-schema.ts',
    './server/db/webinars-schema.ts',
    './server/db/mailing-list-schema.ts',
    './server/db/backups-schema.ts',
  ],
  out: './server/db/migrations',
})
