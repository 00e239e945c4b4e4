import { expect, test } from './support/journey.ts'

test.use({ showsRecordings: true })

test('the served page contains title, description, preview image and address for sharing', async ({
  request,
  greenroom,
}) => {
  const html = await (await request.get('/members')).text()
  expect(html).toContain('<title>Innovation Interview Library | House Lights</title>')
  expect(html).toMatch(/<meta name="description" content="[^"]{40,}"/)
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).toContain(`<meta property="og:url" content="${greenroom.url}/members"/>`)
  expect(html).toContain('<meta property="og:title" content="Innovation Interview Library')
  expect(html).toMatch(/<meta property="og:description" content="[^"]{40,}"/)
  const [, image] = /<meta property="og:image" content="([^"]+)"/.exec(html)!
  expect(image!.startsWith(greenroom.url)).toBe(true)
  expect((await request.get(image!)).ok()).toBe(true)
  expect(html).toContain('Checking access...')
})
