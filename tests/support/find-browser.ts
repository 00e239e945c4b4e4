import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { runCommand } from './run-command.ts'

export type Browser = { path: string; how: string }

/** Preferred: headless shell needs a third less CPU for a journey. */
const shell = 'chromium-headless-shell'
const names = [
  shell,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
]
const firefoxNames = ['firefox-esr', 'firefox']
const firefoxPlaces = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  String.raw`C:\Program Files\Mozilla Firefox\firefox.exe`,
]

/** Finds an installed Chromium: CHROME_PATH, a system package, then Playwright's. */
export function findBrowser(): Browser | undefined {
  const chosen = process.env.CHROME_PATH
  if (chosen !== undefined && chosen !== '') {
    if (!canRun(chosen)) throw new Error(`CHROME_PATH names no program: ${chosen}`)
    return { path: chosen, how: `Browser: ${chosen}, as CHROME_PATH says` }
  }
  const installed = names.map(findOnPath).find(Boolean) ?? places.find(canRun)
  if (installed !== undefined) return { path: installed, how: `Browser: ${installed}, installed` }
  const own = chromium.executablePath()
  if (own !== '' && canRun(own)) return { path: own, how: `Browser: ${own}, Playwright's own` }
  return undefined
}

/** Returns the first program of that name on the search path. */
export function findOnPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find(canRun)
}

/**
 * Finds or installs a browser; returns the reason if both fail. CI machines that may install packages get the
 * headless shell.
 */
export async function obtainBrowser(): Promise<Browser | { path: null; how: string }> {
  let present = findBrowser()
  const isChosen = (process.env.CHROME_PATH ?? '') !== ''
  const isCi = (process.env.CI ?? '') !== ''
  if (isCi && !isChosen && canUseApt() && present?.path.endsWith(shell) !== true) {
    await installPackage(shell)
    present = findBrowser()
  }
  if (present !== undefined) return present
  console.log('No Chromium or Chrome on this machine: installing one …')
  const cli = ['node_modules/@playwright/test/cli.js', 'install', 'chromium']
  const download = await runCommand({ args: cli, limitSeconds: 300 })
  const downloaded = findBrowser()
  if (downloaded !== undefined) {
    return { ...downloaded, how: `Browser: ${downloaded.path}, installed with Playwright` }
  }
  const tried = [`"playwright install chromium" failed (${lastLine(download.output)})`]
  if (canUseApt()) {
    const apt = await installPackage('chromium')
    const packaged = findBrowser()
    if (packaged !== undefined) {
      return { ...packaged, how: `Browser: ${packaged.path}, installed with apt-get` }
    }
    tried.push(`"apt-get install chromium" failed (${lastLine(apt)})`)
  }
  const advice = 'install Chromium or Chrome, or set CHROME_PATH'
  return { path: null, how: `No browser: ${[...tried, advice].join('; ')}` }
}

/** Returns Firefox: FIREFOX_PATH, or an installed one. */
export function findFirefox(): Browser | undefined {
  const chosen = process.env.FIREFOX_PATH
  if (chosen !== undefined && chosen !== '') {
    if (!canRun(chosen)) throw new Error(`FIREFOX_PATH names no program: ${chosen}`)
    return { path: chosen, how: `Firefox: ${chosen}, as FIREFOX_PATH says` }
  }
  const installed = firefoxNames.map(findOnPath).find(Boolean) ?? firefoxPlaces.find(canRun)
  return installed === undefined
    ? undefined
    : { path: installed, how: `Firefox: ${installed}, installed` }
}

/** Finds Firefox or installs it; returns the reason instead when both fail. */
export async function obtainFirefox(): Promise<Browser | { path: null; how: string }> {
  const present = findFirefox()
  if (present !== undefined) return present
  const advice = 'install Firefox, or set FIREFOX_PATH'
  if (!canUseApt()) return { path: null, how: `no Firefox on this machine; ${advice}` }
  console.log('No Firefox on this machine: installing one …')
  const output = await installPackage('firefox-esr')
  const packaged = findFirefox()
  if (packaged !== undefined) return { ...packaged, how: `${packaged.how} with apt-get` }
  const failure = `"apt-get install firefox-esr" failed (${lastLine(output)})`
  return { path: null, how: `no Firefox on this machine: ${failure}; ${advice}` }
}

/** Returns whether packages can be installed without asking: only as root on Debian. */
export function canUseApt(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  return /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/** Installs a Debian package and returns apt-get's output. */
export async function installPackage(name: string): Promise<string> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const get = (args: string[]) => runCommand({ program: 'apt-get', args, env, limitSeconds: 420 })
  await get(['update'])
  return (await get(['install', '-y', name])).output
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the last line of a failed command, without its stack trace. */
function lastLine(output: string): string {
  const lines = output.trim().split('\n')
  return (lines.findLast((line) => !/^\s+at |^\s*$/.test(line)) ?? '').trim().slice(0, 200)
}
