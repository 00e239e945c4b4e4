import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** A lint finding. */
export type Finding = { path: string; line: number; rule: string; says: string }

type Report = {
  diagnostics: {
    code?: string
    message: string
    help?: string
    filename: string
    labels: { span: { line: number } }[]
  }[]
}

const settings = ['oxlint.config.ts', 'import-rules.ts', 'package.json', 'tsconfig.json']
const folders = 'kernel schema platform client features app main tests bench'.split(' ')

/**
 * Lints sources (path → text) with the project's configuration, in a copy of its folder structure, so that all
 * overrides match.
 */
export async function lintPlanted(sources: Record<string, string>): Promise<Finding[]> {
  const home = await mkdtemp(join(tmpdir(), 'greenroom-lint-'))
  try {
    await Promise.all(settings.map((name) => copyFile(name, join(home, name))))
    await Promise.all(folders.map((name) => mkdir(join(home, name))))
    await symlink(resolve('node_modules'), join(home, 'node_modules'), 'dir')
    for (const [path, text] of Object.entries(sources)) {
      await mkdir(dirname(join(home, path)), { recursive: true })
      await writeFile(join(home, path), text)
    }
    const report = JSON.parse(await runOxlint(home, Object.keys(sources))) as Report
    return report.diagnostics.map(({ code = '', message, help = '', filename, labels }) => ({
      path: filename,
      line: labels[0]?.span.line ?? 0,
      rule: /\((.+)\)/.exec(code)?.[1] ?? code,
      says: `${message} ${help}`,
    }))
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** Runs the linter and ignores its exit code; only its report counts. */
function runOxlint(home: string, paths: string[]): Promise<string> {
  const program = resolve('node_modules/oxlint/bin/oxlint')
  const options = { cwd: home, maxBuffer: 64 * 1024 * 1024, timeout: 60_000 }
  return new Promise((fulfil, refuse) => {
    execFile(process.execPath, [program, '-f', 'json', ...paths], options, (error, out, err) => {
      if (out.trimStart().startsWith('{')) fulfil(out)
      else refuse(new Error(`The linter gave no report: ${err || out}`, { cause: error }))
    })
  })
}
