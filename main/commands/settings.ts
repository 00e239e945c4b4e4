import { readFile, writeFile } from 'node:fs/promises'
import { settings } from '#platform/settings/config.ts'
import { putSettingsTable, writeEnvExample } from '#platform/settings/describe-settings.ts'

/** `npm run settings`: writes `.env.example` and the README's table anew from platform/settings/config.ts. */
await writeFile('.env.example', writeEnvExample(settings))
await writeFile('README.md', putSettingsTable(await readFile('README.md', 'utf8'), settings))
