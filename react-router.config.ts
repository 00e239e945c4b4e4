import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  // main/build-site.ts sets the folder, and renames it when the build is complete.
  buildDirectory: process.env.GREENROOM_BUILD_FOLDER ?? 'build/by-hand',
  // The server build has several entries; see vite.config.ts.
  serverBuildFile: '[name].js',
  routeDiscovery: { mode: 'initial' },
  // A screen is one file, which load-route-module.ts loads again if it is missing.
  splitRouteModules: false,
  ssr: true,
} satisfies Config
