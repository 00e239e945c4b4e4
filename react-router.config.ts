import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  // Set by main/build-site.ts, which builds aside and swaps.
  buildDirectory: process.env.GREENROOM_BUILD_FOLDER ?? 'build/by-hand',
  // Of several entries: vite.config.ts.
  serverBuildFile: '[name].js',
  routeDiscovery: { mode: 'initial' },
  // A screen comes in one file, which load-route-module.ts fetches again where it is lost.
  splitRouteModules: false,
  ssr: true,
} satisfies Config
