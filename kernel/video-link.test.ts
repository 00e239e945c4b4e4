import { expect, test } from 'vitest'
import { findVideoId, playerAddress, revealsVideo } from './video-link.ts'

const id = 'aqz-KE-bpKQ'

test.each([
  `https://www.youtube.com/watch?v=${id}`,
  `https://www.youtube.com/watch?list=PL1&v=${id}&t=90`,
  `http://m.youtube.com/watch?v=${id}`,
  `https://youtu.be/${id}`,
  `https://youtu.be/${id}?si=abc`,
  `youtu.be/${id}`,
  `//www.youtube.com/embed/${id}`,
  `https://www.youtube-nocookie.com/embed/${id}?rel=0`,
  `https://youtube.com/shorts/${id}`,
  `https://www.youtube.com/live/${id}?feature=share`,
  `  https://www.youtube.com/watch?v=${id}  `,
])('the id is found in the recognised link %s', (link) => {
  expect(findVideoId(link)).toBe(id)
})

test.each([
  '',
  'not a link at all',
  `https://evil-youtube.com/watch?v=${id}`,
  `https://youtube.com.evil.example/watch?v=${id}`,
  `https://vimeo.com/${id}`,
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/embed/videoseries?list=PL1',
  'https://www.youtube.com/playlist?list=PL1234567890',
  `javascript:alert('youtu.be/${id}')`,
  `ftp://youtu.be/${id}`,
])('no id is found in %s', (link) => {
  expect(findVideoId(link)).toBeUndefined()
})

test('a picture that holds a video id gives the recording away', () => {
  const video = `https://youtu.be/${id}`
  expect(revealsVideo(`https://i.ytimg.com/vi/${id}/maxresdefault.jpg`, null)).toBe(true)
  expect(revealsVideo(`/images/stills/${id}.jpg`, video)).toBe(true)
  expect(revealsVideo('/images/sample/lindiwe.jpg', video)).toBe(false)
})

test('the player is the privacy-enhanced one, and messages only the given origin', () => {
  const plain = new URL(playerAddress(id))
  expect(plain.origin + plain.pathname).toBe(`https://www.youtube-nocookie.com/embed/${id}`)
  expect(plain.searchParams.has('enablejsapi')).toBe(false)
  const told = new URL(playerAddress(id, { origin: 'https://example.org', start: 90 })).searchParams
  expect(told.get('enablejsapi')).toBe('1')
  expect(told.get('origin')).toBe('https://example.org')
  expect(told.get('start')).toBe('90')
})
