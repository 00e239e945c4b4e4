import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startGreenroom, type Greenroom } from '#tests/support/start-greenroom.ts'

/** An event as content/sample/series.json writes it. */
export type SeriesEvent = Record<string, unknown>

const ordinary = {
  speakerName: 'Amara Dike-Laurent',
  speakerTitle: 'Founder, Saltline Freight',
  description: 'A conversation about trucks, borders and patience.',
  status: 'upcoming',
  startsInDays: 9,
  time: '18:00',
  endTime: '19:00',
  dateConfirmed: true,
  priority: 1,
  featureImage: '/images/features/last-mile.webp',
  bannerImage: '/images/banners/last-mile.webp',
  videoUrl: null,
  recordingReady: false,
}

export function upcoming(title: string, fields: SeriesEvent = {}): SeriesEvent {
  return { ...ordinary, title, ...fields }
}

export function completed(title: string, fields: SeriesEvent = {}): SeriesEvent {
  return {
    ...ordinary,
    title,
    status: 'completed',
    startsInDays: -30,
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    recordingReady: true,
    ...fields,
  }
}

export function preRegistration(title: string, fields: SeriesEvent = {}): SeriesEvent {
  const undated = { startsInDays: null, time: null, endTime: null, dateConfirmed: false }
  return { ...ordinary, title, status: 'pre_registration', ...undated, ...fields }
}

/**
 * A server whose series is exactly these events, on an empty embedded database of its own. Its site
 * file is the sample's, changed by `changeSite`.
 */
export async function startSeries(
  events: SeriesEvent[],
  changeSite: (site: Record<string, unknown>) => void = () => {},
): Promise<Greenroom> {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-series-'))
  const site = JSON.parse(readFileSync('content/site.json', 'utf8')) as Record<string, unknown>
  changeSite(site)
  writeFileSync(join(folder, 'site.json'), JSON.stringify(site))
  mkdirSync(join(folder, 'sample'))
  writeFileSync(join(folder, 'sample', 'series.json'), JSON.stringify({ sample: true, events }))
  symlinkSync(resolve('content/images'), join(folder, 'images'))
  const dataDir = join(folder, 'data')
  return startGreenroom({
    dataDir,
    env: {
      SITE_FILE: join(folder, 'site.json'),
      SAMPLE_DATA: events.length > 0 ? '1' : '0',
      RATE_LIMITS: 'off',
    },
    cleanUp: () => rmSync(folder, { recursive: true, force: true }),
  })
}
