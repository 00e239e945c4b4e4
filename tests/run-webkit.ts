import { runCommand } from './support/run-command.ts'

/** `npm run test:webkit`: runs the main journeys in WebKit, before a release. */
const { code } = await runCommand({
  args: ['node_modules/@playwright/test/cli.js', 'test', 'other-engines'],
  env: { JOURNEY_ENGINE: 'webkit' },
  limitSeconds: 600,
  show: (text) => void process.stdout.write(text),
})
process.exitCode = code ?? 1
