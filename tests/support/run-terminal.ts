import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const projectFolder = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs a terminal command as `npm run` starts it, in the project or another folder, with the given input, on
 * the embedded database unless the settings name another.
 */
export async function runTerminal(
  command: string,
  words: string[],
  env: { DATA_DIR: string; [setting: string]: string | undefined },
  { typed = '', folder = projectFolder } = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const argument = ['--import', './node-version.mjs', 'run.mjs', command, ...words]
  const child = spawn(process.execPath, argument, {
    cwd: folder,
    env: { DATABASE_URL: '', ...env },
  })
  child.stdin.end(typed)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}
