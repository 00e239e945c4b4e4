import { writeFile } from 'node:fs/promises'
import { settings } from '#platform/settings/settings.ts'
import { writeEnvExample, writeSettingsDocument } from '#platform/settings/describe-settings.ts'

/** `npm run settings`: regenerates `.env.example` and `docs/settings.md` from platform/settings/settings.ts. */
await writeFile('.env.example', writeEnvExample(settings))
await writeFile('docs/settings.md', writeSettingsDocument(settings))
