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
  test: /\/app\/(ui\/(badge|press-link|button|card|code-part|load-code|lost-part|use-lost|drawn-picture|picture|section|toast-|use-swipe|heard)|components\/(brand|decode-hash|register-to-watch|forms\/(use-source|join-link-button)|copy-text|event-card|event-moment|event-preview|page-meta|picture-sizes|share-|site-|title-link|use-site)|api\/(call|loaded-path|queries|refused-with|use-auth|stored-email))|\/shared\/(event-time|landing-paths|zone-clock|slug|share-version|watch-address)|vite\/preload-helper|lucide-react\/dist\/esm\/(create|Icon|default|icons\/(x|menu|link-2|arrow-up-right|calendar-days|clock|play)\.)/,
}

/** Small parts of most other pages: one of their own for each would cost a line for every page that has it. */
const furniture = {
  name: 'furniture',
  test: /\/app\/ui\/(field|text-area|checkbox|dialog|skeleton|keep-focus|use-settled|use-is-staying|served-part)|\/shared\/(email-address|room)\.|app\/api\/(stored-join-tokens|typed-before)|app\/components\/(questions\/(own-questions|questions-of)|forms\/(form-(id|page)|read-answer)|format-position|video-thumbnail)|lucide-react\/dist\/esm\/icons\/(log-out|info|circle-alert|search|refresh-cw|upload|download|triangle-exclamation-point)\./,
}

/** What every public form stands on, in one part: each of its own would be one more to fetch at once. */
const forms = {
  name: 'forms',
  test: /node_modules\/react-hook-form\/|\/app\/components\/(form-field|forms\/(posted-form|use-typed-before|looks-like-email|person-fields|form-notice|explain-failure|send-button|check-later))|\/shared\/email-typo/,
}

/** What the library's door shares with its inside. */
const door = {
  name: 'door',
  test: /\/app\/(api\/(track-access|send-beacon)|screens\/members\/(fetch-library|members-bar|library-(failure|skeleton)|no-videos|card-words|guest-line))/,
}

/** What the pages share that links in mails lead to. */
const mailLinks = {
  name: 'letters',
  test: /\/app\/components\/(letter-page|explain-link-failure|link-failure|link-on-its-way|describe-locally)/,
}

/**
 * What the rooms of the admin area share, without its tables: so many parts in the manifest, which the front
 * page loads, would cost every visitor something.
 */
const adminArea = {
  name: 'desk',
  test: /\/app\/screens\/desk\/(parts\/(?!.*(table|rows|row-window|csv))|messages\/delivery-(queries|words)|mailing-list\/describe-member|seats\/describe-seat|settings\/settings-queries|events\/event-(facts|check-list)|imports\/(import-(page|batches|results|errors)|use-import|scrolling-list))|use-sync-external-store\/|\/app\/components\/(load-failed|questions\/question-(board|line))\.|\/shared\/(messages|offset-time|values|questions|attendance|crew)\./,
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

/** V8 holds a source in two bytes a character if one of them lies beyond Latin-1, in one otherwise. */
const smallSources = {
  name: 'small-sources',
  applyToEnvironment: ({ name }: { name: string }) => name === 'ssr',
  generateBundle(_options: unknown, bundle: Record<string, { type: string; code?: string }>) {
    for (const part of Object.values(bundle)) {
      part.code &&= part.code.replaceAll(
        /[\u0100-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    }
  },
}

export default defineConfig(({ command }) => ({
  plugins: [ownRouteModules, smallSources, tailwindcss(), reactRouter()],
  publicDir: 'app/public',
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // One part for what every page needs and releases seldom change: it compresses better in one
    // piece, and visitors keep it.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [framework, house, furniture, forms, door, mailLinks, adminArea] },
      },
    },
  },
  // Nearly everything in one server bundle: it starts faster, and React comes in its production form alone.
  // In development packages stay outside: Vite would run their CommonJS as modules.
  ...(command === 'build' && {
    ssr: { noExternal: true, external: ['zod'] },
    environments: { ssr: { define: { 'process.env.NODE_ENV': '"production"' } } },
  }),
}))
