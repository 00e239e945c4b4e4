import type { BrowserContext, FrameLocator, Page, Request, Route } from '@playwright/test'
import sharp from 'sharp'
import { standInPlayer } from './stand-in-player.ts'

const hosts = /(^|\.)(youtube\.com|youtube-nocookie\.com|ytimg\.com)$/
const sizes: Record<string, [width: number, height: number]> = {
  maxresdefault: [1280, 720],
  hq720: [1280, 720],
  sddefault: [640, 480],
  hqdefault: [480, 360],
  mqdefault: [320, 180],
  default: [120, 90],
}

export type YouTubeStandIn = {
  /** Every address of the platform that the browser asked for, in order. */
  requests: string[]
  /** From now on the platform has no thumbnail of these names for the video. */
  lacks(videoId: string, ...names: string[]): void
  /** From now on the player says `onError` with this code instead of playing the video. */
  refuses(videoId: string, code: 2 | 5 | 100 | 101 | 150): void
  /** The video's length; ten minutes unless said otherwise. */
  lasts(videoId: string, seconds: number): void
  /** The open player: buttons 'Play' and 'Pause', a slider 'Seek', a status with its state. */
  player(page: Page): FrameLocator
}

/**
 * Answers for the video platform, so that no test needs the internet: thumbnails (a missing one
 * is a 404 whose body is a valid 120x90 picture, as there) and the embedded player.
 */
export async function standInForYouTube(context: BrowserContext): Promise<YouTubeStandIn> {
  const requests: string[] = []
  const missing = new Set<string>()
  const errors = new Map<string, number>()
  const lengths = new Map<string, number>()

  await context.route(
    (url) => hosts.test(url.hostname),
    async (route) => {
      const url = new URL(route.request().url())
      requests.push(url.href)
      const [, embedded] = /^\/embed\/([\w-]{11})$/.exec(url.pathname) ?? []
      const [, pictured, name] =
        /^\/vi(?:_webp)?\/([\w-]{11})\/(\w+)\.\w+$/.exec(url.pathname) ?? []
      if (pictured !== undefined && name !== undefined) {
        await sendThumbnail(route, name, missing.has(`${pictured}/${name}`))
      } else if (embedded === undefined) {
        await route.fulfill({ status: 404, body: 'The stand-in has no such page.' })
      } else {
        await sendPlayer(route, {
          error: await refusal(route.request(), errors.get(embedded)),
          duration: lengths.get(embedded) ?? 600,
        })
      }
    },
  )
  return {
    requests,
    lacks: (videoId, ...names) => names.forEach((name) => missing.add(`${videoId}/${name}`)),
    refuses: (videoId, code) => void errors.set(videoId, code),
    lasts: (videoId, seconds) => void lengths.set(videoId, seconds),
    player: (page) => page.frameLocator('iframe[src*="/embed/"]'),
  }
}

/** Whether an address belongs to the video platform. */
export function isYouTube(address: string): boolean {
  return URL.canParse(address) && hosts.test(new URL(address).hostname)
}

/** Without a referrer the platform refuses to play, with an error of its own: 153. */
async function refusal(request: Request, chosen: number | undefined): Promise<number | null> {
  const referrer = await request.headerValue('referer')
  return referrer === null ? 153 : (chosen ?? null)
}

async function sendPlayer(route: Route, state: { error: number | null; duration: number }) {
  const body = `<!doctype html><html lang="en"><title>Player</title><body>
<script>(${standInPlayer.toString()})(${JSON.stringify(state)})</script>`
  await route.fulfill({ contentType: 'text/html', body })
}

async function sendThumbnail(route: Route, name: string, isMissing: boolean) {
  const size = isMissing ? undefined : sizes[name]
  await route.fulfill({
    status: size === undefined ? 404 : 200,
    contentType: 'image/jpeg',
    body: await drawThumbnail(size),
  })
}

const drawn = new Map<string, Promise<Buffer>>()

/** Drawn once for each size: a library shows nine, and journeys open it again and again. */
function drawThumbnail(size: [number, number] | undefined): Promise<Buffer> {
  const [width, height] = size ?? [120, 90]
  const background = size === undefined ? '#808080' : '#3b5b7a'
  const picture =
    drawn.get(String(size)) ??
    sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer()
  drawn.set(String(size), picture)
  return picture
}
