import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { visitorBrowsers } from './kernel/minimum-browsers.ts'

/** Packages of the framework's chunk, matched by their folder in node_modules. */
const frameworkPackages =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query))\//
const housePackages =
  /vite\/preload-helper|lucide-react\/dist\/esm\/(create|Icon|default|icons\/(x|menu|link-2|arrow-up-right|calendar-days|clock|play)\.)/
const furniturePackages =
  /lucide-react\/dist\/esm\/icons\/(chevron-down|log-out|info|circle-alert|search|refresh-cw|upload|download|triangle-exclamation-point)\./

/**
 * Defines a chunk. Files are paths from the project's root without extension; an unknown file stops the build.
 */
function chunk(name: string, files: string, packages?: RegExp) {
  const modules = new Set(files.trim().split(/\s+/).map(findModule))
  return {
    name,
    test: (id: string) => modules.has(id.replace(/\?.*$/, '')) || (packages?.test(id) ?? false),
  }
}

function findModule(path: string): string {
  const endings = ['.ts', '.tsx', '.svg']
  const found = endings.map((ending) => projectFile(path + ending)).find((file) => existsSync(file))
  if (!found) throw new Error(`vite.config.ts names ${path}, which is no file`)
  return found.replaceAll('\\', '/')
}

function projectFile(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

const chunks = [
  chunk('framework', 'client/ui/load-route-module', frameworkPackages),
  // Code that the front page needs at once, in one chunk, since each chunk costs overhead and a line in the
  // manifest. tests/page-weight.test.ts limits the size.
  chunk(
    'house',
    `app/served-page-again client/api/call client/api/loaded-path client/forms/stored-email client/page/page-meta
    client/page/share-row client/page/site-footer client/page/site-header client/page/use-site client/ui/badge
    client/ui/button client/ui/card client/ui/chunk-error client/ui/copy-text client/ui/decode-hash
    client/ui/drawn-picture client/ui/lazy-chunk client/ui/one-moment client/ui/picture
    client/ui/picture-sizes client/ui/section client/ui/toast-region
    client/ui/toast-store client/ui/use-once-alive features/events/public/event-card features/events/public/event-date-time
    features/events/public/event-metadata features/events/public/event-queries features/events/public/tag-links
    features/registrations/public/register-to-watch features/registrations/public/use-source
    features/sign-in/public/session kernel/event-time kernel/front-page kernel/slug
    kernel/zone-clock`,
    housePackages,
  ),
  // Small parts of most other pages; separate chunks would add a line per page to the manifest.
  chunk(
    'furniture',
    `client/api/device-problem client/forms/form-answer client/forms/typed-before client/page/hero-background client/ui/checkbox client/ui/choices
    client/ui/dialog
    client/ui/download-text client/ui/field client/ui/format-position client/ui/no-script-fallback client/ui/skeleton
    client/ui/use-debounced client/ui/use-is-staying features/events/public/add-to-calendar
    features/events/public/own-date-time features/events/public/video-thumbnail
    features/events/public/visitor-time
    features/materials/public/material-list features/materials/public/show-notes features/materials/rules
    features/join-links/public/stored-join-tokens features/questions/public/own-questions
    features/questions/public/questions-of-registrant features/questions/rules features/crew/rules
    features/registrations/public/form-page kernel/escape-markup
    features/sign-in/public/prove-session kernel/email-address kernel/fill-text kernel/join-window
    kernel/write-count`,
    furniturePackages,
  ),
  // Code that every public form needs, in one request.
  chunk(
    'forms',
    `client/forms/form-field client/forms/posted-form features/registrations/public/check-later
    features/registrations/public/person-fields kernel/email-typo
    client/ui/use-first-field features/form-questions/rules features/registrations/public/consent-line`,
    /node_modules\/react-hook-form\//,
  ),
  // Schemas that validate forms, for visitors and administrators.
  chunk(
    'schemas',
    'kernel/endpoint kernel/fields kernel/values',
    /node_modules\/(zod|@hookform\/resolvers)\//,
  ),
  // Code that the library's sign-in card and its content share.
  chunk(
    'door',
    `app/library/fetch-library features/library/public/card-words
    features/library/public/library-states features/library/public/library-queries
    features/library/public/track-access`,
  ),
  // Code that pages behind links in mails share.
  chunk(
    'mail-links',
    `client/page/mail-link-page client/forms/link-request-form features/feedback/rules features/questions/public/question-board
    features/registrations/public/mail-link-offer`,
  ),
  // Code that admin pages share, without tables: separate chunks would enlarge the manifest, which the front page
  // loads.
  chunk(
    'admin',
    `app/admin-frame/admin-entries app/admin-frame/admin-frame app/admin-frame/admin-gate
    app/admin-frame/admin-nav app/admin-frame/import-page
    app/admin-frame/use-kept-place client/admin/page-heading client/admin/filter-field
    client/admin/list-field client/admin/for-role client/admin/read-list-file client/admin/paged-list client/admin/person-cell
    client/admin/removal-dialog client/admin/retry-button client/admin/use-address-filter
    client/admin/use-format-instant client/admin/work-line client/admin/work-list
    client/page/load-failed features/administrators/admin/admin-session
    features/administrators/admin/settings-queries features/crew/rules
    features/events/admin/event-facts features/events/admin/event-select
    features/events/admin/preflight-list features/imports/admin/attendee-import-host
    features/imports/admin/import-batches features/imports/admin/import-results
    features/imports/admin/scrolling-list features/imports/admin/use-import
    features/mails/admin/outbox-entries features/newsletter/admin/subscriber-labels
    features/questions/public/question-board features/questions/rules
    features/webinars/admin/webinar-seat-labels features/webinars/rules kernel/offset-time
    features/events/admin/event-order features/events/admin/public-address features/people/rules
    app/admin-frame/describe-section
    client/admin/back-to client/admin/checkbox-group client/admin/shown-secret
    client/admin/dialog-form-end client/api/new-batch-id features/events/admin/sample-removal
    features/setup/admin/setup-queries features/setup/rules kernel/live-settings kernel/setting-checks client/forms/show-mistakes
    client/admin/compare-drafts client/admin/draft-guard client/admin/explain-save
    client/admin/stale-dialog client/admin/use-draft client/ui/bad-input features/site/admin/site-queries
    features/events/admin/status-change-dialog
    features/events/admin/copy-event-button features/imports/admin/row-preview
    features/people/admin/act-dialog features/pictures/admin/picture-field
    features/api-keys/admin/scope-labels features/sign-in/admin/password-prompt
    features/settings/admin/area-labels features/sign-in/admin/save-bar kernel/placeholders
    client/admin/placeholder-buttons client/admin/publish-form
    features/webhooks/admin/webhook-queries features/webhooks/admin/webhook-labels
    features/imports/admin/import-run features/administrators/admin/role-choices features/imports/admin/row-verdicts
    features/settings/admin/settings-area features/settings/admin/settings-query kernel/mail-texts`,
    /use-sync-external-store\/|lucide-react\/dist\/esm\/icons\/(arrow-down|arrow-left|arrow-up|check|copy|pencil|plus|send|trash)\./,
  ),
]

/** Replaces React Router's loading of a screen's code, which reloads the page on failure. */
const ownRouteModules = {
  name: 'own-route-modules',
  enforce: 'pre' as const,
  load: {
    filter: { id: /react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/ },
    handler: () => `export { loadRouteModule } from ${JSON.stringify(ownLoader)}`,
  },
}
const ownLoader = fileURLToPath(new URL('./client/ui/load-route-module.ts', import.meta.url))

/**
 * V8 stores a source with two bytes per character if any character is beyond Latin-1, so escape those. Chunks
 * of packages only have no source map.
 */
const smallSources = {
  name: 'small-sources',
  applyToEnvironment: ({ name }: { name: string }) => name === 'ssr',
  generateBundle(_options: unknown, bundle: Bundle) {
    for (const part of Object.values(bundle)) {
      part.code &&= part.code.replaceAll(
        /[\u0100-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
      if (!part.moduleIds?.every((id) => isPackage.test(id))) continue
      part.code = part.code?.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
      delete bundle[`${part.fileName}.map`]
    }
  },
}
type Part = { fileName: string; code?: string; moduleIds?: string[] }
type Bundle = Record<string, Part>
const isPackage = /node_modules/

/**
 * Turns a server file that is referenced by a URL, to run as a thread or process, into an entry of the build
 * with the same name.
 */
const ownPrograms = {
  name: 'own-programs',
  applyToEnvironment: ({ name }: { name: string }) => name === 'ssr',
  transform: {
    filter: { id: /\/(?:platform|features)\/.*\.ts$/, code: /new URL\(["']\.\// },
    handler(this: Emitting, code: string, id: string) {
      return code.replaceAll(/(new URL\(["']\.\/)([\w-]+)\.ts/g, (_all, before, name) => {
        this.emitFile({
          type: 'chunk',
          id: join(dirname(id), `${name}.ts`),
          fileName: `${name}.js`,
        })
        return `${before}${name}.js`
      })
    },
  },
}
type Emitting = { emitFile: (chunk: { type: 'chunk'; id: string; fileName: string }) => void }

const commands = [
  'admins',
  'backup',
  'bounces',
  'doctor',
  'export',
  'import',
  'keys',
  'people',
  'repair',
  'restore',
  'site',
]

/**
 * Entries of the server build: the process, the commands and the pages, so that each module is bundled once.
 */
const serverEntries = {
  start: 'main/main.ts',
  pages: 'virtual:react-router/server-build',
  ...Object.fromEntries(commands.map((name) => [name, `main/commands/${name}.ts`])),
}

/** Packages that read their own files, and development tools, stay in node_modules. */
const outside = ['sharp', '@electric-sql/pglite', '@fastify/swagger-ui', 'vite', '@fastify/middie']

/**
 * One chunk for what every page needs and releases rarely change: it compresses better, and browsers keep it
 * cached.
 */
const browser = {
  build: {
    rolldownOptions: {
      // Removes React Router's developer warnings from browser bundles.
      treeshake: { manualPureFunctions: ['warning', 'warningOnce', 'warnOnce'] },
      output: { codeSplitting: { groups: chunks } },
    },
  },
}

const server = {
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    sourcemap: true,
    rolldownOptions: {
      input: serverEntries,
      output: {
        chunkFileNames: 'part-[hash].js',
        sourcemapExcludeSources: true,
        comments: false,
        codeSplitting: {
          groups: [{ name: 'packages', test: isPackage, entriesAware: true }],
        },
      },
    },
  },
}

export default defineConfig(({ command }) => ({
  plugins: [ownRouteModules, smallSources, ownPrograms, tailwindcss(), reactRouter()],
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    target: Object.entries(visitorBrowsers).map(([name, version]) => `${name}${version}`),
    // Licences of all bundled packages, which they require to be distributed.
    license: { fileName: 'licences.md' },
  },
  // In development, packages stay external: Vite would run their CommonJS as modules.
  ...(command === 'build' && {
    ssr: { noExternal: true, external: outside },
    environments: { client: browser, ssr: server },
  }),
}))
