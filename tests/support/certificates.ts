import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Test certificates for 0.0.0.0, 127.0.0.1 and localhost: `site` is valid until 2119, `expired` until 2021. The
 * key of their authority was deleted.
 */
const read = (name: string) => readFileSync(new URL(`./certificates/${name}`, import.meta.url))

const key = read('site.key')
export const authorityFile = fileURLToPath(new URL('./certificates/ca.pem', import.meta.url))
export const authority = read('ca.pem').toString()
export const certificates = {
  site: { key, cert: read('site.pem') },
  expired: { key, cert: read('expired.pem') },
}
