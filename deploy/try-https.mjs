// `try-https.mjs DOMAIN CERTIFICATE`: requests the site by its domain from Caddy on this machine for half a
// minute; exits with 1 and the reason if it fails. With "internal" as CERTIFICATE, trusts Caddy's own
// certificate authority.
import { request } from 'node:https'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'

const [domain = '', certificate = ''] = process.argv.slice(2)

/** Returns the error; undefined on success. */
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
