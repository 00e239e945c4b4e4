import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const framework = {
  name: 'framework',
  test: /app\/ui\/load-route-module|node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query))\//,
}

/**
 * What the front page shows at once, in one part as well: each part costs its own frame and a line in
 * the manifest. tests/page-weight.test.ts holds the budget.
 */
const house = {
  name: 'house',
  test: /\/app\/(ui\/(badge|button|card|code-part|load-code|lost-part|use-lost|drawn-picture|picture|section|toast-|use-swipe)|components\/(brand|event-card|event-moment|picture-sizes|use-site)|api\/(call|queries|use-auth|stored-email))|\/shared\/(event-time|slug)|lucide-react\/dist\/esm\/(create|Icon|default|icons\/x\.)/,
}

/** React Router's way of fetching a screen's code reloads the page when it fails; ours says so instead. */
const ownRouteModules = {
  name: 'own-route-modules',
  enforce: 'pre' as const,
  load: {
    filter: { id: /react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/ },
    handler: () => `export { loadRouteModule } from ${JSON.stringify(ownLoader)}`,
  },
}
const ownLoader = fileURLToPath(new URL('app/ui/load-route-module.ts', import.meta.url))

export default defineConfig(({ command }) => ({
  plugins: [ownRouteModules, tailwindcss(), reactRouter()],
  publicDir: 'app/public',
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // One part for what every page needs and releases seldom change: it compresses better in one
    // piece, and visitors keep it.
    rolldownOptions: { output: { codeSplitting: { groups: [framework, house] } } },
  },
  // Everything in one server bundle: it starts faster, and React comes in its production form.
  // In development packages stay outside: Vite would run their CommonJS as modules.
  ssr: { noExternal: command === 'build' ? true : undefined },
}))
