// `wait-until-serving.mjs ADDRESS SECONDS`: exits with 0 once front page and database answer twice within two
// seconds, so that a crash right after the start does not count; with 1 after that time.
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'

const [address = '', seconds = '60'] = process.argv.slice(2)
const deadline = Date.now() + Number(seconds) * 1000

/** Returns the error; undefined on success. */
async function findTrouble() {
  for (const path of ['/api/ready', '/']) {
    const signal = AbortSignal.timeout(10_000)
    const failure = await fetch(address + path, { redirect: 'manual', signal }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status === 200 ? undefined : `answered ${answer.status}`
      },
      (error) => `did not answer (${error.cause?.code ?? error.name})`,
    )
    if (failure) return `${path} ${failure}`
  }
  return undefined
}

let trouble = 'nothing was asked'
let good = 0
while (Date.now() < deadline && good < 2) {
  trouble = await findTrouble()
  good = trouble ? 0 : good + 1
  await wait(good === 1 ? 2000 : 300)
}
if (good < 2) {
  process.stderr.write(`The site does not serve at ${address}: ${trouble}.\n`)
  process.exitCode = 1
}
