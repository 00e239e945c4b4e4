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
  /** All requested URLs of YouTube in order. */
  requests: string[]
  /** Removes thumbnails of a video from now on. */
  lacks(videoId: string, ...names: string[]): void
  /** The player reports `onError` with this code from now on. */
  refuses(videoId: string, code: 2 | 5 | 100 | 101 | 150): void
  /** The video's length. Default: ten minutes. */
  lasts(videoId: string, seconds: number): void
  /** The open player: buttons 'Play' and 'Pause', a slider 'Seek', and a status. */
  player(page: Page): FrameLocator
}

/**
 * Simulates YouTube without internet access: thumbnails (a missing one is a 404 with a valid 120x90 picture, as
 * on YouTube) and the embedded player.
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

/** Returns whether a URL belongs to YouTube. */
export function isYouTube(address: string): boolean {
  return URL.canParse(address) && hosts.test(new URL(address).hostname)
}

/** Without a referrer, YouTube refuses to play with error 153. */
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

/** Cached by size: a library shows nine, and journeys open it repeatedly. */
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
