import type { Site } from '#shared/site.ts'

/** The web manifest: how the site looks on a home screen. The icons are files of app/public. */
export function describeSiteAsApp({ series }: Pick<Site, 'series'>) {
  return {
    name: series.name,
    short_name: series.name,
    description: series.tagline,
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#150f17',
    theme_color: '#150f17',
    icons: [
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/icon-maskable.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  }
}
