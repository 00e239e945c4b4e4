import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/support/find-browser.ts'

const browser = findBrowser()

const desktop = { viewport: { width: 1280, height: 800 } }
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}

/**
 * A journey runs on one screen: on the desktop, where the admin area and whatever needs keys is used, unless
 * its file stands here. What a screen changes goes into a file of the second list; what else is in such
 * a file is tagged `@once`, and stays on the desktop.
 */
const screens = {
  /** Visitors and members come by telephone: what they press and read, apart from keys. */
  phone: [
    'admin-on-phone.test.ts',
    'event-day-waiting.test.ts',
    'landing-form-rules.test.ts',
    'landing-future.test.ts',
    'landing-registration.test.ts',
    'landing-watch.test.ts',
    'links-of-the-day.test.ts',
    'links-waiting.test.ts',
    'links.test.ts',
    'main-job.test.ts',
    'members-library.test.ts',
    'members-login-card.test.ts',
    'members-progress.test.ts',
    'old-browsers.test.ts',
    'questions.test.ts',
  ],
  both: [
    // A crop is dragged or pinched.
    'admin-events-pictures.test.ts',
    // Every room of the admin area, and the way to it.
    'admin-rooms.test.ts',
    // Lists and the preview are laid out differently, and touched.
    'admin-site.test.ts',
    // Forms, a preview and bars, laid out differently.
    'announcements.test.ts',
    // A person's page and its dialogs, and one's own page.
    'admin-people.test.ts',
    'my-page.test.ts',
    // Names, contrasts and targets of each layout, in light and in dark.
    'landing-accessibility.test.ts',
    // What stands where, and how the navigation leads there.
    'landing-sections.test.ts',
    // Each look's contrasts, in both layouts.
    'looks.test.ts',
    // Whoever sets a series up may have a telephone only.
    'setup.test.ts',
    // Toasts stand elsewhere, and are swiped.
    'landing-toasts-touch.test.ts',
    // Pages of forms, laid out differently.
    'event-pages.test.ts',
    'forms-before-scripts.test.ts',
    // The player fills the screen and is opened by touch.
    'members-player-screen.test.ts',
    // A key is shown once, and copied.
    'api-keys.test.ts',
    // Beside the picture or below it.
    'members-words.test.ts',
    'webhooks.test.ts',
  ],
}

/** On both databases: the product's main story from the browser to the tables. */
const mainStory = 'main-job.test.ts'
/**
 * What is done on PostgreSQL, and on the embedded database only where there is no PostgreSQL: every call
 * of the server is tested on both without a browser anyway.
 */
const storiesOfPostgres = [
  'admin-events.test.ts',
  'admin-imports-attendees.test.ts',
  'links-of-the-day.test.ts',
  'members-tracking.test.ts',
]
const isOnPostgres = process.env.JOURNEY_SERVER_URL !== undefined
const leftOut = process.env.POSTGRES_COMES_TOO ? storiesOfPostgres : []
const chosen = [mainStory, ...storiesOfPostgres]
const onPhone = [...screens.phone, ...screens.both]

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/prepare.ts',
  fullyParallel: true,
  // Each worker has servers of its own. Half of a journey is waiting, so two cores bear four.
  workers: 4,
  // CI repeats a failed journey once and lists it with its first error: each is a race to be fixed.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // Both allow for a busy machine, and cost nothing while all is well.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  // Each run wipes its own: what failed on one database can be looked at after the other's.
  outputDir: isOnPostgres ? 'test-results/postgres' : 'test-results/embedded',
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'America/New_York',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser === undefined ? {} : { executablePath: browser.path }),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A list or a section is reached at once: each frame of the way would be drawn.
        '--disable-smooth-scrolling',
        // Nothing that a page asks for leaves the machine.
        '--host-resolver-rules=MAP greenroom.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
  // In their order: the longest journeys are the telephone's, and nobody waits for the last of them.
  projects: [
    {
      name: 'phone',
      use: phone,
      grepInvert: /@once/,
      testIgnore: leftOut,
      testMatch: isOnPostgres ? chosen.filter((file) => onPhone.includes(file)) : onPhone,
    },
    {
      name: 'desktop',
      use: desktop,
      testIgnore: [...screens.phone, ...leftOut],
      ...(isOnPostgres && { testMatch: chosen }),
    },
  ],
})
