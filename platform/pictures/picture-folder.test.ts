import { utimes } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testPictures } from '#tests/support/test-pictures.ts'
import { isPictureThere, pictureFolder, versionedPicture } from './picture-folder.ts'

test('the pictures lie beside the site file', () => {
  expect(pictureFolder('/srv/series/site.json')).toBe('/srv/series/images')
})

test('a site picture gets the version of its content, and a new one when it changes', async () => {
  const { folder, add } = await testPictures()
  const file = await add('banners/hero.webp', 'first')
  const address = '/images/banners/hero.webp'
  const first = versionedPicture(folder, address)
  expect(first).toBe(`${address}?v=a7937b64b8`)
  expect(versionedPicture(folder, address)).toBe(first)
  await add('banners/hero.webp', 'other')
  await utimes(file, new Date(), new Date(Date.now() + 5000))
  expect(versionedPicture(folder, address)).toBe(`${address}?v=d9298a10d1`)
})

test.each([
  'https://i.ytimg.com/vi/aqz-KE-bpKQ/maxresdefault.jpg',
  '/images/nothing.webp',
  '/images/hero.webp?v=0123456789',
  '/images/../site.json',
  '/elsewhere/hero.webp',
  '',
])('the address %j stays as it is', async (address) => {
  const { folder, add } = await testPictures()
  await add('hero.webp', 'hero')
  expect(versionedPicture(folder, address)).toBe(address)
})

test('a picture is there when its file is; addresses of other sites count as there', async () => {
  const { folder, add } = await testPictures()
  await add('banners/hero.webp', 'hero')
  expect(await isPictureThere(folder, '/images/banners/hero.webp')).toBe(true)
  expect(await isPictureThere(folder, '/images/banners/hero.webp?v=0123456789')).toBe(true)
  expect(await isPictureThere(folder, 'https://i.ytimg.com/vi/aqz-KE-bpKQ/0.jpg')).toBe(true)
  expect(await isPictureThere(folder, '/images/banners/other.webp')).toBe(false)
  expect(await isPictureThere(folder, '/images/banners')).toBe(false)
  expect(await isPictureThere(folder, '/hero.webp')).toBe(false)
  expect(await isPictureThere(folder, '')).toBe(false)
})
