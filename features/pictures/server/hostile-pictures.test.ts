import { symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '#tests/support/test-app.ts'
import { drawPicture, testPictures } from '#tests/support/test-pictures.ts'

async function siteWithSecrets() {
  const pictures = await testPictures()
  const picture = await drawPicture(8, 8).webp().toBuffer()
  await pictures.add('hero.webp', picture)
  await pictures.add('banners/inner.webp', picture)
  await pictures.add('.hidden.webp', 'hidden')
  await pictures.add('notes.txt', 'notes')
  await writeFile(join(pictures.root, 'content', 'outside.webp'), 'secret')
  const app = await testApp({ config: pictures.config })
  return { ...pictures, ...app, picture }
}

/** Requests a path exactly as written, because HTTP clients normalise `..`. */
async function getRaw(address: string, path: string) {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`)
  return text(socket)
}

test('no spelling of a path leads out of the folder', async () => {
  const { app } = await siteWithSecrets()
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  expect(await getRaw(address, '/images/hero.webp')).toMatch(/^HTTP\/1.1 200/)
  const paths = [
    '../outside.webp',
    'banners/../../outside.webp',
    '%2e%2e/outside.webp',
    '..%2foutside.webp',
    '%2e%2e%2foutside.webp',
    '..%5coutside.webp',
    'banners/..%2f..%2foutside.webp',
    '%252e%252e%252foutside.webp',
    '/outside.webp',
    '%2fetc%2fhosts.webp',
    'hero.webp%00.webp',
    'hero.webp%00',
    './hero.webp',
    '.hidden.webp',
    'notes.txt',
    'banners',
    'banners/',
    '',
    'hero.webp/',
    'nothing.webp',
    `${'a/'.repeat(400)}hero.webp`,
    `${'a'.repeat(4000)}.webp`,
  ]
  const answers = await Promise.all(paths.map((path) => getRaw(address, `/images/${path}`)))
  const refused = (answer: string) => /^HTTP\/1.1 40[04] /.test(answer) && !/secret/.test(answer)
  expect(paths.filter((_path, index) => !refused(answers[index]!))).toEqual([])
})

test('a link out of the folder is refused, and one inside it is followed', async () => {
  const { folder, send, picture, root } = await siteWithSecrets()
  await symlink(join(root, 'content', 'outside.webp'), join(folder, 'link.webp'))
  await symlink(join(root, 'content'), join(folder, 'up'))
  await symlink('hero.webp', join(folder, 'same.webp'))
  expect((await send({ url: '/images/link.webp' })).statusCode).toBe(404)
  expect((await send({ url: '/images/up/outside.webp' })).statusCode).toBe(404)
  const same = await send({ url: '/images/same.webp' })
  expect(same.rawPayload.equals(picture)).toBe(true)
})

test('a folder of pictures that is itself a link is served', async () => {
  const { folder, root, config, picture } = await siteWithSecrets()
  const linked = join(root, 'linked')
  await symlink(join(folder, '..'), linked)
  const { send } = await testApp({
    config: { ...config, siteFile: join(linked, 'site.json') },
  })
  expect((await send({ url: '/images/hero.webp' })).rawPayload.equals(picture)).toBe(true)
})

test('a picture without variants is sent unchanged with a short cache time', async () => {
  const { add, send } = await siteWithSecrets()
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  const whole = await drawPicture(200, 100).jpeg().toBuffer()
  const huge = sharp({
    create: { width: 9000, height: 5000, channels: 3, background: '#123' },
  })
  const contents: Record<string, Buffer> = {
    'torn.jpg': whole.subarray(0, 2000),
    'empty.jpg': Buffer.alloc(0),
    'text.webp': Buffer.from('not a picture'),
    'drawing.jpg': Buffer.from(drawing),
    'huge.png': await huge.png().toBuffer(),
  }
  for (const [name, content] of Object.entries(contents)) {
    await add(name, content)
    for (const format of ['avif', 'webp']) {
      const answer = await send({ url: `/images/${name}?w=320&f=${format}` })
      const isOriginal = answer.rawPayload.equals(content)
      const { 'cache-control': kept, 'content-type': type, etag } = answer.headers
      expect({ name, status: answer.statusCode, isOriginal, kept, type, etag }).toEqual({
        name,
        status: 200,
        isOriginal: true,
        kept: 'public, max-age=60',
        type: `image/${name.endsWith('jpg') ? 'jpeg' : name.split('.')[1]}`,
        etag: undefined,
      })
    }
  }
  const fine = await send({ url: '/images/hero.webp?w=320' })
  expect(fine.headers['cache-control']).toMatch(/max-age=600/)
})
