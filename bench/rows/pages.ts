import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { median } from '#bench/measure/rounds.ts'
import { emptyPath, serveWithoutScripts } from '#bench/stage/serve-without-scripts.ts'
import { finishedLooks } from '#kernel/look.ts'
import { findOnPath } from '#tests/support/find-browser.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { siteWithLook } from '#tests/support/site-with-look.ts'
import { startGreenroom } from '#tests/support/start-greenroom.ts'

/** Installed for the run only, because it is larger than all dependencies of the site. */
const lighthouse = 'lighthouse@12.8.2'
const paths = ['/', '/events/the-last-mile-comes-first', '/members']
const browsers = ['chromium', 'chromium-headless-shell']

type View = { score: number; blockingMs: number; paintedSeconds: number; shift: number }
type Side = { browser: string; name: string; address: string; views: View[] }

/** Starts the site with a preset of the look. */
async function startLook(name: keyof typeof finishedLooks) {
  const { siteFile, remove } = siteWithLook(finishedLooks[name])
  const env = { RATE_LIMITS: 'off', SITE_FILE: siteFile }
  return { name, greenroom: await startGreenroom({ isAsShipped: true, env, cleanUp: remove }) }
}

/**
 * Runs Lighthouse for three pages on a phone, with each preset and browser, compared with pages of the first
 * preset without scripts and an empty page; alternately, because load on the machine varies.
 */
export async function measurePages(runs: number): Promise<void> {
  const found = browsers.flatMap((name) => findOnPath(name) ?? [])
  if (found.length === 0) throw new Error(`There is none of ${browsers.join(', ')}.`)
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-lighthouse-'))
  const first = await startLook('lamplight')
  const others = [await startLook('daylight'), await startLook('paper')]
  const looks = [first, ...others]
  const still = await serveWithoutScripts(first.greenroom.url, paths)
  try {
    const addresses = [
      ...looks.flatMap(({ name, greenroom }) =>
        paths.map((path) => ({ name: `${name}: ${path}`, address: greenroom.url + path })),
      ),
      ...paths.map((path) => ({ name: `${path}, without scripts`, address: still.url + path })),
      { name: 'an empty page', address: still.url + emptyPath },
    ]
    const sides = addresses.flatMap((of) =>
      found.map((browser): Side => ({ browser, ...of, views: [] })),
    )
    for (let run = 0; run < runs; run++) {
      const order = run % 2 === 0 ? sides : sides.toReversed()
      for (const side of order) side.views.push(await view(folder, side))
      console.log(`run ${run + 1} of ${runs}, load of the machine ${loadavg()[0]?.toFixed(1)}`)
    }
    printTable(sides)
    for (const { name, greenroom } of looks) {
      for (const path of paths) {
        await printOtherScores(name, folder, greenroom.url + path, found.at(-1)!)
      }
    }
  } finally {
    still.close()
    for (const { greenroom } of looks) await greenroom.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Report = {
  audits: Record<string, { numericValue?: number }>
  categories: Record<string, { score: number | null }>
}

async function ask(folder: string, address: string, browser: string, categories: string) {
  const file = join(folder, 'report.json')
  rmSync(file, { force: true })
  const asked = `${address} --quiet --output=json --only-categories=${categories}`.split(' ')
  const flags = [`--output-path=${file}`, '--chrome-flags=--headless=new --no-sandbox']
  const { output } = await runCommand({
    program: 'npm',
    args: `exec --yes --package=${lighthouse} -- lighthouse`.split(' ').concat(asked, flags),
    env: { CHROME_PATH: browser },
    limitSeconds: 300,
  })
  if (!existsSync(file)) throw new Error(`Lighthouse made no report of ${address}: ${output}`)
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

async function view(folder: string, { address, browser }: Side): Promise<View> {
  const { audits, categories } = await ask(folder, address, browser, 'performance')
  const figure = (name: string) => audits[name]?.numericValue ?? NaN
  return {
    score: Math.round((categories.performance?.score ?? NaN) * 100),
    blockingMs: figure('total-blocking-time'),
    paintedSeconds: figure('largest-contentful-paint') / 1000,
    shift: figure('cumulative-layout-shift'),
  }
}

function printTable(sides: Side[]) {
  console.log('\n| page | browser | performance | blocking time | LCP | layout shift |')
  console.log('| :--- | :--- | ---: | ---: | ---: | ---: |')
  for (const { name, browser, views } of sides) {
    const spread = (of: keyof View, unit = '', digits = 0) => {
      const values = views.map((each) => each[of])
      const [middle, ...ends] = [median(values), Math.min(...values), Math.max(...values)]
      const [least, most] = ends.map((value) => value.toFixed(digits))
      return `${middle.toFixed(digits)}${unit} (${least}–${most})`
    }
    const cells = [
      spread('score'),
      spread('blockingMs', ' ms'),
      spread('paintedSeconds', ' s', 2),
      spread('shift', '', 3),
    ]
    console.log(`| ${name} | ${basename(browser)} | ${cells.join(' | ')} |`)
  }
}

async function printOtherScores(look: string, folder: string, address: string, browser: string) {
  const names = ['accessibility', 'best-practices', 'seo']
  const { categories } = await ask(folder, address, browser, names.join(','))
  const scores = names.map(
    (name) => `${name} ${Math.round((categories[name]?.score ?? NaN) * 100)}`,
  )
  console.log(`${look}: ${new URL(address).pathname}: ${scores.join(', ')}`)
}
