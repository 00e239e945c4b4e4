import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  // Set by server/build-pages.ts, which builds aside and swaps.
  buildDirectory: process.env.GREENROOM_BUILD_FOLDER ?? 'build/by-hand',
  routeDiscovery: { mode: 'initial' },
  ssr: true,
} satisfies Config
