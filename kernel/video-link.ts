import { parseUrl } from './parse-url.ts'

/** Matches a YouTube video id, which has eleven characters. */

const videoId = /^[0-9A-Za-z_-]{11}$/
const longHosts = [
  'youtube.com',
  'youtube-nocookie.com',
  'youtubekids.com',
  'youtube.googleapis.com',
]
const pathForms = /^\/(?:embed|live|shorts|v|e)\/([^/]+)\/?$/
const watchPaths = /^\/(?:watch|watch\.php|watch_popup|movie)?\/?$/

function isVideoHost(host: string) {
  return longHosts.some((known) => host === known || host.endsWith(`.${known}`))
}

function candidate(link: URL) {
  if (link.hostname === 'youtu.be') return link.pathname.slice(1).replace(/\/$/, '')
  if (!isVideoHost(link.hostname)) return undefined
  return watchPaths.test(link.pathname)
    ? link.searchParams.get('v')
    : pathForms.exec(link.pathname)?.[1]
}

/** Returns the YouTube video id in a watch, short, embed, live or shorts link; undefined for other links. */
export function findVideoId(address: string | null | undefined): string | undefined {
  const text = address?.trim()
  if (!text) return undefined
  const absolute = text.startsWith('//') ? `https:${text}` : text
  const url = parseUrl(/^[a-z]+:\/\//i.test(absolute) ? absolute : `https://${absolute}`)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const id = candidate(url)
  return id && videoId.test(id) && id !== 'videoseries' ? id : undefined
}

/**
 * Names of YouTube's thumbnails, widest first. For a missing thumbnail, YouTube returns a picture at most 120
 * pixels wide.
 */
export const thumbnailNames = ['maxresdefault', 'sddefault', 'hqdefault', 'mqdefault'] as const

/** Returns the URL of a recording's thumbnail at YouTube. */
export function thumbnailAddress(id: string, name: (typeof thumbnailNames)[number]) {
  return `https://i.ytimg.com/vi/${id}/${name}.jpg`
}

/** Origin of YouTube's privacy-enhanced video player. */
export const playerOrigin = 'https://www.youtube-nocookie.com'

/**
 * Returns the URL of YouTube's privacy-enhanced player, which pages load only when a visitor presses play. With
 * `origin`, that of the page, the player sends messages to the page. `start` is in whole seconds.
 */
export function playerAddress(
  id: string,
  { origin, start }: { origin?: string; start?: number } = {},
) {
  const asked = new URLSearchParams({ autoplay: '1', rel: '0', playsinline: '1' })
  if (origin) {
    asked.set('enablejsapi', '1')
    asked.set('origin', origin)
  }
  if (start) asked.set('start', String(start))
  return `${playerOrigin}/embed/${id}?${asked}`
}

const pictureHosts = ['ytimg.com', 'img.youtube.com', 'ggpht.com']

/** Returns whether the URL of an event's picture reveals the YouTube id of the event's recording. */
export function revealsVideo(pictureAddress: string, videoAddress: string | null) {
  const host = parseUrl(pictureAddress, 'https://site.invalid')?.hostname ?? ''
  const id = findVideoId(videoAddress)
  return (
    pictureHosts.some((known) => host === known || host.endsWith(`.${known}`)) ||
    findVideoId(pictureAddress) !== undefined ||
    (id !== undefined && pictureAddress.includes(id))
  )
}
