// `try-https.mjs DOMAIN CERTIFICATE`: asks Caddy on this machine for the site by its name, for half a minute; ends
// with 1 and says why where there is none. With "internal" for a certificate, Caddy's own authority is believed.
import { request } from 'node:https'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'

const [domain = '', certificate = ''] = process.argv.slice(2)

/** What is wrong, or nothing. */
function findTrouble() {
  return new Promise((resolve) => {
    const asked = request({
      host: '127.0.0.1',
      servername: domain,
      path: '/api/health',
      headers: { host: domain },
      rejectUnauthorized: certificate !== 'internal',
      timeout: 5000,
    })
    asked.once('response', ({ statusCode }) =>
      resolve(statusCode === 200 ? undefined : `it answered ${statusCode}`),
    )
    asked.once('timeout', () => asked.destroy(new Error('no answer')))
    asked.once('error', (error) => resolve(error.message))
    asked.end()
  })
}

const deadline = Date.now() + 30_000
let trouble
while ((trouble = await findTrouble()) && Date.now() < deadline) await wait(500)
if (trouble) {
  process.stderr.write(`There is no https for ${domain} yet: ${trouble}.\n`)
  process.exitCode = 1
}
