import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { certificates } from '#tests/support/certificates.ts'
import { domain, findPlanted, healthStage, type Fault } from '#tests/support/health-stage.ts'
import { startImapServer } from '#tests/support/imap-server.ts'
import { startMailServer } from '#tests/support/mail-server.ts'

const faults: Fault[] = [
  [
    'a mail server without TLS',
    ['mail_server red'],
    {
      async settings({ mailUrl }) {
        const { url } = await startMailServer()
        return { SMTP_URL: mailUrl().replace(/\d+$/, new URL(url).port) }
      },
    },
  ],
  [
    'a wrong password of the mail server',
    ['mail_server red'],
    { settings: ({ mailUrl }) => ({ SMTP_URL: mailUrl('hello:other') }) },
  ],
  [
    'a mail server whose certificate has expired',
    ['mail_server red'],
    {
      async settings({ mailUrl }) {
        const { url } = await startMailServer({
          offersTls: true,
          certificate: certificates.expired,
        })
        return { SMTP_URL: mailUrl().replace(/\d+$/, new URL(url).port) }
      },
    },
  ],
  ['a mail server that is not there', ['mail_server red'], { after: ({ mail }) => mail.close() }],
  [
    'a mail server at a link-local address',
    ['mail_server red'],
    { settings: () => ({ SMTP_URL: 'smtp://169.254.169.254:25' }) },
  ],
  [
    'a mailbox of returned mail that lets nobody in',
    ['mailbox red'],
    {
      async settings() {
        const server = await startImapServer()
        server.refuses = true
        return { BOUNCE_IMAP_URL: server.url }
      },
    },
  ],
  ['no SPF', ['spf red'], { after: ({ names }) => names.say(domain, 'something else') }],
  [
    'SPF twice',
    ['spf red'],
    { after: ({ names }) => names.say(domain, 'v=spf1 -all', 'v=spf1 ~all') },
  ],
  [
    'no DKIM under the usual names',
    ['dkim yellow'],
    { after: ({ names }) => names.say(`s1._domainkey.${domain}`) },
  ],
  [
    'no DKIM key under the name that is set',
    ['dkim red'],
    { settings: () => ({ MAIL_DKIM_SELECTOR: 'own' }) },
  ],
  ['no DMARC', ['dmarc yellow'], { after: ({ names }) => names.say(`_dmarc.${domain}`) }],
  [
    'a name server that answers nobody',
    ['dns yellow'],
    { after: ({ names }) => names.refuse(true) },
  ],
  [
    'a public address at which nobody answers',
    ['address red'],
    { settings: () => ({ PUBLIC_URL: 'https://0.0.0.0:1' }) },
  ],
  [
    'a proxy that finds no site',
    ['address red'],
    { after: ({ proxy }) => proxy.leadTo('http://127.0.0.1:1') },
  ],
  [
    'an expired certificate',
    ['certificate red'],
    { after: ({ proxy }) => proxy.present('expired') },
  ],
  ['a proxy that is not believed', ['proxy red'], { settings: () => ({ TRUST_PROXY: '' }) }],
  ['visitors who are believed', ['proxy red'], { settings: () => ({ TRUST_PROXY: '2' }) }],
  [
    'a proxy that does not say whose calls it passes on',
    ['proxy red'],
    { after: ({ proxy }) => proxy.pass((headers) => delete headers['x-forwarded-for']) },
  ],
  [
    'a proxy that does not say https',
    ['proxy red'],
    { after: ({ proxy }) => proxy.pass((headers) => delete headers['x-forwarded-proto']) },
  ],
]

test.for(faults)('%s is named, and nothing else is', async ([, said, planted]) => {
  expect(await findPlanted(planted)).toEqual(said)
})

test('what hangs holds up neither the others nor the page for longer than its time', async () => {
  const silent = createServer((socket) => void socket.on('error', () => {}))
  silent.listen(0, '0.0.0.0')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as { port: number }
  const stage = await healthStage({ SMTP_URL: `smtps://0.0.0.0:${port}` })
  stage.proxy.hang(true)
  expect(await stage.findFaults()).toEqual(['mail_server red', 'address yellow'])
}, 60_000)
